import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { seeds } from "../../test/rounds.ts";
import { isRefName } from "../engines/paths/ref-names.ts";
import { checkedOut } from "./git-folder.ts";
import { watchProtected } from "./sandbox/protected-watch.ts";

/** What is told of a repository is git's own: nothing of a file that a link leads to. */

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-told-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

const HASH = "a".repeat(40);
const CANARY = "tulip-harbour";
const CONTENTS = [
  `${CANARY}\n`,
  `ref: refs/heads/${CANARY}\n`,
  `gitdir: ${CANARY}\n`,
  `${HASH} refs/replace/${CANARY}\n`,
  `[core]\n\tworktree = ${CANARY}\n`,
];
const NAMES = ["HEAD", "shallow", "packed-refs", "index", "commondir", "gitdir", "config", "config.worktree", "info"];

test.each(CONTENTS)("no name in a git folder that is a link tells what it leads to: %j", async (content) => {
  writeFileSync(join(base, "secret"), content);
  for (const name of NAMES) {
    const work = join(base, `work-${name}`);
    mkdirSync(work);
    const watching = await watchProtected({ roots: [work], own: [] }, "landlock");
    for (const folder of [".git", "found"]) {
      for (const part of ["objects", "refs"]) mkdirSync(join(work, folder, part), { recursive: true });
      if (name !== "HEAD") writeFileSync(join(work, folder, "HEAD"), "ref: refs/heads/main\n");
      symlinkSync(join(base, "secret"), join(work, folder, name));
    }
    const branch = checkedOut(work, 12);
    const told = (await watching.end({ mayTakeBack: true })).join("\n");
    expect([name, `${branch} ${told}`.includes(CANARY)]).toEqual([name, false]);
  }
});

test("a branch is told where git would call one so, also by the link that old versions wrote", () => {
  const git = join(base, ".git");
  mkdirSync(git);
  const told = (head: string): string | undefined => {
    writeFileSync(join(git, "HEAD"), head);
    return checkedOut(base, 8);
  };
  expect([told("ref: refs/heads/a/b\n"), told(`${HASH}\n`)]).toEqual(["a/b", "aaaaaaaa"]);
  expect([told("ref: refs/heads/a b\n"), told("password\n"), told("ref: /etc/shadow\n")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  rmSync(join(git, "HEAD"));
  symlinkSync("refs/heads/old", join(git, "HEAD"));
  expect(checkedOut(base, 8)).toBe("old");
});

test("what counts as the name of a branch is one for git, and of plain letters the same", () => {
  const pieces = [
    "a",
    "B",
    ".",
    "..",
    "/",
    "-",
    "@",
    "@{",
    "{",
    "~",
    "^",
    ":",
    "?",
    "*",
    "[",
    "\\",
    " ",
    ".lock",
    "lock",
    "\u007f",
    "é",
  ];
  for (const seed of seeds(40)) {
    let state = seed * 2_654_435_761;
    const drawn = (): string => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return pieces[Math.floor(state / 65_536) % pieces.length] ?? "";
    };
    const name = `refs/heads/${Array.from({ length: (seed % 4) + 1 }, drawn).join("")}`;
    const isGits = spawnSync("git", ["check-ref-format", name]).status === 0;
    expect([name, isRefName(name)]).toEqual([name, isGits]);
  }
});

test("a HEAD of git itself is told as git tells it", () => {
  execFileSync("git", ["init", "-q", "-b", "topic/one", base]);
  expect(checkedOut(base, 8)).toBe("topic/one");
});
