import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";

const ROOT = "/home/ann/p";
const DENIED: CommandPolicyOptions = {
  root: ROOT,
  home: "/home/ann",
  rules: { allow: ["shell(*)"] },
  pathRule: (path, { use }) =>
    use === "write" && /^\/home\/ann\/p\/private(?:\/|$)/.test(path)
      ? { verdict: "deny", rule: "Edit(private/**)" }
      : undefined,
};
const isFree = (command: string, options: CommandPolicyOptions = DENIED): boolean => {
  const { verdict, isFloor } = classifyCommand(command, { ...options, otherwise: "allow" });
  return verdict === "allow" || (verdict === "ask" && isFloor !== true);
};

/** Programs that nobody knows, or that write in more ways than a table holds; and the ways in which a word names a file. */
const PROGRAMS = "tool script csplit esbuild openssl prettier 7z cpio ffmpeg php ed vim sqlite3 psql gdb".split(" ");
const WORDS = [
  "private/x",
  "./private/x",
  "a/../private/x",
  `${ROOT}/private/x`,
  "~/p/private/x",
  "-oprivate/x",
  "--out=private/x",
  "-vvo private/x",
  "file:private/x",
  "out=private/x",
  "a,private/x",
  "'w private/x'",
  "'.backup private/x'",
  "'f > private/x'",
  `'print > "private/x"'`,
  `'open("pri" + "vate/x", "w")'`,
  "$(echo private/x)",
];
const NAMED = PROGRAMS.flatMap((program) => WORDS.map((word) => `${program} a.txt ${word}`));

test("what a rule keeps from being changed runs unasked in no mode where a word, or a piece of one, names it", () => {
  expect(NAMED.filter((command) => isFree(command))).toEqual([]);
  expect(NAMED.filter((command) => isFree(command.replaceAll("vate", "mary"))).length).toBeGreaterThan(200);
});

test.each([
  "uniq a.txt private/x",
  "uniq -f 2 a.txt private/x",
  "xxd -r a.txt private/x",
  "split -l 9 a.txt private/x",
  "perl -pi -e 1 private/x",
  "find private -delete",
  "find . -fprint private/x",
  "black private/x",
  "tar xf a.tar private/x",
  "git archive -o private/x HEAD",
  "git diff --output=private/x",
  "curl --output-dir private -O u",
])("what a program is known to write is refused: %s", (command) => {
  expect(classifyCommand(command, DENIED).verdict).toBe("deny");
});

test.each([
  "find private -exec rm {} +",
  "find . -path './private/*' -delete",
  "git clone x private/y",
  "git clone x private",
  "git -C private clean -fdx",
  "make -C private clean",
  "docker run -v ./private:/x y rm /x/x",
  "mktemp private/XXX",
  "ed -s a.txt <<< 'w private/x'",
  "awk '{print | \"tee private/x\"}' a.txt",
  "sed -n '1w private/x' a.txt",
  "git apply <<< '+++ b/private/x'",
  'python3 -c \'open("private/x", "w")\'',
])("what it may write asks in every mode: %s", (command) => {
  expect(isFree(command)).toBe(false);
});

test.each([
  "node private/run.js",
  "sh private/run.sh",
  "./private/run.sh",
  "pytest -q private/x.py",
  "npx vitest run private/x.test.ts",
  "npm test -- private/x.test.ts",
  "eslint --ext .ts private",
  "prettier --check private/x.ts",
  "wc -l $(find private -name '*.ts')",
  "find private -name '*.ts' -exec head -2 {} +",
  "git commit -m 'about private/x and more'",
  "gh pr create --body 'about private/x'",
  "npm run private",
  "git config user.name private",
  "node -p 'require(\"./private/x.json\").version'",
  "python3 -c 'import json; print(json.load(open(\"private/x.json\")))'",
  "tar xf private/a.tar",
])("what is run, looked at or spoken of is no writing of it: %s", (command) => {
  expect(isFree(command)).toBe(true);
});

test("where a sandbox closes it to whatever runs, nothing more is asked", () => {
  const asked = NAMED.filter((command) => isFree(command, { ...DENIED, closesDenied: true }));
  expect(asked.length).toBeGreaterThan(200);
});

test("names that start programs are asked about in the texts and orders of programs as in their words", () => {
  const free = [
    "ex -sc 'w .mcp.json|q' a.txt",
    "ed -s a.txt <<< 'w .mcp.json'",
    "gdb -batch -ex 'dump value .mcp.json 1'",
    "psql -c '\\o .mcp.json'",
    "sqlite3 x '.backup .mcp.json'",
    `awk '{print > ".mcp" ".json"}' a.txt`,
    "mktemp -d .huskyXXX",
    "git -C .husky init",
  ].filter((command) => classifyCommand(command, { ...DENIED, rules: { allow: ["shell"] } }).verdict === "allow");
  expect(free).toEqual([]);
});
