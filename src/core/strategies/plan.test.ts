import { hash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { countingTool, type PlanScene, planScene, type SceneOptions, statuses } from "../../../test/plan-scene.ts";
import type { AgentEvent, ReplyPart } from "../protocol/event.ts";
import { plan, planDrafter, planRunner } from "./plan.ts";
import type { Strategy } from "./strategy.ts";

const open: PlanScene[] = [];
const scene = (options?: SceneOptions): PlanScene => {
  const made = planScene(options);
  open.push(made);
  return made;
};
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const shell = (id: string, command: string, ...needs: string[]) => ({
  ...{ id, title: id, tool: "shell", params: { command }, needs },
});
const planOf = (...steps: readonly unknown[]): string => `Here it is:\n${JSON.stringify({ steps })}`;
/** What became of the plan, in order: its own states, its steps' and its changes. */
const course = (events: readonly AgentEvent[]): readonly string[] =>
  events.flatMap((event) => {
    if (event.type !== "plan-update") return [];
    const { step, revision } = event.detail as {
      step?: { id: string; status: string };
      revision?: { action: string };
    };
    if (step) return [`${step.id} ${step.status}`];
    return [revision ? revision.action : event.status];
  });

test("CA-60: plan, execute, replan where a step fails, execute, end: complete ends it, a failure is mended before what needs it", async () => {
  const made = scene({
    mind: [
      planOf(shell("a", "cat missing"), shell("b", "echo b", "a")),
      JSON.stringify({ action: "modify", reason: "another name", steps: [shell("a", "echo a")] }),
    ],
  });
  const { events, outcome } = await made.play(plan, "do it");
  expect(course(events)).toEqual([
    ...["draft", "running", "a in_progress", "a failed", "modify"],
    ...["a in_progress", "a completed", "b in_progress", "b completed", "completed"],
  ]);
  expect(outcome?.kind).toBe("done");
  expect(made.requests).toHaveLength(2);
});

test("CA-60: a plan that is complete asks nothing more, one that cannot be mended ends as failed", async () => {
  const whole = scene({ mind: [planOf(shell("a", "echo a")), "never asked"] });
  expect((await whole.play(plan, "do it")).outcome?.kind).toBe("done");
  expect(whole.requests).toHaveLength(1);
  const stuck = scene({ mind: [planOf(shell("a", "exit 1")), "no", "no", "no"] });
  const { outcome, events } = await stuck.play(plan, "do it");
  expect([outcome?.kind, course(events).at(-1)]).toEqual(["failed", "failed"]);
});

test("the planner looks before it plans: its calls run, and none of them changes anything", async () => {
  const look = (id: string, name: string, input: unknown): ReplyPart => ({ kind: "call", call: { id, name, input } });
  const made = scene({
    files: { "version.txt": "seven\n" },
    mode: "bypassPermissions",
    mind: [
      [look("1", "read_file", { path: "version.txt" }), look("2", "write_file", { path: "evil.txt", content: "x" })],
      [look("3", "shell", { command: "echo x > worse.txt" })],
      planOf(shell("a", "echo seven")),
    ],
  });
  const { events, outcome } = await made.play(plan, "echo the version");
  expect(outcome?.kind).toBe("done");
  const results = events.flatMap((event) => (event.type === "call-end" ? [event.result] : []));
  expect(results.slice(0, 3).map(({ name, failed }) => [name, failed])).toEqual([
    ["read_file", false],
    ["write_file", true],
    ["shell", true],
  ]);
  expect(["evil.txt", "worse.txt"].filter((path) => existsSync(join(made.bench.root, path)))).toEqual([]);
  expect(JSON.stringify(made.requests[1]?.messages)).toContain("seven");
  expect(made.requests[0]?.tools.length).toBeGreaterThan(0);
});

test("a planner that only looks is told to answer, and looks no more", async () => {
  const looks: ReplyPart[] = [{ kind: "call", call: { id: "l", name: "list_files", input: {} } }];
  const made = scene({ mind: [...Array.from({ length: 9 }, () => looks), planOf(shell("a", "echo a"))] });
  const { events, outcome } = await made.play(plan, "do it");
  expect(outcome?.kind).toBe("done");
  const looked = events.flatMap((event) =>
    event.type === "call-end" && event.result.name === "list_files" ? [event.result] : [],
  );
  expect(looked.map(({ failed }) => failed)).toEqual([...Array.from({ length: 8 }, () => false), true]);
});

test("CA-61: a tool that is new to everyone is offered to the planner with its schema, checked, and run", async () => {
  const { tool, runs } = countingTool("levitate");
  const made = scene({
    tools: [tool],
    mind: [
      planOf({ id: "a", tool: "levitate", params: { number: "high" }, needs: [] }),
      planOf({ id: "a", tool: "levitate", params: { number: 3 }, needs: [], owner: "me" }),
    ],
  });
  const { outcome } = await made.play(plan, "go up");
  expect(outcome?.kind).toBe("done");
  expect(made.requests[0]?.system).toContain(
    '- levitate: levitate {"value":{"type":"string"},"number":{"type":"integer"}}',
  );
  const correction = made.requests[1]?.messages.at(-1);
  expect(correction?.role === "user" ? correction.text : "").toContain("number");
  expect(runs()).toBe(1);
  const [id = ""] = made.plans.ids();
  expect((await made.plans.read(id)).steps[0]).toMatchObject({ owner: "me", status: "completed" });
});

test("CA-30: three answers that are no plan end it, with what was wrong with the last", async () => {
  const made = scene({ mind: ["I would rather talk.", "[]", '[{"id": 1}]'] });
  const { outcome } = await made.play(plan, "do it");
  expect(outcome?.kind).toBe("failed");
  expect(made.requests).toHaveLength(3);
  const second = made.requests[1]?.messages.at(-1);
  expect(second?.role === "user" ? second.text : "").toContain("That is not a plan that can be run");
});

test("the person sees the plan first: a remark makes another one, keeping it runs nothing, yes runs it", async () => {
  const first = planOf(shell("a", "touch a"));
  const second = planOf(shell("b", "touch b"));
  const asked = scene({ mind: [first, second], answers: ["call it b", "Run it"] });
  expect((await asked.play(plan, "make one")).outcome?.kind).toBe("done");
  expect(asked.questions[0]).toContain("[ ] a  a (shell)");
  expect(JSON.stringify(asked.requests[1]?.messages)).toContain("call it b");
  expect([existsSync(join(asked.bench.root, "a")), existsSync(join(asked.bench.root, "b"))]).toEqual([false, true]);

  const kept = scene({ mind: [first], answers: ["Keep it as a draft"] });
  const { outcome } = await kept.play(plan, "make one");
  expect(outcome?.text).toContain("It is a draft in .waymark/plans/");
  expect(existsSync(join(kept.bench.root, "a"))).toBe(false);
});

test.each(["draft", "running", "failed", "completed"])(
  "a plan that somebody else says is %s and agreed to is shown before it runs, and what was agreed to here is not shown again",
  async (status) => {
    const made = scene({ answers: ["Keep it as a draft", "Run it"] });
    const { id, steps } = await made.draft([shell("a", "touch a")]);
    const file = join(made.bench.root, ".waymark/plans", `${id}.json`);
    const kept = JSON.parse(readFileSync(file, "utf8")) as object;
    const told = steps.map(({ id, tool, params, needs }) => [id, tool, params, needs, null]);
    const approved = { at: "2026", steps: hash("sha256", JSON.stringify(told)) };
    writeFileSync(file, JSON.stringify({ ...kept, status, approved }));
    expect((await made.run(id)).outcome?.text).toContain("Not run");
    expect(existsSync(join(made.bench.root, "a"))).toBe(false);
    expect((await made.run(id)).outcome?.kind).toBe("done");
    expect(existsSync(join(made.bench.root, "a"))).toBe(true);
    await made.run(id);
    expect(made.questions.length).toBe(2);
  },
);

test("a step that was rewritten after the yes asks again, one that the run itself changed does not", async () => {
  const change = { action: "modify", steps: [shell("a", "touch b")] };
  const mended = scene({
    mind: [JSON.stringify({ ...change, reason: "it failed" })],
    answers: ["Run it", "Apply the change"],
  });
  const { id } = await mended.draft([shell("a", "false")]);
  await mended.run(id, { replanning: true });
  const asked = mended.questions.length;
  await mended.run(id, { replanning: true });
  expect(mended.questions.length).toBe(asked);
  const file = join(mended.bench.root, ".waymark/plans", `${id}.json`);
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("touch b", "touch c"));
  await mended.run(id, { replanning: true });
  expect(mended.questions.slice(asked)).toEqual([expect.stringContaining("Run this plan?")]);
});

test("what each step would run and be judged by is seen whole before it is allowed", async () => {
  const made = scene({ mind: [], answers: ["Keep it"] });
  const long = `echo ${"x".repeat(3000)}; touch a\u202eb\u200b`;
  const { id } = await made.draft([{ ...shell("a", long), check: "test -f b; touch c" }]);
  await made.run(id);
  const [asked = ""] = made.questions;
  expect(asked).toContain(`a.command: "echo ${"x".repeat(3000)}; touch a\\u202eb\\u200b"`);
  expect(asked).toContain('a is done when: "test -f b; touch c"');
});

test("somebody who is there and gives no answer has agreed to nothing", async () => {
  const silent = { isThere: true, ask: async () => undefined };
  const made = scene({ mind: [planOf(shell("a", "touch a"))] });
  const { id } = await made.draft([shell("a", "touch a")]);
  for (const strategy of [plan, planRunner(id, {})]) {
    const withSomebody: Strategy = (parts) => strategy({ ...parts, ports: { ...parts.ports, asker: silent } });
    expect((await made.play(withSomebody)).outcome?.kind).toBe("done");
  }
  expect(existsSync(join(made.bench.root, "a"))).toBe(false);
});

test("drafting only writes the file and shows the list", async () => {
  const made = scene({ mind: [planOf(shell("a", "touch a"))] });
  const { outcome } = await made.play(planDrafter(), "make one");
  expect(outcome?.text).toContain("[ ] a  a (shell)");
  const [id = ""] = made.plans.ids();
  const file = JSON.parse(readFileSync(join(made.bench.root, ".waymark/plans", `${id}.json`), "utf8")) as unknown;
  expect(file).toMatchObject({ version: 1, goal: "make one", status: "draft", revisions: [] });
  expect(statuses(await made.plans.read(id))).toEqual({ a: "pending" });
});

test("a screen that follows the plan gets all its steps when it begins and when it changes, then one step at a time", async () => {
  const made = scene({
    mind: [
      planOf(shell("a", "exit 1"), shell("b", "echo b", "a")),
      JSON.stringify({ action: "add", reason: "first this", steps: [shell("z", "true")] }),
      JSON.stringify({ action: "skip", reason: "not needed" }),
    ],
  });
  const { events } = await made.play(plan, "do it");
  const wholes = events.flatMap((event) => {
    const detail = event.type === "plan-update" ? (event.detail as { plan?: { steps: { id: string }[] } }) : {};
    return detail.plan ? [detail.plan.steps.map(({ id }) => id).join(" ")] : [];
  });
  expect(wholes).toEqual(["a b", "a b", "z a b", "z a b", "z a b"]);
});
