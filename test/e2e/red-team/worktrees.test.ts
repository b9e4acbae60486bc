import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
import { runWaymark } from "../run-waymark.ts";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** Worktrees of `-w`, their way there, and Waymark's own git: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds | undefined;
let racing: ChildProcess | undefined;
afterEach(() => {
  racing?.kill("SIGKILL");
  grounds?.remove();
});

function makeRepository(files: Readonly<Record<string, string>>): Grounds {
  const made = makeGrounds(files);
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...words], { cwd: made.cwd });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "all");
  return made;
}

const MODE = ["--permission-mode", "acceptEdits"];

test("where a folder lies makes nothing in it protected: commands in a worktree run as in the folder itself", async () => {
  grounds = makeRepository({ "work/a.txt": "a\n", "work/p.py": "print('ran')\n" });
  const calls = [
    shell("echo b > b.txt"),
    shell(`cp a.txt "$PWD/c.txt"`),
    shell("python3 p.py"),
    shell("echo evil > .mcp.json"),
    shell("echo evil > ../../config.json"),
  ];
  const results = await grounds.attack(calls, ["-w", "feat", ...MODE]);
  const there = (name: string) => existsSync(join(grounds?.cwd ?? "", ".waymark/worktrees/feat", name));
  expect([results[2], there("b.txt"), there("c.txt"), there(".mcp.json"), there("../../config.json")]).toEqual([
    expect.stringContaining("ran"),
    ...[true, true, false, false],
  ]);
});

test.each(
  inTurn(2, [
    ["npm test", "allow"],
    ["python3 p.py", "allow"],
    ["echo a > b.txt", "allow"],
    ["echo a > .mcp.json", "ask"],
    ["echo a > ../../config.json", "ask"],
  ]),
)(
  "below the name of a protected folder `%s` is judged by what lies below the working folder: %s",
  async (command, verdict) => {
    const place = makeGrounds({ "work/.waymark/worktrees/feat/p.py": "" });
    grounds = place;
    const words = ["policy", "check", command, ...MODE, "--allowedTools", "shell(npm)"];
    const { stdout } = await runWaymark(words, { ...place, cwd: join(place.cwd, ".waymark/worktrees/feat") });
    expect(/^(?:Here: )?allow/m.test(stdout) ? "allow" : "ask").toBe(verdict);
  },
);

test("what a command put where a worktree would be is not worked in, nor shown as one", async () => {
  grounds = makeRepository({ "work/a.txt": "a\n" });
  const { cwd, home } = grounds;
  cpSync(join(cwd, ".git"), join(cwd, "eg"), { recursive: true });
  writeFileSync(join(cwd, "eg/config"), `[core]\n\tfsmonitor = touch ${join(home, "ran")}; false\n`);
  mkdirSync(join(cwd, ".waymark/worktrees/feat"), { recursive: true });
  writeFileSync(join(cwd, ".waymark/worktrees/feat/.git"), `gitdir: ${join(cwd, "eg")}\n`);
  const { code, stderr } = await runWaymark(["-w", "feat", "-p", "hi"], grounds);
  expect([code, stderr, existsSync(join(home, "ran"))]).toEqual([
    42,
    expect.stringContaining("is no worktree of this repository"),
    false,
  ]);
});

test("a worktree that a command makes up is taken back at its end", async () => {
  const make = [
    "import os, shutil",
    "os.makedirs('.waymark/worktrees/feat')",
    "shutil.copytree('.git', 'eg')",
    "open('.waymark/worktrees/feat/.git', 'w').write('gitdir: ' + os.path.abspath('eg'))",
  ];
  grounds = makeRepository({ "work/a.txt": "a\n", "work/make.py": make.join("\n") });
  const { cwd } = grounds;
  const [result] = await grounds.attack([shell("python3 make.py")], MODE);
  expect([existsSync(join(cwd, ".waymark/worktrees/feat/.git")), result]).toEqual([
    false,
    expect.stringContaining("taken back"),
  ]);
});

/** A process that a session left: as soon as a working tree comes to be, it says that its settings are others, and makes each file look changed. */
const LEADS_AWAY = `
const fs = require("node:fs");
const [folder, elsewhere] = process.argv.slice(1);
for (;;) {
  let names = [];
  try { names = fs.readdirSync(folder + "/.git/worktrees"); } catch {}
  for (const name of names) {
    try {
      fs.writeFileSync(folder + "/.git/worktrees/" + name + "/commondir", elsewhere + "\\n");
      for (const file of fs.globSync(folder + "/.waymark/worktrees/" + name + "/f*.txt")) fs.utimesSync(file, 1, 1);
    } catch {}
  }
}`;

test.each([["-w"], ["batch apply"]])(
  "git of Waymark's own believes nothing of what a process writes into a working tree that is being made: %s",
  { timeout: 120_000 },
  async (how) => {
    const files = Array.from({ length: 200 }, (_, at) => [`work/f${at}.txt`, `${at}\n`] as const);
    grounds = makeRepository({
      ...Object.fromEntries(files),
      "work/job.yaml": "items: { list: [a] }\nlanes: [{ tool: find_files, params: { pattern: 'x' } }]\n",
    });
    const { cwd, home } = grounds;
    const evil = join(cwd, "eg");
    mkdirSync(join(evil, "info"), { recursive: true });
    for (const name of ["objects", "refs", "logs", "worktrees"]) symlinkSync(join(cwd, ".git", name), join(evil, name));
    cpSync(join(cwd, ".git/HEAD"), join(evil, "HEAD"));
    const run = `touch ${join(home, "ran")}; cat`;
    writeFileSync(join(evil, "config"), `[filter "x"]\n\tsmudge = ${run}\n\tclean = ${run}\n`);
    writeFileSync(join(evil, "info/attributes"), "* filter=x\n");
    if (how === "batch apply") {
      expect((await runWaymark(["batch", "run", "job.yaml"], grounds)).code).toBe(0);
    }
    racing = spawn(process.execPath, ["-e", LEADS_AWAY, cwd, evil], { stdio: "ignore" });
    const words = how === "-w" ? ["-w", "feat", "-p", "hi"] : ["batch", "apply", "job", "--branch", "b"];
    await runWaymark(words, grounds);
    // It may well be refused: what git itself would be told is another repository's.
    expect(existsSync(join(home, "ran"))).toBe(false);
  },
);
