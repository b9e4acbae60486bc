import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Worktree } from "./worktree.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-worktree-")));
  mkdirSync(join(base, "root/a"), { recursive: true });
  writeFileSync(join(base, "root/a/id.txt"), "ours\n");
  mkdirSync(join(base, "home"));
  writeFileSync(join(base, "home/id.txt"), "private\n");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const opened = (): Worktree => {
  const worktree = new Worktree(join(base, "copy"));
  worktree.make(join(base, "root"));
  return worktree;
};

test("a folder of the copy that became a link brings nothing of where it leads", () => {
  const worktree = opened();
  rmSync(join(worktree.folder, "a"), { recursive: true });
  symlinkSync(join(base, "home"), join(worktree.folder, "a"));
  expect(worktree.changes(join(base, "root")).diff).not.toContain("private");
});

test("a file of the copy that became a link or a pipe is not read, and keeps nobody waiting", () => {
  const worktree = opened();
  for (const put of [
    (path: string) => symlinkSync(join(base, "home/id.txt"), path),
    (path: string) => execFileSync("mkfifo", [path]),
  ]) {
    const path = join(worktree.folder, "a/id.txt");
    rmSync(path);
    put(path);
    expect(worktree.changes(join(base, "root")).diff).toMatch(/^-ours$/m);
    expect(worktree.changes(join(base, "root")).diff).not.toContain("private");
  }
});

test("a file that is larger than a text of changes may be is left by its size, and not read; one that is as it was is no change", () => {
  writeFileSync(join(base, "root/large"), "");
  truncateSync(join(base, "root/large"), 8_000_000);
  const worktree = opened();
  writeFileSync(join(worktree.folder, "added"), "");
  // More than any buffer holds: a read of it would throw.
  truncateSync(join(worktree.folder, "added"), 2 ** 40);
  writeFileSync(join(worktree.folder, "a/id.txt"), "theirs\n");
  const { diff, left } = worktree.changes(join(base, "root"));
  expect([left, diff.includes("+theirs")]).toEqual([["added"], true]);
});
