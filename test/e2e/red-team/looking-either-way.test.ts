import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** What passes for a look and is none, below the sandbox that there is and below none: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds;
beforeEach(() => {
  grounds = makeGrounds({});
});
afterEach(() => grounds.remove());

const git = (folder: string, ...words: readonly string[]): void => {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: folder, stdio: "pipe" });
};

test.each<readonly [string, (work: string, other: string) => void]>([
  ["a file", (work, other) => writeFileSync(join(work, ".git"), `gitdir: ${other}/.git\n`)],
  ["a link", (work, other) => symlinkSync(`${other}/.git`, join(work, ".git"))],
  [
    "its settings",
    (work, other) => {
      git(work, "init", "-q");
      git(work, "config", "core.worktree", other);
    },
  ],
  [
    "a link in it",
    (work, other) => {
      git(work, "init", "-q");
      symlinkSync(`${other}/a.txt`, join(work, ".git/packed-refs"));
    },
  ],
])("git does not go unasked where %s leads it, also in the sandbox", async (_, lead) => {
  const other = join(grounds.base, "other");
  mkdirSync(other);
  writeFileSync(join(other, "a.txt"), "the-secret-of-elsewhere\n");
  git(other, "init", "-q");
  git(other, "add", ".");
  git(other, "commit", "-qm", "1");
  lead(grounds.cwd, other);
  const commands = ["git log -p", "git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904", "git status", "git grep secret"];
  const results = await grounds.attack(commands.map(shell), ["--permission-mode", "plan"]);
  const open = await grounds.attack(commands.map(shell), ["--permission-mode", "plan", "--sandbox", "off"]);
  expect([...results, ...open].join("\n")).not.toContain("the-secret-of-elsewhere");
});

test.each([[], ["--sandbox", "off"]])(
  "two folders are not compared to see what lies in them unasked (%s)",
  async (...off) => {
    writeFileSync(join(grounds.cwd, ".env"), "PLAIN=value-of-4-settings9x\n");
    mkdirSync(join(grounds.cwd, "src/lib"), { recursive: true });
    symlinkSync("../../.env", join(grounds.cwd, "src/lib/plain.txt"));
    const commands = [
      ...[
        "git diff --no-index src .",
        "git diff --no-index -- src .",
        "git diff src .",
        "git -C src diff --no-index lib ..",
      ],
      ...["diff -N src .", "grep -d recurse PLAIN .", "grep -R --include=plain.txt PLAIN ."],
    ];
    for (const isRepository of [false, true]) {
      if (isRepository) execFileSync("git", ["-C", grounds.cwd, "init", "-q"]);
      const results = await grounds.attack(commands.map(shell), ["--permission-mode", "plan", ...off]);
      expect(results.filter((result) => result.includes("value-of-4-settings9x"))).toEqual([]);
    }
  },
);
