import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { rounds } from "../../../../test/rounds.ts";
import { commandFacts } from "../command-facts.ts";
import { checkPath } from "../path-guard.ts";

test("a command's target is a part of a git folder where it makes a folder one, also along with others of its line", () => {
  const root = mkdtempSync(join(tmpdir(), "git-part-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const isPart = (name: string) => commandFacts.isGitPart?.(join(root, "sub", name));
  mkdirSync(join(root, "sub/objects"), { recursive: true });
  expect(["HEAD", "config", "refs"].filter(isPart)).toEqual([]);
  mkdirSync(join(root, "sub/refs"));
  expect(["HEAD", "config"].filter(isPart)).toEqual(["HEAD"]);
  rmSync(join(root, "sub/objects"), { recursive: true });
  rmSync(join(root, "sub/refs"), { recursive: true });
  writeFileSync(join(root, "sub/HEAD"), "ref: refs/heads/main\n");
  expect(["objects", "refs/heads", "config", "a"].filter(isPart)).toEqual(["objects", "refs/heads"]);
});

/** What a git folder may be made of; which of it makes one is git's to say. */
const PIECES: readonly (readonly [path: string, content: string])[] = [
  ["HEAD", "ref: refs/heads/x\n"],
  ["head", "ref: refs/heads/x\n"],
  ["config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"],
  ["objects/a", ""],
  ["refs/b", ""],
  ["commondir", "../other\n"],
  ["hooks/post-checkout", "true\n"],
  ["a.txt", "plain\n"],
];

test("git takes no folder for its own by what calls wrote unasked, however many files each writes and in whatever order", () => {
  const pieces = fc.shuffledSubarray([...PIECES]);
  const calls = fc.tuple(pieces, fc.array(pieces, { minLength: 1, maxLength: 3 }));
  const run = ([there, all]: readonly [typeof PIECES, readonly (typeof PIECES)[]]): void => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "git-made-")));
    try {
      const folder = join(base, "k");
      for (const name of ["k", "other/objects", "other/refs"]) mkdirSync(join(base, name), { recursive: true });
      const put = ([name, content]: (typeof PIECES)[number]): void => {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      };
      there.forEach(put);
      if (isTaken(folder)) return;
      for (const pieces of all) {
        // All files of a call are decided before the first is written.
        const paths = pieces.map(([name]) => checkPath(`k/${name}`, { root: base, op: "write" }));
        if (paths.every(({ allowed }) => allowed)) pieces.forEach(put);
      }
      expect(isTaken(folder)).toBe(false);
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  };
  fc.assert(fc.property(calls, run), { numRuns: rounds(60) });
});

const isTaken = (cwd: string): boolean =>
  spawnSync("git", ["rev-parse", "--git-dir"], {
    cwd,
    env: { PATH: process.env["PATH"], GIT_CEILING_DIRECTORIES: dirname(cwd) },
  }).status === 0;
