import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type PlanScene, planScene } from "../../../test/plan-scene.ts";
import { stepEffects } from "./step-effects.ts";

const open: PlanScene[] = [];
const scene = (files = {}): PlanScene => {
  const made = planScene({ files });
  open.push(made);
  return made;
};
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
const STEPS = [{ id: "a", tool: "shell", params: { command: "echo a" } }];

test("CA-62: what was noted after the file was written is there after a crash, a torn line is not", async () => {
  const { plans, draft, kept } = scene();
  await draft(STEPS);
  const record = await plans.open("p");
  record.note({ step: { id: "a", set: { status: "in_progress", attempts: 1 } } }, { mustReachDisk: true });
  record.note({ step: { id: "a", set: { status: "completed", result: "x" } } }, { mustReachDisk: false });
  const journal = kept("p/journal.jsonl");
  writeFileSync(journal, `${readFileSync(journal, "utf8")}{"n":3,"step":{"id":"a","se`);
  expect((await plans.read("p")).steps[0]).toMatchObject({ status: "completed", attempts: 1, result: "x" });
  record.close();
});

test("a note that a field is gone takes it away", async () => {
  const { plans, draft } = scene();
  await draft(STEPS);
  const record = await plans.open("p");
  record.note({ step: { id: "a", set: { error: "x" } } }, { mustReachDisk: false });
  record.note({ step: { id: "a", set: { error: undefined } } }, { mustReachDisk: false });
  expect((await plans.read("p")).steps[0]).not.toHaveProperty("error");
  record.close();
});

test("the folder of plans has plan files only, and a name that is taken gets a number", async () => {
  const { plans, draft, bench } = scene();
  await draft(STEPS);
  expect((await draft(STEPS)).id).toBe("p-2");
  expect(plans.ids()).toEqual(["p-2", "p"]);
  expect(readdirSync(join(bench.root, ".waymark/plans")).sort()).toEqual(["p-2.json", "p.json"]);
  expect(plans.find(".waymark/plans/p.json")).toBe("p");
  expect(() => plans.find("q")).toThrow('No plan "q": there are p-2, p.');
});

test("a plan file that nests too deep or has too many values is told before it is parsed, and listed by when it was made", async () => {
  const { plans, draft, bench } = scene();
  const file = join(bench.root, ".waymark/plans/p.json");
  await draft(STEPS);
  const whole = readFileSync(file, "utf8");
  const withMore = (value: string): void => writeFileSync(file, whole.replace(/\}\s*$/, `, "more": ${value}}`));
  withMore(JSON.stringify("[{,".repeat(300_000)));
  expect((await plans.read("p")).id).toBe("p");
  withMore(`${"[".repeat(600)}${"]".repeat(600)}`);
  await expect(plans.read("p")).rejects.toThrow("more than 500 levels of nested JSON");
  withMore(`[${"[],".repeat(250_000)}0]`);
  await expect(plans.read("p")).rejects.toThrow("more than 250,000 values");
  writeFileSync(join(bench.root, ".waymark/plans/a.json"), '{"created": "2999-01-01", "steps": [');
  expect(plans.ids()).toEqual(["a", "p"]);
});

test("what is left of a plan whose file was taken away is nothing of the next one by its name", async () => {
  const { plans, draft, bench } = scene();
  await draft(STEPS);
  const record = await plans.open("p");
  record.note({ step: { id: "a", set: { status: "completed", result: "x" } } }, { mustReachDisk: true });
  record.close();
  rmSync(join(bench.root, ".waymark/plans/p.json"));
  expect((await draft(STEPS)).id).toBe("p");
  expect((await plans.read("p")).steps[0]?.status).toBe("pending");
});

test("who agreed to a plan in one folder did not agree to its copy in another", async () => {
  const steps = JSON.stringify(STEPS);
  const [here, there] = [scene().plans, scene().plans];
  expect(here.seal(steps)).toBe(here.seal(steps));
  expect(there.seal(steps)).not.toBe(here.seal(steps));
});

test("fields that nobody knows stay in the file", async () => {
  const { plans, draft, run } = scene();
  await draft([{ ...STEPS[0], owner: "me" }], { ticket: 7 });
  await run("p");
  expect(await plans.read("p")).toMatchObject({ ticket: 7, steps: [{ owner: "me", status: "completed" }] });
});

test("an edit that was made before the crash is not made again, and gives the same result", async () => {
  const { bench } = scene({ "n.txt": "count:\n" });
  const folder = join(bench.root, "../effects");
  const edit = async (): Promise<void> => {
    const { workspace } = stepEffects(folder).recording(bench.context);
    const before = new TextDecoder().decode(await workspace.readBytes("n.txt"));
    const { createHash } = await import("node:crypto");
    const expected = createHash("sha256").update(before).digest("hex");
    const bytes = new TextEncoder().encode(before.replace("count:", "count: x"));
    await workspace.commit([{ kind: "write", path: "n.txt", bytes, expected }]);
  };
  await edit();
  await edit();
  expect(readFileSync(join(bench.root, "n.txt"), "utf8")).toBe("count: x\n");
});

test("a file that someone else has changed since is left alone, and nobody pretends to know", async () => {
  const { bench } = scene({ "n.txt": "a\n" });
  const folder = join(bench.root, "../effects");
  const write = async () => {
    const effects = stepEffects(folder);
    const { workspace } = effects.recording(bench.context);
    const exists = (await workspace.stat("new.txt")) !== undefined;
    await workspace
      .commit([
        { kind: "write", path: "new.txt", bytes: new TextEncoder().encode("mine"), expected: exists ? "?" : null },
      ])
      .catch(() => {});
    return effects.undecided;
  };
  expect(await write()).toBeUndefined();
  writeFileSync(join(bench.root, "new.txt"), "theirs");
  expect(await write()).toContain("new.txt has been changed by someone else");
  expect(readFileSync(join(bench.root, "new.txt"), "utf8")).toBe("theirs");
});

test("a command that ended is answered from its notes; one that never began is run; each runs once", async () => {
  const { bench } = scene();
  const folder = join(bench.root, "../effects");
  const request = { command: "echo once >> log; echo said; exit 3", timeoutMs: 10_000 };
  const signal = new AbortController().signal;
  const first = await stepEffects(folder).recording(bench.context).processes.run(request, signal);
  const again = await stepEffects(folder).recording(bench.context).processes.run(request, signal);
  expect([first.exitCode, first.output, again.exitCode, again.output]).toEqual([3, "said\n", 3, "said\n"]);
  expect(readFileSync(join(bench.root, "log"), "utf8")).toBe("once\n");
});

test("a command that still runs is waited for", async () => {
  const { bench } = scene();
  const folder = join(bench.root, "../effects");
  const request = { command: "sleep 0.4; echo late", timeoutMs: 10_000 };
  const signal = new AbortController().signal;
  const [first, second] = await Promise.all([
    stepEffects(folder).recording(bench.context).processes.run(request, signal),
    stepEffects(folder).recording(bench.context).processes.run(request, signal),
  ]);
  expect([first.output, second.output]).toEqual(["late\n", "late\n"]);
});

test("a command whose wrapper was ended with it is undecided; one that had not begun is run", async () => {
  const { bench } = scene();
  const folder = join(bench.root, "../effects");
  const gone = spawn("true");
  await once(gone, "exit");
  mkdirSync(join(folder, "run-0"), { recursive: true });
  writeFileSync(join(folder, "run-0", "claim"), `${gone.pid}\n`);
  const request = { command: "echo now", timeoutMs: 10_000 };
  const signal = new AbortController().signal;
  expect((await stepEffects(folder).recording(bench.context).processes.run(request, signal)).output).toBe("now\n");
  writeFileSync(join(folder, "run-0", "begun"), "");
  const effects = stepEffects(folder);
  await expect(effects.recording(bench.context).processes.run(request, signal)).rejects.toThrow("not repeated");
  expect(effects.undecided).toContain("had begun and was ended");
});

const INTERRUPTED = { command: "echo x >> log" };
async function interrupted(step: Record<string, unknown>): Promise<PlanScene> {
  const made = scene();
  const { draft, plans, kept } = made;
  await draft([{ id: "a", tool: "shell", params: INTERRUPTED, ...step }]);
  const record = await plans.open("p");
  record.note({ step: { id: "a", set: { status: "in_progress", attempts: 1 } } }, { mustReachDisk: true });
  record.close();
  const place = kept("p/steps/a.1/run-0");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "claim"), "999999999\n");
  writeFileSync(join(place, "begun"), "");
  return made;
}
const logOf = ({ bench }: PlanScene): string =>
  existsSync(join(bench.root, "log")) ? readFileSync(join(bench.root, "log"), "utf8") : "";

test("an undecided step is not repeated: it is blocked, said so, and settled by the person's word", async () => {
  const made = await interrupted({});
  const first = await made.run("p");
  expect(first.plan).toMatchObject({
    status: "blocked",
    steps: [{ status: "blocked", error: expect.stringContaining("--done a or --again a") }],
  });
  expect(logOf(made)).toBe("");
  expect((await made.run("p")).plan.status).toBe("blocked");
  expect((await made.run("p", { resolutions: new Map([["a", "again"]]) })).plan.status).toBe("completed");
  expect(logOf(made)).toBe("x\n");
});

test("an undecided step that was done according to the person is completed without being run", async () => {
  const made = await interrupted({});
  expect((await made.run("p", { resolutions: new Map([["a", "done"]]) })).plan.status).toBe("completed");
  expect(logOf(made)).toBe("");
});

test("an undecided step with a check is completed when the check holds, and run again when it does not", async () => {
  const holds = await interrupted({ check: "true" });
  expect((await holds.run("p")).plan.status).toBe("completed");
  expect(logOf(holds)).toBe("");
  const fails = await interrupted({ check: "test -f log" });
  expect((await fails.run("p")).plan.status).toBe("completed");
  expect(logOf(fails)).toBe("x\n");
});

test("an undecided step that is idempotent is simply run again", async () => {
  const made = await interrupted({ idempotent: true });
  expect((await made.run("p")).plan.status).toBe("completed");
  expect(logOf(made)).toBe("x\n");
});
