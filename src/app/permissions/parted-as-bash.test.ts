import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { decide } from "../../core/permissions/decide.ts";
import { permissionPolicy } from "./permission-policy.ts";

/** Which words a list of names becomes is asked of bash and xargs themselves; the judge is only asked for its verdict. */

const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

const PLAIN = ["a", "b.txt", "two words", "x - y", "it's", "o(1)", "a;b", "$x", "#c"];
const HOSTILE = ["a ", " b", "a ..", "a .", "x *", "x ?*", "* y", "a -r", "*", "[a-z]*", "\\", "\\.."];
const PATH = (names: readonly string[]) =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PLAIN) }, fc.constantFrom(...names)), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.join("/"));
const TREE = (names: readonly string[]) => fc.array(PATH(names), { minLength: 2, maxLength: 5 });

const LISTS = [
  "git ls-files",
  "ls",
  "find . -type f",
  "find a",
  "git ls-files | sort",
  "git diff --name-only --cached",
  "grep -rl . .",
];
const LINES: readonly ((list: string) => string)[] = [
  (list) => `for d in $(${list}); do LOSE "$d"; done`,
  (list) => `for d in $(${list}); do LOSE $d; done`,
  (list) => `LOSE $(${list})`,
  (list) => `${list} | xargs LOSE`,
  (list) => `${list} | xargs -n1 LOSE`,
  (list) => `${list} | xargs -I{} LOSE {}`,
  (list) => `${list} | while read f; do LOSE $f; done`,
  (list) => `${list} | while read f; do LOSE "$f"; done`,
  (list) => `${list} | while read f g; do LOSE "$g"; done`,
  (list) => `a=$(${list}); LOSE $a`,
  (list) => `${list} | awk '{ print $2 }' | while read -r f; do LOSE "$f"; done`,
  () => "for f in *; do LOSE $f; done",
  () => "for f in a/*; do LOSE $f; done",
];
const WHOLE: readonly ((list: string) => string)[] = [
  (list) => `${list} | while IFS= read -r f; do LOSE "$f"; done`,
  (list) => `${list} | while read -r f; do LOSE "$f"; done`,
  (list) => `${list} | xargs -d '\\n' LOSE`,
  () => 'for f in *; do LOSE "$f"; done',
];

function makeTree(paths: readonly string[]): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "waymark-parted-")));
  homes.push(home);
  const root = join(home, "work");
  for (const path of ["a/x", ...paths]) {
    try {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), "x\n");
    } catch {
      // A file stands where a folder would, or the other way round.
    }
  }
  execFileSync("git", ["init", "-q", "."], { cwd: root });
  execFileSync("git", ["add", "-A"], { cwd: root });
  return root;
}

/** Whether one of the words that would be lost is an option, or leads elsewhere than below the folder. */
function losesElsewhere(line: string, root: string): boolean {
  const { stdout } = spawnSync("bash", ["--norc", "-c", line.replaceAll("LOSE", "/usr/bin/env printf '%s\\0'")], {
    cwd: root,
    encoding: "utf8",
  });
  const words = stdout.split("\0").filter(Boolean);
  return words.some((word) => {
    const path = resolve(root, word);
    return !path.startsWith(`${root}/`) || /^-\S/.test(word);
  });
}

async function isFree(command: string, root: string): Promise<boolean> {
  const rules = { allow: [], ask: [], deny: [] };
  const policy = permissionPolicy({
    mode: "bypassPermissions",
    rules,
    cwd: root,
    home: join(root, "../../me"),
    environment: {},
  });
  return (await decide("shell", { accesses: [{ kind: "run", command }] } as never, policy)).verdict === "allow";
}

test("a list of names is what the shell makes of it: where a piece of one leads elsewhere, what loses it asks in every mode", async () => {
  const missed: string[] = [];
  const counts = { away: 0, free: 0 };
  const cases = fc.sample(fc.tuple(TREE(HOSTILE), fc.constantFrom(...LINES), fc.constantFrom(...LISTS)), {
    numRuns: rounds(90),
    seed: 5,
  });
  for (const [paths, line, list] of cases) {
    const root = makeTree(paths);
    const written = line(list);
    const free = await isFree(written.replaceAll("LOSE", "rm -rf"), root);
    if (free) counts.free++;
    if (!losesElsewhere(written, root)) continue;
    counts.away++;
    if (free) missed.push(`${written} in ${JSON.stringify(paths)}`);
  }
  expect(missed).toEqual([]);
  expect(Math.min(counts.away, counts.free), JSON.stringify(counts)).toBeGreaterThan(10);
}, 240_000);

test("names with blanks that stay below are no question, nor is what takes each name whole", async () => {
  const asked: string[] = [];
  const [plain, hostile] = [
    ["two words/x", "x - y", "it's"],
    ["a /etc", "x *"],
  ].map(makeTree);
  for (const list of LISTS) {
    for (const line of LINES) {
      const written = line(list).replaceAll("LOSE", "gzip -r");
      if (!(await isFree(written, plain ?? ""))) asked.push(written);
    }
    for (const line of WHOLE) {
      const written = line(list).replaceAll("LOSE", "gzip -r");
      if (!(await isFree(written, hostile ?? ""))) asked.push(written);
    }
  }
  expect(asked).toEqual([]);
}, 120_000);
