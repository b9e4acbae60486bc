import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark } from "../run-waymark.ts";

/** Plans, and what a run of one left, that a repository brings along: docs/guide/security.md, "Attacks and where they end". */

let place: Place;
beforeEach(() => {
  place = makePlace({ "README.md": "Hello.\n" });
});
afterEach(() => place.remove());

const STATE = ".waymark/plan-state/p";
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

const journal = (set: object): string =>
  inWork(`${STATE}/journal.jsonl`, `${JSON.stringify({ n: 1, step: { id: "a", set } })}\n`);

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

test("the number of an attempt is no path: nothing outside is removed by it", async () => {
  const file = inHome("Documents/letter.txt");
  for (const tool of ["read_file", "shell"]) {
    plan(step("a", tool, tool === "shell" ? { command: "true" } : { path: "gone.txt" }, { idempotent: true }));
    journal({ status: "in_progress", attempts: `/../${upTo("Documents")}` });
    await run();
    expect(readFileSync(file, "utf8")).toBe(PRIVATE);
  }
});

test("a journal says how a step came on, not what it does", async () => {
  plan(READ);
  journal({ tool: "write_file", params: { path: "out.txt", content: "never shown" } });
  expect((await run()).stdout).toContain("[x] a  a (read_file)");
  expect(existsSync(join(place.cwd, "out.txt"))).toBe(false);
});

test("what a step had begun to change is read by its hash alone", async () => {
  inHome("notes.txt");
  plan(READ);
  journal({ status: "in_progress", attempts: 1 });
  const before = `x/../../${upTo("notes.txt")}`;
  inWork(`${STATE}/steps/a.1/commit-0.json`, JSON.stringify([{ path: "README.md", before, after: null }]));
  const { stdout } = await run("--output-format", "stream-json");
  expect(stdout).not.toContain(PRIVATE);
});

const shell = step("a", "shell", { command: "echo overwritten" });

test.each([
  ["the journal", `${STATE}/journal.jsonl`, READ],
  ["the state of a plan", STATE, shell],
  ["the notes of a step", `${STATE}/steps`, shell],
  ["the output of a command", `${STATE}/steps/a.1/run-0/output`, shell],
  ["the plan as it is written", `${STATE}/plan.tmp`, READ],
  ["the folder of plans' states", ".waymark/plan-state", READ],
])("%s that is a link is not written through", async (_, path, one) => {
  const file = inHome("outside/file.txt");
  plan(one);
  link(/\.\w+$|output$/.test(path) ? file : dirname(file), path);
  const { code } = await run();
  expect(code).not.toBe(0);
  expect(readFileSync(file, "utf8")).toBe(PRIVATE);
});

test("a kept output that is a link is not read, nor one that a command is said to have had", async () => {
  const file = inHome("notes.txt");
  plan(shell);
  journal({ status: "in_progress", attempts: 1 });
  const folder = `${STATE}/steps/a.1/run-0`;
  inWork(`${folder}/claim`, "1\n");
  inWork(`${folder}/end`, "0\n");
  link(file, `${folder}/output`);
  const { stdout } = await run("--output-format", "stream-json");
  expect(stdout).not.toContain(PRIVATE);
});

test("a plan that is a link or a pipe is none, and hides no other", async () => {
  plan(READ);
  link(inHome("notes.txt"), ".waymark/plans/q.json");
  link("/nowhere", ".waymark/plans/r.json");
  const { stdout, code } = await runWaymark(["plan", "list"], place);
  expect([code, stdout.includes("p"), stdout.includes("q  ")]).toEqual([0, true, false]);
});
