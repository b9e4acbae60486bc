import { describe, expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const PLACE = { root: "/home/ann/work/proj", home: "/home/ann" };
const runs = (rule: string, command: string): boolean =>
  classifyCommand(command, { ...PLACE, rules: { allow: [`shell(${rule})`] } }).verdict === "allow";

/** Of each tool: a rule, what it does every day, options that point it elsewhere, and those that may stand in front of them. */
const TOOLS: readonly (readonly [
  rule: string,
  daily: readonly string[],
  elsewhere: readonly string[],
  before: readonly string[],
])[] = [
  [
    "docker compose",
    ["up -d --build", "-p x up", "logs -f web", "run --rm web pytest -q"],
    ["-f x.yml up", "--file x.yml up", "--env-file x up", "--project-directory sub up", "--context x up"],
    ["-p ''", "-p 'a b'", '--ansi ""', "--profile 'a b'"],
  ],
  ["docker-compose", ["up -d", "logs -f x"], ["-f x.yml up", "-H x up"], ['-p ""', "--verbose"]],
  [
    "docker build",
    ["-t x .", "-q --no-cache -t a:b .", "--build-arg A=1 --target dev ."],
    ["-f x .", "--file x .", "--file=x .", "-fx .", "-qf x .", "--build-context a=sub ."],
    ["-q", "-t x"],
  ],
  ["docker buildx", ["build -t x ."], ["build -f x .", "b -f x .", "bake -f x", "--builder x build ."], []],
  [
    "dotnet test",
    ["-c Release", "x.sln --no-build", "--filter Name~x -c Debug"],
    ["sub", "--project sub", "-a sub", "-d log", "-p:Custom=x.targets"],
    ["-c Debug", "--no-build", "-v q"],
  ],
  [
    "dotnet run",
    ["", "-c Release", "-- --project x"],
    ["-p sub", "-psub", "--project sub", "--file x.cs"],
    ["-c Debug"],
  ],
  [
    "swift test",
    ["--filter A.B --parallel"],
    ["-C sub", "--package-path sub", "--package-path=sub", "--scratch-path x"],
    ["-v", "-c release"],
  ],
  [
    "composer install",
    ["--no-interaction --no-dev", "-n"],
    ["-d sub", "-nd sub", "-dsub", "--working-dir sub", "--work sub"],
    ["-n", "--no-dev"],
  ],
  [
    "deno task",
    ["build", "build --config x"],
    ["-c x build", "-qc x build", "--config=x build", "--cwd sub build"],
    ["-q"],
  ],
  [
    "tsc",
    ["", "-p .", "--noEmit", "-b", "-p ./tsconfig.build.json --noEmit", "--noEmit --pretty false"],
    ["-p sub", "--project sub/tsconfig.json", "-b sub", "--build sub", "-project sub", "@x", "--plugins x"],
    ["--noEmit", "--pretty"],
  ],
  [
    "zig build",
    ["test", "-Doptimize=ReleaseFast", "run -- --build-file x"],
    ["--build-file x", "--build-runner x", "--zig-lib-dir x"],
    ["test", "-j4"],
  ],
  [
    "cypress run",
    ["--headless --browser chrome", "--spec cypress/a.cy.ts"],
    ["-P sub", "-C x", "-c supportFile=x", "--config-file x", "--project=sub"],
    ["--headless"],
  ],
  [
    "mvn",
    ["-q test", "clean package -DskipTests", "-pl core -am test"],
    ["-f sub test", "-fsub test", "-qf sub test", "--file=sub test", "-s x test", "-gs x test"],
    ["-q", "-B -ntp"],
  ],
  [
    "gradle",
    ["test --tests Foo", "build -x test --no-daemon", "-q dependencies"],
    ["-p sub test", "-psub test", "-I x test", "--init-script=x test", "--include-build sub x"],
    ["-q", "--no-daemon"],
  ],
  [
    "xcodebuild",
    ["-scheme App test", "test -only-testing:A/b CODE_SIGNING_ALLOWED=NO"],
    ["-project sub/x.xcodeproj test", "-xcconfig x test", "CC=./x test"],
    ["-quiet"],
  ],
  [
    "npm test",
    ["", "--silent", "-- -u", "-w a", "--if-present --ignore-scripts"],
    [
      "-C sub",
      "-sC sub",
      "-dC sub",
      "--prefix sub",
      "---prefix sub",
      "----prefix=sub",
      "---script-shell=./x",
      "--@a:registry=http://x",
    ],
    ["-s", "--silent", "-w a"],
  ],
  ["npm install", ["", "-D x", "--save-exact x"], ["-g x", "--location=global x", "--registr=x"], ["-D"]],
  ["pnpm", ["test", "-r build", "--filter a test"], ["-C sub test", "-rC sub test", "--dir sub test"], ["-r"]],
  ["yarn", ["build", "test --watch", "--frozen-lockfile"], ["--cwd sub build", "--use-yarnrc x build"], ["-s"]],
  ...["pytest", "python3 -m pytest", ".venv/bin/pytest"].map((rule): (typeof TOOLS)[number] => [
    rule,
    ["", "-q tests", "-xvs tests/a.py::b -k 'x and y'", "-n auto --cov=src -p no:cacheprovider", "-W error"],
    [
      ...[
        "-c sub/x.ini",
        "-vc sub/x.ini",
        "-xcx.ini",
        "-o addopts=-px",
        "-vo addopts=-px",
        "-p evil",
        "-pevil",
        "--rootdir sub",
      ],
      ...["--ds=sub.x", "--pdbcls=evil:X", "-n2 --tx popen//python=./evil", "-W error::evil.X", "--confcutdir=sub"],
    ],
    ["-q", "-n 2"],
  ]),
  [
    "go test",
    ["./...", "-run X -v -race -count=1 ./pkg", "--cover ./..."],
    ["-C sub", "--C sub", "-exec ./x", "--exec=./x", "-toolexec x", "-overlay x", "-modfile=x", "-ldflags=-extld=./x"],
    ["-v", "-count=1"],
  ],
  [
    "cargo test",
    ["--release foo -- --nocapture", "-p a --all-features", "-q"],
    ["-C sub", "-qC sub", "--config x", "--manifest-path sub/Cargo.toml", "--target x.json"],
    ["-q", "--release"],
  ],
  [
    "./gradlew",
    ["test", "build -x test -q"],
    ["-p sub test", "--init-script x test", "-Dgradle.user.home=sub test"],
    ["-q"],
  ],
  ["./mvnw", ["-q test"], ["-f sub test", "-s x test", "exec:exec"], ["-q"]],
  ["node_modules/.bin/tsc", ["--noEmit"], ["-p sub", "@x"], ["--noEmit"]],
  [
    "mvn test",
    ["-DskipTests -Dtest=FooTest#bar -Drevision=1.2", "clean -Pci", "-Dspring.profiles.active=dev", "surefire:help"],
    [
      ...[
        "-Djvm=./evil",
        "-DargLine=-javaagent:x.jar",
        "-Dmaven.compiler.executable=x",
        "--define maven.ext.class.path=x.jar",
      ],
      ...["--define=exec.executable=x", "-Dmaven.repo.local=sub", "evil:plugin:1:go", "-D jvm=./evil"],
    ],
    ["-q"],
  ],
  [
    "gradle test",
    ["-Pversion=1.2 -Pfoo=bar", "-Dorg.gradle.daemon=false"],
    [
      ...["-Dorg.gradle.java.home=sub", "-Dorg.gradle.jvmargs=-javaagent:x.jar", "-Djava.library.path=sub", "-Pp=a/b"],
      ...["-P p=a/b", "-D gradle.user.home=sub"],
    ],
    ["-q"],
  ],
];

describe.each(TOOLS)("a rule for %s means the project of this folder", (rule, daily, elsewhere, before) => {
  test("every day's work runs", () => {
    expect(daily.filter((words) => !runs(rule, `${rule} ${words}`))).toEqual([]);
  });

  test("an option that points elsewhere, or that nobody knows, asks behind any other", () => {
    const pointing = [...elsewhere, "--nobody-knows-this x"];
    const commands = ["", ...before].flatMap((front) => pointing.map((words) => `${rule} ${front} ${words}`));
    expect(commands.filter((command) => runs(rule, command))).toEqual([]);
  });

  test("a rule that says the very line covers it", () => {
    expect(
      elsewhere.filter(
        (words) =>
          !/[@']/.test(words) && !runs(`${rule} ${words} $`, `${rule} ${words}`) && runs(rule, `${rule} ${words}`),
      ),
    ).toEqual([]);
  });
});
