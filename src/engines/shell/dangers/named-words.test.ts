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
