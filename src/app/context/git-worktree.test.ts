import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openGitWorktree } from "./git-worktree.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-git-worktree-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test.each(["a repository of the person", "an empty folder", "nothing"])(
  "a worktree of a name that a link leads away from, to %s, is refused",
  async (target) => {
    const folder = join(base, "work");
    const git = (cwd: string, ...words: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...words], { cwd });
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
