import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const PLACE = { root: "/home/ann/work/proj", home: "/home/ann" };
const PROGRAMS = [
  "curl",
  "wget",
  "gcc",
  "tsc",
  "esbuild",
  "pytest",
  "node x.js",
  "java -jar x.jar",

  "some-tool",
];
/** Where a program may be told the file that it writes. */
const SPELLINGS: readonly ((file: string) => string)[] = [
  ...["-o ", "-o", "-sSLo ", "-so", "-MF ", "-MF", "--out=", "--outp ", "--log-file ", "--log-file=", "-D", "--a-b-c "],
  ...["-Wp,-MD,", "out=", "a=b,c=", "file:", "@", "type=local,dest="],
].map((before) => (file: string) => `${before}${file}`);
const IN_VALUES = [...SPELLINGS, (file: string) => `-w '%output{${file}}x'`, (file: string) => `'{out:${file}}'`];

const PROTECTED = [
  ...[
    ".git/hooks/pre-commit",
    ".mcp.json",
    ".husky/pre-push",
    ".vscode/tasks.json",
    ".waymark/config.json",
    "sub/.npmrc",
  ],
  ...[".GIT/hooks/post-merge", ".Claude/settings.json", "./.github/workflows/x.yml", "Jenkinsfile"],
];
const NOT_TO_BE_LOST = [
  "/home/ann/.config/waymark/config.json",
  "~/.config/waymark/config.json",
  "/dev/sda",
  "/etc/passwd",
];

const commandsOf = (files: readonly string[]): readonly string[] =>
  PROGRAMS.flatMap((program) => IN_VALUES.flatMap((spell) => files.map((file) => `${program} ${spell(file)}`)));

test("a rule for a program does not cover a protected name, however an option spells it", () => {
  const allow = PROGRAMS.map((program) => `shell(${program})`);
  const runs = commandsOf(PROTECTED).filter(
    (command) => classifyCommand(command, { ...PLACE, rules: { allow } }).verdict === "allow",
  );
  expect(runs).toEqual([]);
});

test("what must not be lost is overwritten unasked in no mode, however an option spells it", () => {
  const runs = commandsOf(NOT_TO_BE_LOST).filter((command) => {
    const { verdict, isFloor } = classifyCommand(command, { ...PLACE, otherwise: "allow" });
    return verdict !== "deny" && !isFloor;
  });
  expect(runs).toEqual([]);
});

test("a name that is made of several words is the name that comes to be", () => {
  const fate = (command: string): string => classifyCommand(command, { ...PLACE, rules: { allow: ["shell"] } }).verdict;
  const made = [
    ...["cp -S .json --backup=simple x .mcp", "mv -b -S .json x .mcp", "cp --suffix=.json --backup x .mcp"],
    ...["sed -i.json s/a/b/ .mcp", "patch -z .json .mcp x", "gzip -d -S .x .mcp.json.x", "sed -n 'w .mcp.json' a.txt"],
    ...[
      "sed 's/a/b/w .mcp.json' a.txt",
      "mv gh .github",
      "cp -r gh/ .github/",
      "rsync -a gh/ .github",
      "cp -t .github gh",
    ],
    ...["cp sub/.mcp.json .", "mv tmpl/.vscode .", "git init --template=tmpl"],
  ];
  expect(made.filter((command) => fate(command) === "allow")).toEqual([]);
  const plain = [
    ...["cp -S .bak --backup=simple x a.txt", "sed -i.bak s/a/b/ a.txt", "sed 's/a/b/w out.txt' a.txt", "mv gh lib"],
    ...[
      "cp logo.png .github/",
      "cp CONTRIBUTING.md .github",
      "sed -i 's/new .npmrc/x/' README.md",
      "rsync -a src/ dst/",
    ],
    ...["cp -r src dst", "mv docs/a.md docs/b.md", "git init"],
  ];
  expect(plain.filter((command) => fate(command) !== "allow")).toEqual([]);
});

test("a wrapper's own words count, and what it starts is judged as itself", () => {
  const fate = (command: string): string => {
    const { verdict, isFloor } = classifyCommand(command, { ...PLACE, otherwise: "allow" });
    return isFloor ? "floor" : verdict;
  };
  expect(["\\time -vo /dev/sda ls", "\\time --outp=/dev/sda ls", "strace -fo/etc/passwd ls"].map(fate)).toEqual([
    ...["floor", "deny", "floor"],
  ]);
  expect(["timeout 5 cat .mcp.json", "bash -c 'cat .mcp.json'", "sudo -u ann true"].map(fate).slice(0, 2)).toEqual([
    ...["allow", "allow"],
  ]);
});

test("the same programs write plain files, and name what they leave out", () => {
  const plain = ["out/app.js", "report.xml", "a.d", "bin/x", "docs/github.md"];
  const allow = ["gcc", "esbuild", "node x.js", "some-tool"].map((program) => `shell(${program})`);
  const asked = allow.flatMap((rule) =>
    plain
      .flatMap((file) => [`-o ${file}`, `--out=${file}`, `--log-file ${file}`])
      .map((words) => `${rule.slice(6, -1)} ${words}`)
      .filter((command) => classifyCommand(command, { ...PLACE, rules: { allow } }).verdict !== "allow"),
  );
  expect(asked).toEqual([]);
  const leaves = [
    "some-tool --exclude=.git .",
    "some-tool --exclude .git .",
    "some-tool --ignore-pattern .vscode src",
    "git add .mcp.json",
  ];
  const rules = { allow: ["shell(some-tool)", "shell(git add)"] };
  expect(leaves.map((command) => classifyCommand(command, { ...PLACE, rules }).verdict)).toEqual(
    leaves.map(() => "allow"),
  );
});

/** Places that are given as a whole, and programs that nobody tells of, with the ways they may be told them. */
const WHOLE = ["~", "/", "/home", "/home/ann", "$HOME", "~/*", "/usr", "/etc/"];
const UNTOLD_PROGRAMS = [
  ...[
    "some-tool",
    "npx some-tool",
    "npx -y some-tool@5",
    "uvx some-tool",
    "bun x some-tool",
    "python3 -m some_tool",
    "node x.js",
  ],
  ...["virtualenv --clear", "pytest", "cargo clean", "./bin/some-tool", "bundle exec some-tool"],
];
const WAYS: readonly ((place: string) => string)[] = [
  ...["", "-d ", "-o ", "--target ", "--out-dir=", "-d", "dest="].map((before) => (place: string) => before + place),
  (place) => `-a "path=${place.replace("~", "$HOME")} state=absent"`,
];

test("a home, a root or a folder of the system is given as a whole to no program that nobody knows", () => {
  const lines = UNTOLD_PROGRAMS.flatMap((program) =>
    WHOLE.flatMap((whole) => [
      // Behind a letter a shell does not spell out a home.
      ...WAYS.filter((way) => !/^-d~/.test(way(whole))).map((way) => `${program} ${way(whole)}`),
      `d=${whole}; ${program} "$d"`,
    ]),
  );
  const runs = lines.filter((command) => {
    const { verdict, isFloor } = classifyCommand(command, { ...PLACE, otherwise: "allow" });
    return verdict !== "deny" && !isFloor;
  });
  expect(runs).toEqual([]);
});

test("a folder below, what only reads or goes there, and addresses are left to the mode", () => {
  const daily = [
    ...["ls ~", "cd ~ && ls", "git -C ~/proj status", "code ~", "python3 -m http.server", "rsync -a src/ /backup/"],
    ...[
      "docker run -v ~/x:/x a",
      "vite build --base /",
      "npx vite build --base=/",
      "ssh host ls /",
      "npm --prefix ~/x test",
    ],
    ...[
      "./configure --prefix=/usr",
      "gcc -I/usr/include -L/usr/lib x.c",
      "export PATH=/usr/bin:$PATH",
      "ldd /usr/lib/libx.so",
    ],
    ...[
      "python3 -c 'print(4 / 2)'",
      "awk -F / '{print $1}' x",
      "some-tool ~/work/out",
      "some-tool -o /tmp/x",
      "[ $x = / ]",
    ],
  ];
  const asked = daily.filter((command) => {
    const { verdict, isFloor } = classifyCommand(command, { ...PLACE, otherwise: "allow" });
    return verdict === "deny" || isFloor;
  });
  expect(asked).toEqual([]);
});

test("git and containers are asked about what they make, not about what they record or read", () => {
  const made = [
    ...[
      "git mv a.txt .mcp.json",
      "git mv sub .claude",
      "git mv gh .github",
      "git mv gh/workflows .github/",
      "git clone . .husky",
    ],
    ...[
      "git submodule add ./x .husky",
      "git worktree add .vscode",
      "git apply --unsafe-paths x.patch",
      "git apply --unsafe x",
    ],
    ...[
      "docker build --iidfile .git/hooks/x .",
      "docker build --metadata-file .mcp.json .",
      "docker run --cidfile .mcp.json x",
    ],
    ...["zip x.zip a.txt -O .mcp.json", "gunzip .mcp.json.gz", "xz -d .mcp.json.xz", "zstd -d .mcp.json.zst"],
  ];
  const rules = {
    allow: ["shell", "shell(git)", "shell(docker)", "shell(zip)", "shell(gunzip)", "shell(xz)", "shell(zstd)"],
  };
  expect(made.filter((command) => classifyCommand(command, { ...PLACE, rules }).verdict === "allow")).toEqual([]);
  const recorded = [
    ...[
      "git add .mcp.json",
      "git commit -m x .mcp.json",
      "git diff .github",
      "git mv a.txt b.txt",
      "git blame .mcp.json",
    ],
    ...["docker build -f .devcontainer/Dockerfile .", "docker build -t x .", "docker run --rm x ls"],
  ];
  expect(recorded.filter((command) => classifyCommand(command, { ...PLACE, rules }).verdict !== "allow")).toEqual([]);
});

test("a home, a root or a folder of the system as the value of a variable that a program is handed asks in every mode", () => {
  const isFloor = (command: string): boolean => {
    const { verdict, isFloor: asks } = classifyCommand(command, { ...PLACE, rules: { allow: ["shell(*)"] } });
    return verdict === "deny" || asks === true;
  };
  const lines = [
    "CARGO_TARGET_DIR=@ cargo clean",
    "export BUILD_DIR=@; ./x",
    "make DESTDIR=@ install",
    "DESTDIR=@ make install",
  ];
  const whole = ["~", "$HOME", "/", "/usr"].flatMap((folder) => lines.map((line) => line.replace("@", () => folder)));
  expect(whole.filter((line) => !isFloor(line))).toEqual([]);
  const harmless = ["target", "$PWD/out", "/tmp/x"].flatMap((folder) =>
    lines.map((line) => line.replace("@", () => folder)),
  );
  const looked = ["BASE_URL=/ npm run build", "make PREFIX=/usr install", "TMPDIR=/tmp npm test", "HOME=~ cargo build"];
  expect([...harmless, ...looked].filter(isFloor)).toEqual([]);
});
