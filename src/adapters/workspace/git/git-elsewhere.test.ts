import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { gitElsewhere } from "./git-elsewhere.ts";
import { gitPrograms } from "./git-programs.ts";

let base: string;
let work: string;
let other: string;
const git = (folder: string, ...words: readonly string[]): void => {
  const settings = ["user.name=a", "user.email=a@b", "protocol.file.allow=always"].flatMap((one) => ["-c", one]);
  execFileSync("git", ["-C", folder, ...settings, ...words], { stdio: "pipe" });
};
const repository = (name: string): string => {
  const folder = join(base, name);
  mkdirSync(folder);
  git(folder, "init", "-q");
  writeFileSync(join(folder, "a.txt"), name);
  git(folder, "add", ".");
  git(folder, "commit", "-qm", name);
  return folder;
};
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-git-")));
  work = repository("work");
  other = repository("other");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test("a repository, a second working tree of it, one around a folder, a submodule and a folder without one stay where they are", () => {
  git(work, "worktree", "add", "-q", "../second");
  git(work, "submodule", "add", "-q", "../other", "part");
  git(work, "commit", "-qm", "part");
  mkdirSync(join(work, "deep/er"), { recursive: true });
  mkdirSync(join(base, "plain"));
  for (const folder of ["work", "second", "work/part", "work/deep/er", "plain"])
    expect(gitElsewhere(join(base, folder)), folder).toEqual([]);
});

test.each<readonly [string, (work: string, other: string) => void, RegExp]>([
  ["a file for .git", (at, to) => writeFileSync(join(at, ".git"), `gitdir: ${to}/.git\n`), /^\.git = .*other\/\.git$/],
  ["a link for .git", (at, to) => symlinkSync(join(to, ".git"), join(at, ".git")), /^\.git = .*other\/\.git$/],
])("another repository behind %s is elsewhere", (_, lead, found) => {
  const folder = join(base, "led");
  mkdirSync(folder);
  lead(folder, other);
  expect(gitElsewhere(folder)).toEqual([expect.stringMatching(found)]);
});

test("objects of others count in whichever form they are named, and where that cannot be read", () => {
  for (const form of ['"\\057elsewhere"', `"${join("/", "elsewhere")}"`, "\n".repeat(2_000_000)]) {
    writeFileSync(join(work, ".git/objects/info/alternates"), form);
    expect(gitElsewhere(work)).toEqual([expect.stringMatching(/^objects\/info\/alternates = .*\(unreadable\)$/)]);
  }
});

test.each<readonly [string, () => void, RegExp]>([
  ["core.worktree", () => git(work, "config", "core.worktree", other), /^core\.worktree = .*other$/],
  [
    "core.worktree of an include",
    () => {
      writeFileSync(join(work, "more"), `[core]\n\tworktree = ${other}\n`);
      git(work, "config", "include.path", "../more");
    },
    /^core\.worktree = .*other$/,
  ],
  ["commondir", () => writeFileSync(join(work, ".git/commondir"), `${other}/.git\n`), /^commondir = .*other\/\.git$/],
  [
    "objects of others",
    () => writeFileSync(join(work, ".git/objects/info/alternates"), `${other}/.git/objects\n`),
    /^objects\/info\/alternates = .*other\/\.git\/objects$/,
  ],
  ["a link in it", () => symlinkSync(join(other, "a.txt"), join(work, ".git/shallow")), /shallow = .*other\/a\.txt$/],
  [
    "a link to a file of the working tree",
    () => symlinkSync("../a.txt", join(work, ".git/packed-refs")),
    /packed-refs = .*work\/a\.txt$/,
  ],
  ...[
    ["blame.ignoreRevsFile", "../other/a.txt"],
    ["core.attributesFile", "~/.netrc"],
    ["mailmap.file", "/etc/hostname"],
    ["core.excludesFile", ".env"],
  ].map(
    ([setting = "", value = ""]) =>
      [setting, () => git(work, "config", setting, value), new RegExp(`^${setting.toLowerCase()} = `)] as const,
  ),
  ["a link below", () => symlinkSync(base, join(work, ".git/refs/heads/x")), /refs\/heads\/x = /],
])("%s is elsewhere", (_, lead, found) => {
  lead();
  expect(gitElsewhere(work)).toEqual([expect.stringMatching(found)]);
});

test("settings that name files of the working tree lead nowhere", () => {
  git(work, "config", "blame.ignoreRevsFile", ".git-blame-ignore-revs");
  git(work, "config", "mailmap.file", "docs/.mailmap");
  expect(gitElsewhere(work)).toEqual([]);
});

test("a repository that the index names counts like the one that it lies in, without a word in .gitmodules", () => {
  mkdirSync(join(work, "part"));
  git(join(work, "part"), "init", "-q");
  git(join(work, "part"), "commit", "-q", "--allow-empty", "-m", "x");
  git(work, "add", "part");
  expect([gitPrograms(work), gitElsewhere(work)]).toEqual([[], []]);
  appendFileSync(join(work, "part/.git/config"), '[filter "x"]\n\tclean = touch ran\n');
  symlinkSync(join(other, "a.txt"), join(work, "part/.git/shallow"));
  expect(gitPrograms(work)).toEqual(["filter.x.clean = touch ran"]);
  expect(gitElsewhere(work)).toEqual([expect.stringMatching(/part\/\.git\/shallow = /)]);
});

test("an index whose names are in another file is not known to name no repository", () => {
  git(work, "update-index", "--split-index");
  expect(gitPrograms(work)).toEqual([expect.stringMatching(/index cannot be read$/)]);
});
