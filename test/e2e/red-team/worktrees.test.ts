import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { runWaymark } from "../run-waymark.ts";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** Worktrees of `-w`, their way there, and Waymark's own git: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

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

test.each([
  ["npm test", "allow"],
  ["python3 p.py", "allow"],
  ["echo a > b.txt", "allow"],
  ["echo a > .mcp.json", "ask"],
  ["echo a > ../../config.json", "ask"],
])(
  "below the name of a protected folder `%s` is judged by what lies below the working folder: %s",
  async (command, verdict) => {
    const place = makeGrounds({ "work/.waymark/worktrees/feat/p.py": "" });
    grounds = place;
    const words = ["policy", "check", command, ...MODE, "--allowedTools", "shell(npm)"];
    const { stdout } = await runWaymark(words, { ...place, cwd: join(place.cwd, ".waymark/worktrees/feat") });
    expect(/^(?:Here: )?allow/m.test(stdout) ? "allow" : "ask").toBe(verdict);
  },
);
