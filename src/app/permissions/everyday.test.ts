import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Decision, PermissionMode } from "../../core/permissions/decide.ts";
import { decide } from "../../core/permissions/decide.ts";
import { refusalText } from "../../core/permissions/refusal.ts";
import { permissionPolicy } from "./permission-policy.ts";

/** Lines as people write them every day, in a folder with files of every day and without a sandbox. */
const home = realpathSync(mkdtempSync(join(tmpdir(), "waymark-everyday-")));
const project = join(home, "work/proj");
const FILES: Readonly<Record<string, string>> = {
  "a.txt": "one\ntwo\n",
  "src/a.ts": "export const a = 1;\n",
  ".npmrc": "# how we install\nsave-exact=true\nengine-strict = true\nsave-prefix=^\n",
  "registry/.npmrc": "registry=https://npm.example.com/\nsave-exact=true\n",
  "login/.npmrc": "save-exact=true\n//npm.example.com/:_authToken=abc\n",
  "login/plain/a.txt": "",
  "commented/.npmrc": "save-exact=true\n# //npm.example.com/:_authToken=abc\n",
  "remembered/.npmrc": "; password = abc\nsave-exact=true\n",
  "hidden/.npmrc": "registry=https://me:pass@npm.example.com/\n",
  "odd/.npmrc": "save-exact=true\n[x]\nprefix=/tmp\n",
  "logs/.npmrc": "save-exact=true\nlogs-dir=/tmp/x\n",
  "config/secrets.example.yml": "a: 1\n",
  "config/secrets.yml": "a: 1\n",
  "test/fixtures/credentials.json": "{}\n",
  "test/fixtures/id_rsa": "x\n",
  "test/fixtures/.env": "A=1\n",
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
}

const decided = (command: string, mode: PermissionMode, allow: readonly string[] = []): Promise<Decision> =>
  decide(
    "shell",
    { accesses: [{ kind: "run", command }], display: { kind: "text", text: "" } },
    permissionPolicy({ mode, rules: { allow, ask: [], deny: [] }, cwd: project, home, own: [join(home, ".waymark")] }),
  );

test("plan mode says why a command may not run, which part of it is meant, and what to do instead", async () => {
  const lines = ["cd src && ls && rm -rf dist", "touch x", "git status && npm test"];
  const told = await Promise.all(lines.map((line) => decided(line, "plan", ["shell(npm test)"])));
  expect(told.map(refusalText)).toMatchInlineSnapshot(`
    [
      "plan mode only looks, and \`rm -rf dist\` may do more (no rule allows rm, and it is not known to only read).
    Look by what only reads, and propose the rest instead of running it.",
      "plan mode only looks (no rule allows touch, and it is not known to only read).
    Look by what only reads, and propose the rest instead of running it.",
      "plan mode only looks, and \`npm test\` may do more (it is not known to only read).
    Look by what only reads, and propose the rest instead of running it.",
    ]
  `);
});

test("what starts what only reads, and adds nothing, only reads: in plan mode, too", async () => {
  const lines = ["bash -c 'ls src | wc -l'", "timeout 10 grep -rn export src", "sh -c 'cd src && ls'"];
  const told = await Promise.all([...lines, "bash -c 'ls; touch x'"].map((line) => decided(line, "plan")));
  expect(told.map(({ verdict }) => verdict)).toEqual(["allow", "allow", "allow", "deny"]);
});

const asked = async (lines: readonly string[], mode: PermissionMode = "plan"): Promise<readonly string[]> => {
  const verdicts = await Promise.all(lines.map(async (line) => (await decided(line, mode)).verdict));
  return lines.filter((_, index) => verdicts[index] !== "allow");
};

test("settings of npm are looked into: they count where they write, connect, start something or hold a login", async () => {
  const free = ["npm --version", "npm ls --depth=0", "cat .npmrc", "cat registry/.npmrc", "grep -n save .npmrc"];
  expect(await asked(free)).toEqual([]);
  const others = [
    ...["registry", "login", "login/plain", "hidden", "odd", "logs"].map((folder) => `cd ${folder} && npm ls`),
    ...["login", "commented", "remembered", "hidden", "odd", "logs"].map((folder) => `cat ${folder}/.npmrc`),
  ];
  expect(await asked(others)).toEqual(others);
});

test("samples of secrets, and what tests take for data, are there to be read", async () => {
  expect(await asked(["cat config/secrets.example.yml", "cat test/fixtures/credentials.json"])).toEqual([]);
  const others = [
    "cat config/secrets.yml",
    "cat test/fixtures/id_rsa",
    "cat test/fixtures/.env",
    "cat test/fixtures/*",
  ];
  expect(await asked(others)).toEqual(others);
});

test("a pattern behind an option that finds nothing in the folder stays its value", async () => {
  expect(await asked(["rg -n export -g *.ts", "grep -rn export --include *.ts src"])).toEqual([]);
  expect(await asked(["rg -n export -g *.txt"])).toEqual(["rg -n export -g *.txt"]);
});
