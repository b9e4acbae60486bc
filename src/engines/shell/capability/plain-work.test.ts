import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const judged = (command: string, rules: { readonly allow?: readonly string[]; readonly deny?: readonly string[] }) =>
  classifyCommand(command, { root: "/w", home: "/home/me", rules }).verdict;
const isCovered = (command: string, leave: string): boolean =>
  judged(command, { allow: [`shell(@${leave})`] }) === "allow";

/** Each command with what is put into it: options of no list, in full, attached, behind other letters or cut short. */
const WIDER: readonly (readonly [leave: string, commands: readonly string[], more: readonly string[]])[] = [
  [
    "dependencies",
    ["npm install @", "npm i -D @", "pnpm add @", "yarn add @", "bun add @"],
    [
      "-gf x",
      "-fg x",
      "--global x",
      "--glob x",
      "--loc=global x",
      "--location global x",
      "--prefix=./x y",
      "--userconfig ./x y",
      "--script-shell=./x y",
      "--scri ./x y",
      "---global x",
    ],
  ],
  [
    "dependencies",
    ["pip install @", "pip3 install -U @", "python3 -m pip install @", "uv pip install @", "uv add @"],
    [
      "--user x",
      "--us x",
      "--break-system-packages x",
      "--system x",
      "--target=t x",
      "--prefix=t x",
      "--root t x",
      "-t t x",
      "-Ut t x",
      "--index-url=x y",
      "--config-settings=x y",
    ],
  ],
  [
    "dependencies",
    ["@"],
    ["gem install x", "gem update", "go install x@latest", "go install github.com/a/b", "composer global require x"],
  ],
  [
    "containers",
    [
      "podman run @ y",
      "podman create @ y",
      "docker run --rm @ y",
      "podman exec @ y ls",
      "podman build @ .",
      "docker build -t x @ .",
    ],
    [
      "--runtime=./x",
      "--runtime ./x",
      "--conmon=./x",
      "--hooks-dir=sub",
      "--hooks-d=sub",
      "--network-cmd-path=./x",
      "--module=./x",
      "--storage-opt=mount_program=./x",
      "--use-api-socket",
      "--security-opt=x",
      "--device=x",
    ],
  ],
  [
    "run-project",
    ["@"],
    [
      "python3 -Sc'x' a.py",
      "python3 -Ic'x' a.py",
      "perl -we'x' a.pl",
      "ruby -We'x' a.rb",
      "lua -we'x' a.lua",
      "python3 -m timeit x",
      "just -c touch m",
      "go run -exec ./x .",
      "go test -toolexec=./x ./...",
      "pre-commit install",
    ],
  ],
  [
    "run-project",
    ["node @ a.js", "node --test @ a.js"],
    [
      "--experimental-loader ./x",
      "--loader=./x",
      "--impo ./x",
      "-r./x",
      "--require=./x",
      "-pe x",
      "--env-file=x",
      "--snapshot-blob=x",
    ],
  ],
];

test("a leave covers no option of no list, in whichever spelling", () => {
  const lines = WIDER.flatMap(([leave, commands, more]) =>
    commands.flatMap((command) => more.map((one) => [command.replace("@", one), leave] as const)),
  );
  expect(lines.length).toBeGreaterThan(200);
  expect(lines.filter(([line, leave]) => isCovered(line, leave))).toEqual([]);
});

test.each([
  [
    "dependencies",
    "npm ci|npm i -D vitest --save-exact|npm uninstall x|pnpm add -D x|yarn add x --dev|pip install -r requirements.txt|uv add --dev x|uv sync --frozen|go get -u ./...|go mod tidy|cargo add x --features y|bundle install",
  ],
  [
    "containers",
    "docker run --rm -it -v ./sub:/x y npm test --foo|docker compose -f c.yml up -d --build|docker compose exec -T db psql -c x|docker build -t x .|docker buildx build --load .|docker exec -it c sh|podman start x|docker stop -t 3 x",
  ],
  [
    "run-project",
    "node a.js --port 3|node --test a.js|node --max-old-space-size=4096 a.js|python3 -u a.py -v|go test -race -run X ./...|go build -ldflags '-X main.v=1' .|just build|pre-commit run -a|python3 -m pytest -q",
  ],
])("what it says is free: %s", (leave, lines) => {
  expect(lines.split("|").filter((line) => !isCovered(line, leave))).toEqual([]);
});

test("a rule that denies a kind of work denies all of it", () => {
  for (const command of ["pip install --user x", "go install x@latest", "podman run --runtime=./x y"]) {
    const kind = command.startsWith("podman") ? "containers" : "dependencies";
    expect(judged(command, { allow: ["shell(*)"], deny: [`shell(@${kind})`] }), command).toBe("deny");
  }
});

test("a rule for containers does not speak for what starts on the machine itself", () => {
  for (const option of ["--runtime=./x", "--conmon=./x", "--hooks-dir=sub", "--use-api-socket", "--module ./x"])
    expect(judged(`podman run ${option} y`, { allow: ["shell(podman run)"] }), option).toBe("ask");
  expect(judged("podman run --rm y", { allow: ["shell(podman run)"] })).toBe("allow");
});
