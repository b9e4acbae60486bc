import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openGitWorktree } from "./git-worktree.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-git-worktree-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const git = (cwd: string, ...words: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...words], { cwd, encoding: "utf8" });

test.each(["a repository of the person", "an empty folder", "nothing"])(
  "a worktree of a name that a link leads away from, to %s, is refused",
  async (target) => {
    const folder = join(base, "work");
    mkdirSync(join(folder, "trees"), { recursive: true });
    git(folder, "init", "--quiet");
    if (target !== "nothing") mkdirSync(join(base, "elsewhere"));
    if (target.startsWith("a repository")) git(join(base, "elsewhere"), "init", "--quiet");
    symlinkSync(join(base, "elsewhere"), join(folder, "trees/next"));
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "--message", "all");
    const environment = { PATH: process.env["PATH"], HOME: base };
    await expect(openGitWorktree({ folder, name: "next", place: "trees", environment })).rejects.toThrow(
      /link that leads out/,
    );
  },
);

test("what a repository holds is checked out into no folder that the place of worktrees is exchanged for", async () => {
  const folder = join(base, "work");
  for (const made of [join(folder, "trees"), join(base, "elsewhere"), join(base, "bin")])
    mkdirSync(made, { recursive: true });
  git(folder, "init", "--quiet");
  writeFileSync(join(folder, "evil.vim"), "evil\n");
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", "all");
  // As a program in the folder does it that waits for the moment.
  const exchanging = `case " $* " in *" worktree add "*) mv ${folder}/trees ${folder}/aside; ln -s ${base}/elsewhere ${folder}/trees ;; esac`;
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  writeFileSync(join(base, "bin/git"), `#!/bin/sh\n${exchanging}\nexec ${real} "$@"\n`, { mode: 0o755 });
  const environment = { PATH: `${join(base, "bin")}:${process.env["PATH"]}`, HOME: base };
  await expect(openGitWorktree({ folder, name: "next", place: "trees", environment })).rejects.toThrow(
    "cannot be made",
  );
  expect(existsSync(join(base, "elsewhere/next/evil.vim"))).toBe(false);
  expect(readdirSync(join(base, "elsewhere"))).toEqual([]);
});

test("a branch that is given another name in the worktree is told by that, and stays", async () => {
  const folder = join(base, "work");
  mkdirSync(folder);
  git(folder, "init", "--quiet");
  git(folder, "commit", "--quiet", "--allow-empty", "--message", "all");
  const environment = { PATH: process.env["PATH"], HOME: base };
  const worktree = await openGitWorktree({ folder, name: "next", place: "trees", environment });
  expect(worktree.branch()).toBe("waymark/next");
  git(worktree.root, "branch", "-m", "better");
  expect(worktree.branch()).toBe("better");
  expect(await worktree.removeIfUnused()).toBe(false);
  git(worktree.root, "branch", "-m", "waymark/next");
  expect(await worktree.removeIfUnused()).toBe(true);
});
