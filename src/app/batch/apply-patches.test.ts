import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Queue } from "../../core/ports/queue.ts";
import { applyPatches } from "./apply-patches.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "patches-")));
afterEach(() => rmSync(base, { recursive: true, force: true }));

const newFile = (path: string): string => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;
const STARTING = [".husky/post-checkout", "sub/.vscode/tasks.json", ".mcp.json", ".github/workflows/x.yml", ".envrc"];
const MOVED = "diff --git a/a.txt b/.claude/settings.json\nrename from a.txt\nrename to .claude/settings.json\n";

test("what a diff of a model would have started is on no branch before a person says so", async () => {
  const cwd = join(base, "work");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "a.txt"), "one\n");
  const identity = { GIT_CONFIG_GLOBAL: "/dev/null", PATH: process.env["PATH"] };
  const git = (...words: string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], {
      cwd,
      env: identity,
      encoding: "utf8",
    });
  git("init", "--quiet");
  git("config", "user.name", "a");
  git("config", "user.email", "a@b.c");
  git("add", "--all");
  git("commit", "--quiet", "--message", "first");
  const diffs = [...STARTING.map(newFile), MOVED, newFile("plain.txt")];
  const entries = diffs.map((diff, index) => ({ id: `i${index}`, result: { answer: { diff } } }));
  const queue = {
    entries: async function* () {
      yield* entries;
    },
  } as unknown as Queue;
  const batch = { name: "job", queue, description: {} } as unknown as Parameters<typeof applyPatches>[0];
  const place = { cacheFolder: join(base, "cache"), environment: identity };
  const { applied, failed } = await applyPatches(batch, cwd, { ...place, branch: "one", protectedToo: false });
  expect(applied).toEqual(["i6"]);
  expect(failed.map(({ problem }) => problem.includes("--protected"))).toEqual(Array(6).fill(true));
  expect(git("ls-tree", "-r", "--name-only", "one")).toBe("a.txt\nplain.txt\n");
  const said = await applyPatches(batch, cwd, { ...place, branch: "two", protectedToo: true });
  expect(said.failed).toEqual([]);
});
