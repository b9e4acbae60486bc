import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { missing } from "../../optional-programs.ts";
import { makePlace, type Place, runWaymark } from "../run-waymark.ts";

/** Plans, and what a run of one left, that a repository brings along: docs/guide/security.md, "Attacks and where they end". */

let place: Place;
beforeEach(() => {
  place = makePlace({ "README.md": "Hello.\n" });
});
afterEach(() => place.remove());

/** Where a run of old kept what it needs. */
const BROUGHT = ".waymark/plan-state/p";
const PRIVATE = "what nobody gave away";

function put(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const inWork = (path: string, text: string): string => put(join(place.cwd, path), text);
const inHome = (path: string): string => put(join(place.home, path), PRIVATE);

function link(target: string, path: string): void {
  mkdirSync(dirname(join(place.cwd, path)), { recursive: true });
  symlinkSync(target, join(place.cwd, path));
}

const step = (id: string, tool: string, params: object, more: object = {}) => ({
  ...{ id, title: id, tool, params, needs: [] as string[], status: "pending", attempts: 0 },
  ...more,
});

const READ = step("a", "read_file", { path: "README.md" });
const plan = (...steps: readonly object[]): string =>
  inWork(
    ".waymark/plans/p.json",
    JSON.stringify({ version: 1, id: "p", goal: "g", created: "2026", status: "draft", steps, revisions: [] }),
  );

const run = (...flags: readonly string[]) =>
  runWaymark(["plan", "run", "p", "--permission-mode", "acceptEdits", ...flags], place);

/** From the folder of kept outputs, or that of notes, up to the home. */
const upTo = (path: string): string => `../../../../../home/${path}`;

test("the output of a step is no path: nothing outside is read by it", async () => {
  inHome("notes.txt");
  const key = hash("sha256", JSON.stringify([READ.tool, READ.params, null, []]));
  const copy = step("b", "write_file", { path: "out.txt", content: `\${steps.a.output}` }, { needs: ["a"] });
  plan({ ...READ, status: "completed", attempts: 1, key, output: upTo("notes.txt") }, copy);
  const { stdout } = await run();
  expect(stdout).toContain("1 failed");
  expect(existsSync(join(place.cwd, "out.txt"))).toBe(false);
});

test("what a repository brings as the state of a plan counts for nothing: no step is done by it, and nothing is read or removed", async () => {
  const file = inHome("Documents/letter.txt");
  plan(READ);
  inWork(`${BROUGHT}/steps/a.1/run-0/end`, "0\n");
  link(file, `${BROUGHT}/steps/a.1/run-0/output`);
  for (const attempts of [1, `/../${upTo("Documents")}`]) {
    inWork(
      `${BROUGHT}/journal.jsonl`,
      `${JSON.stringify({ n: 1, step: { id: "a", set: { status: "completed", result: "never so", attempts } } })}\n`,
    );
    const { stdout } = await run("--output-format", "stream-json", "--again", "a");
    expect(stdout).not.toContain(PRIVATE);
    const kept = readFileSync(join(place.cwd, ".waymark/plans/p.json"), "utf8");
    expect([JSON.parse(kept).status, kept.includes("never so")]).toEqual(["completed", false]);
  }
  expect(readFileSync(file, "utf8")).toBe(PRIVATE);
});

const shell = step("a", "shell", { command: "echo overwritten" });

/** As a program does that a command left in the folder, whatever it is confined to: it makes links of every name in it that a run may write. */
const PLANT = `
import glob, os, sys
names = ["output", "begun", "end", "claim", "runner", "plan.tmp", "journal.jsonl"]
while True:
    for folder in glob.glob(".waymark/**/", recursive=True, include_hidden=True):
        for name in names:
            try: os.symlink(sys.argv[1], folder + name)
            except OSError: pass
`;

test.skipIf(missing("python3"))(
  "the notes and outputs of a run lie where nothing in the folder can plant a link",
  async () => {
    const file = inHome(".bashrc");
    plan(shell);
    const planting = spawn("python3", ["-c", PLANT, file], { cwd: place.cwd, stdio: "ignore" });
    try {
      for (let round = 0; round < 3; round++) await run("--again", "a");
    } finally {
      planting.kill("SIGKILL");
    }
    expect(readFileSync(file, "utf8")).toBe(PRIVATE);
    expect(existsSync(join(place.cwd, ".waymark/plan-state"))).toBe(false);
    expect(JSON.parse(readFileSync(join(place.cwd, ".waymark/plans/p.json"), "utf8"))).toMatchObject({
      status: "completed",
    });
  },
);

test.each([
  ["the folder of plans", ".waymark/plans"],
  ["our own folder", ".waymark"],
])("%s that is a link is not written through", async (_, path) => {
  mkdirSync(join(place.home, "outside"));
  link(join(place.home, "outside"), path);
  inWork("plan.json", JSON.stringify({ goal: "g", steps: [READ] }));
  const { code, stderr } = await runWaymark(["plan", "new", "--file", "plan.json"], place);
  expect([code, stderr]).toEqual([42, expect.stringContaining("leads elsewhere by a link")]);
  expect(readdirSync(join(place.home, "outside"))).toEqual([]);
});

test("a plan that is a link or a pipe is none, and hides no other", async () => {
  plan(READ);
  link(inHome("notes.txt"), ".waymark/plans/q.json");
  link("/nowhere", ".waymark/plans/r.json");
  const { stdout, code } = await runWaymark(["plan", "list"], place);
  expect([code, stdout.includes("p"), stdout.includes("q  ")]).toEqual([0, true, false]);
});
