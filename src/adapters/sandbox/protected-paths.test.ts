import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { atOnce } from "../../base/steps.ts";
import { repositoriesOutside, workspaceMounts } from "./protected-paths.ts";

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "waymark-mounts-")));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test("a repository without hooks gets an empty folder of them, which is covered", () => {
  const root = folder();
  mkdirSync(join(root, ".git"));
  expect(atOnce(workspaceMounts([root]))).toEqual({
    writable: [root, join(root, ".git")],
    readOnly: [join(root, ".git/hooks")],
    readOnlyIfThere: [],
    writableWithin: [],
  });
});

test("of a repository outside, what is no part of a commit in this working tree is read-only", () => {
  const [base, home] = [folder(), folder()];
  const git = (cwd: string, ...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...words], {
      cwd,
      env: { ...process.env, HOME: home },
    });
  const main = join(base, "main");
  git(base, "init", "--quiet", "main");
  git(main, "commit", "--quiet", "--allow-empty", "--message", "all");
  for (const tree of ["wt", "other"]) git(main, "worktree", "add", "--quiet", `../${tree}`);
  const closed = atOnce(workspaceMounts([join(base, "wt")]));
  const mounts = atOnce(workspaceMounts([join(base, "wt")], { isGitAlone: true }));
  const inGit = (paths: readonly string[]) => paths.map((path) => relative(join(main, ".git"), path)).sort();
  expect(repositoriesOutside([join(base, "wt")])).toEqual([join(main, ".git")]);
  expect(inGit(closed.writable)).toEqual(["../../wt"]);
  expect(inGit(closed.readOnly)).toEqual(["", "../../wt/.git"]);
  expect(inGit(closed.writableWithin)).toEqual(["logs", "objects", "refs", "worktrees/wt"]);
  expect(inGit(mounts.writable)).toEqual(["", "../../wt", "worktrees"]);
  expect(inGit(mounts.readOnly)).toEqual(["../../wt/.git", "config", "hooks", "info"]);
  expect(inGit(mounts.readOnlyIfThere)).toEqual(expect.arrayContaining(["HEAD", "index", "worktrees/other"]));
  expect(inGit(mounts.readOnlyIfThere)).not.toEqual(expect.arrayContaining(["objects"]));
  expect(repositoriesOutside([join(base, "wt"), main])).toEqual([]);
  for (let tree = 0; tree <= 100; tree++) mkdirSync(join(main, ".git/worktrees", `0${tree}`));
  const many = atOnce(workspaceMounts([join(base, "wt")], { isGitAlone: true }));
  expect(inGit(many.readOnlyIfThere)).toContain("worktrees");
  expect(inGit(many.writableWithin)).toEqual(["worktrees/wt"]);
});

test("no number of names keeps what is to be covered out", () => {
  const root = folder();
  for (const path of [".github/workflows", ".vscode"]) mkdirSync(join(root, path), { recursive: true });
  for (let name = 0; name <= 5_000; name++) {
    writeFileSync(join(root, `.a${name}`), "");
    writeFileSync(join(root, `.github/a${name}.png`), "");
  }
  mkdirSync(join(root, ".git"));
  for (let name = 0; name <= 100; name++) writeFileSync(join(root, ".github", `b${name}.yml`), "");
  const { readOnly } = atOnce(workspaceMounts([root]));
  expect(readOnly.toSorted()).toEqual([".git/hooks", ".github", ".vscode"].map((path) => join(root, path)));
});

test("what the repository's settings name, and where its hooks lead, is read-only too", () => {
  const root = folder();
  execFileSync("git", ["init", "--quiet", root]);
  for (const [name, value] of [
    ["core.hooksPath", "githooks"],
    ["core.fsmonitor", "./fsm.sh"],
    ["filter.x.clean", "sh tools/clean.sh"],
  ] as const)
    execFileSync("git", ["-C", root, "config", name, value]);
  for (const path of ["githooks/pre-commit", "fsm.sh", "tools/clean.sh", "scripts/pc.sh"]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
  }
  symlinkSync("../../scripts/pc.sh", join(root, ".git/hooks/pre-commit"));
  const { readOnly } = atOnce(workspaceMounts([root]));
  expect(readOnly).toEqual(
    expect.arrayContaining(["githooks", "fsm.sh", "tools/clean.sh", "scripts/pc.sh"].map((path) => join(root, path))),
  );
});

/** A folder and a link to elsewhere, under the repository's name by turns, for as long as `go` is there. */
const EXCHANGES = `
const fs = require("node:fs");
process.chdir(process.argv[1]);
fs.mkdirSync("folder");
fs.symlinkSync(process.argv[2], "link");
console.log("ready");
while (fs.existsSync("go"))
  for (const name of ["folder", "link"]) {
    fs.renameSync(name, ".git");
    if (name === "folder" && fs.existsSync(".git/hooks")) fs.rmdirSync(".git/hooks");
    fs.renameSync(".git", name);
  }`;
const LOOKS = 20_000;

test("no folder is made where a process that was left puts a link in the repository's place meanwhile", async () => {
  const [root, elsewhere] = [folder(), folder()];
  mkdirSync(join(root, "go"));
  const exchanging = spawn(process.execPath, ["-e", EXCHANGES, root, elsewhere], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const gone = new Promise((resolve) => exchanging.once("exit", resolve));
  await new Promise((resolve) => exchanging.stdout.once("data", resolve));
  let isMade = false;
  for (let look = 0; look < LOOKS && !isMade; look++) {
    atOnce(workspaceMounts([root]));
    isMade = existsSync(join(elsewhere, "hooks"));
  }
  rmSync(join(root, "go"), { recursive: true });
  await gone;
  expect(isMade).toBe(false);
});

test("hooks behind a link into the folder, and the folder that a `.git` file names in it, are read-only where they lie", () => {
  const root = folder();
  for (const path of ["tools/hooks", "store/objects", "store/refs", "store/hooks"])
    mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, "store/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(root, "store/config"), "");
  writeFileSync(join(root, ".git"), "gitdir: ./store\n");
  expect(atOnce(workspaceMounts([root]))).toEqual({
    writable: [root, join(root, "store")],
    readOnly: [join(root, ".git"), join(root, "store/hooks"), join(root, "store/config")],
    readOnlyIfThere: [],
    writableWithin: [],
  });
  rmSync(join(root, ".git"));
  mkdirSync(join(root, ".git"));
  symlinkSync("../tools/hooks", join(root, ".git/hooks"));
  expect(atOnce(workspaceMounts([root])).readOnly).toEqual([join(root, "tools/hooks")]);
});

/** More empty files than any list of names holds, before all others in their order. */
function flood(place: string, name: (index: number) => string, count: number): void {
  mkdirSync(place, { recursive: true });
  for (let index = 0; index < count; index++) writeFileSync(join(place, name(index)), "");
}

test("names that mean nothing push none out that does, at the top and in a folder that is protected in part", () => {
  const root = folder();
  mkdirSync(join(root, ".git/hooks"), { recursive: true });
  for (const path of [".mcp.json", ".git/config"]) writeFileSync(join(root, path), "");
  flood(root, (index) => `.aa${index}`, 5_100);
  flood(join(root, ".github"), (index) => `aa${index}.png`, 5_100);
  mkdirSync(join(root, ".github/workflows"));
  expect(atOnce(workspaceMounts([root]))).toEqual({
    writable: [root, join(root, ".git"), join(root, ".github")],
    readOnly: [".git/hooks", ".git/config", ".github/workflows", ".mcp.json"].map((path) => join(root, path)),
    readOnlyIfThere: [],
    writableWithin: [],
  });
});

test("a folder with more protected names in it than are covered one by one is covered", () => {
  const root = folder();
  flood(join(root, ".github"), (index) => `aa${index}`, 101);
  expect(atOnce(workspaceMounts([root]))).toEqual({
    writable: [root],
    readOnly: [join(root, ".github")],
    readOnlyIfThere: [],
    writableWithin: [],
  });
});
