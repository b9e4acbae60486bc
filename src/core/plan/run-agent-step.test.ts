import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { countingTool, type PlanScene, planScene, type SceneOptions, statuses } from "../../../test/plan-scene.ts";
import { defineTool } from "../../tools/define-tool.ts";
import { projectHistory } from "../context/project-history.ts";
import type { RecordedEvent, ReplyPart } from "../protocol/event.ts";
import { NO_USAGE } from "../protocol/usage.ts";
import type { PlanRecord } from "./plan-store.ts";

const open: PlanScene[] = [];
const scene = (options?: SceneOptions): PlanScene => {
  const made = planScene(options);
  open.push(made);
  return made;
};
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const AGENT = { id: "a", title: "work", tool: "agent", params: { prompt: "do it" } };
const call = (id: string, name: string, input: unknown): ReplyPart => ({ kind: "call", call: { id, name, input } });
const reply = (...content: readonly ReplyPart[]): RecordedEvent => ({
  ...{ type: "reply", content, end: "calls", model: "m", costUsd: 0.01, durationMs: 1 },
  usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 5 },
});
const prompt: RecordedEvent = { type: "prompt", text: "You do one step: do it", origin: "engine" };
const result = (callId: string, name: string, text: string): RecordedEvent => ({
  type: "call-end",
  result: { callId, name, text, failed: false, display: { kind: "text", text }, durationMs: 1 },
});

/** What a process that was killed in the middle of the agent's work has left. */
async function interrupted(
  made: PlanScene,
  noted: readonly RecordedEvent[],
  more: (effects: ReturnType<PlanRecord["effects"]>, record: PlanRecord) => Promise<void> = async () => {},
): Promise<void> {
  const record = await made.plans.open("p");
  record.note({ step: { id: "a", set: { status: "in_progress", attempts: 1 } } }, { mustReachDisk: true });
  const effects = record.effects("a", 1);
  for (const event of noted) effects.noteAgent(event);
  await more(effects, record);
  record.close();
}
const logOf = ({ bench }: PlanScene): string =>
  existsSync(join(bench.root, "log")) ? readFileSync(join(bench.root, "log"), "utf8") : "";

test("an agent that was interrupted goes on: nothing said or done before is asked for or done again", async () => {
  const made = scene({ mind: ["all is done"] });
  await made.draft([AGENT]);
  await interrupted(made, [
    prompt,
    reply(call("1", "shell", { command: "echo one >> log" }), call("2", "shell", { command: "echo two >> log" })),
    result("1", "shell", "first result"),
  ]);
  const { plan, history } = await made.run("p");
  expect(plan.steps[0]).toMatchObject({ status: "completed", attempts: 1, result: "all is done" });
  expect(logOf(made)).toBe("two\n");
  expect(made.requests).toHaveLength(1);
  const texts = made.requests[0]?.messages.flatMap((message) =>
    message.role === "tool" ? message.results.map((one) => one.text) : [],
  );
  expect(texts?.[0]).toBe("first result");
  expect(texts).toHaveLength(2);
  const replied = history.flatMap((event) =>
    event.type === "reply" ? event.content.flatMap((part) => (part.kind === "call" ? [part.call.id] : [])) : [],
  );
  const ended = history.flatMap((event) => (event.type === "call-end" ? [event.result.callId] : []));
  expect([replied, ended]).toEqual([["2"], ["2"]]);
});

test("a change that a call of the agent had made before the crash is not made again", async () => {
  const made = scene({ files: { "n.txt": "count:\n" }, mind: ["done"] });
  await made.draft([AGENT]);
  const input = { path: "n.txt", old_string: "count:", new_string: "count: x" };
  await interrupted(made, [prompt, reply(call("e", "edit_file", input))], async (effects, record) => {
    const tool = made.parts().tools.get("edit_file");
    const recorded = effects.call(`1-${record.hash("e").slice(0, 16)}`).recording(made.bench.context);
    await tool?.run(tool.parse(input), { ...made.bench.context, ...recorded });
  });
  expect(readFileSync(join(made.bench.root, "n.txt"), "utf8")).toBe("count: x\n");
  const { plan, history } = await made.run("p");
  expect(plan.status).toBe("completed");
  expect(readFileSync(join(made.bench.root, "n.txt"), "utf8")).toBe("count: x\n");
  expect(history.find((event) => event.type === "call-end")).toMatchObject({ result: { failed: false } });
});

test("an agent whose answer was noted is not asked again", async () => {
  const made = scene();
  await made.draft([AGENT]);
  const answer: RecordedEvent = { ...reply({ kind: "text", text: "the answer" }), end: "stop" } as RecordedEvent;
  await interrupted(made, [prompt, answer]);
  expect((await made.run("p")).plan.steps[0]).toMatchObject({ status: "completed", result: "the answer" });
  expect(made.requests).toEqual([]);
});

const far = defineTool({
  name: "far",
  description: "far",
  schema: { type: "object" },
  intent: () => ({
    accesses: [{ kind: "network", url: "https://example.org" }],
    display: { kind: "text", text: "far" },
  }),
  run: async () => ({ text: "reached", display: { kind: "text", text: "reached" } }),
});
const farCall = [
  prompt,
  reply(call("f", "far", {})),
  {
    type: "call-start",
    call: { id: "f", name: "far", input: {} },
    accesses: [{ kind: "network", url: "https://example.org" }],
    display: { kind: "text", text: "far" },
  },
] as const satisfies readonly RecordedEvent[];

test("a call of which nobody can say whether it was done stops the step until a person has looked", async () => {
  const made = scene({ tools: [far], mind: ["I have looked: it was done"] });
  await made.draft([AGENT, { ...AGENT, id: "b", needs: ["a"] }]);
  await interrupted(made, farCall);
  for (let round = 0; round < 2; round++) {
    const { plan } = await made.run("p");
    expect(statuses(plan)).toEqual({ a: "blocked", b: "blocked" });
    expect(plan.steps[0]?.error).toContain("its far may have reached the network");
  }
  expect(made.requests).toEqual([]);
  const { plan } = await made.run("p", { resolutions: new Map([["a", "again"]]) });
  expect(plan.steps[0]).toMatchObject({ status: "completed", attempts: 1, result: "I have looked: it was done" });
  const told = made.requests[0]?.messages.at(-1);
  expect(told?.role === "tool" ? told.results[0]?.text : "").toContain("Look whether it was done");
});

test("what was spent before the crash counts for the step's own limits, not for the new run", async () => {
  const counter = countingTool("count");
  const made = scene({ tools: [counter.tool], mind: [[call("x", "count", {})], "never asked"] });
  await made.draft([{ ...AGENT, limits: { turns: 3 } }]);
  await interrupted(made, [
    prompt,
    reply(call("1", "count", {})),
    result("1", "count", "1"),
    reply(call("2", "count", {})),
    result("2", "count", "2"),
  ]);
  const { plan, history } = await made.run("p");
  expect(made.requests).toHaveLength(1);
  expect(plan.steps[0]?.error).toContain("limit of 3 steps");
  expect(history.at(-1)).toMatchObject({ type: "run-end", steps: 1, usage: { inputTokens: 10 } });
});

test("notes of an agent that end in the middle of a line go on behind it", async () => {
  const made = scene({ mind: ["done"] });
  await made.draft([AGENT]);
  await interrupted(made, [prompt]);
  const { appendFileSync } = await import("node:fs");
  const log = made.kept("p/steps/a.1/agent.jsonl");
  appendFileSync(log, '{"type":"reply","content":[{"ki');
  const record = await made.plans.open("p");
  record.effects("a", 1).noteAgent(prompt);
  expect(record.effects("a", 1).agentEvents()).toEqual([prompt, prompt]);
  record.close();
});

/** A tool whose calls end only when so many are under way at once. */
function meeting(count: number) {
  const waiting: (() => void)[] = [];
  return defineTool({
    name: "meet",
    description: "waits for the others",
    schema: { type: "object", properties: {} },
    intent: () => ({ accesses: [], display: { kind: "text", text: "meet" } }),
    run: () =>
      new Promise((resolve) => {
        waiting.push(() => resolve({ text: "met", display: { kind: "text", text: "met" } }));
        if (waiting.length === count) for (const go of waiting) go();
      }),
  });
}

const agent = (id: string, writes: string, more: object = {}) => ({
  ...{
    id,
    title: id,
    tool: "agent",
    params: { prompt: `work in ${writes}`, reads: ["shared"], writes: [writes], ...more },
  },
});

test("agents that declare different places work side by side, and the log keeps each result with its call", async () => {
  const meet = call("1", "meet", {});
  const made = scene({ tools: [meeting(3)], mind: [[meet], [meet], [meet], "done", "done", "done"] });
  await made.draft([agent("a", "a"), agent("b", "b"), agent("c", "src/c")]);
  const { plan, history } = await made.run("p");
  expect(statuses(plan)).toEqual({ a: "completed", b: "completed", c: "completed" });
  const messages = projectHistory(history);
  const results = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
  expect(results.map(({ callId, text }) => [callId, text]).sort()).toEqual([
    ["a-1", "met"],
    ["b-1", "met"],
    ["c-1", "met"],
  ]);
});

test("agents that declare the same place, or none, run one after the other", async () => {
  for (const steps of [
    [agent("a", "src"), agent("b", "src/b")],
    [agent("a", "a"), { ...AGENT, id: "b" }],
  ]) {
    const most = countingAtOnce();
    const look = call("1", "look", {});
    const made = scene({ tools: [most.tool], mind: [[look], "done", [look], "done"] });
    await made.draft(steps);
    const { plan } = await made.run("p");
    expect(Object.values(statuses(plan))).toEqual(["completed", "completed"]);
    expect(most.atOnce()).toBe(1);
  }
});

function countingAtOnce() {
  let now = 0;
  let most = 0;
  const tool = defineTool({
    name: "look",
    description: "counts",
    schema: { type: "object", properties: {} },
    intent: () => ({ accesses: [], display: { kind: "text", text: "look" } }),
    async run() {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now--;
      return { text: "seen", display: { kind: "text", text: "seen" } };
    },
  });
  return { tool, atOnce: () => most };
}

test("an agent that declares what it touches is held to it", async () => {
  const made = scene({
    files: { "shared/x.txt": "x\n", "other.txt": "o\n" },
    mode: "bypassPermissions",
    mind: [
      [
        call("1", "read_file", { path: "shared/x.txt" }),
        call("2", "write_file", { path: "a/new.txt", content: "n" }),
        call("3", "read_file", { path: "other.txt" }),
        call("4", "write_file", { path: "shared/x.txt", content: "n" }),
        call("5", "write_file", { path: "a/../other.txt", content: "n" }),
        call("6", "shell", { command: "echo o > other.txt" }),
      ],
      "done",
    ],
  });
  await made.draft([agent("a", "a")]);
  const { history } = await made.run("p");
  const results = history.flatMap((event) => (event.type === "call-end" ? [event.result] : []));
  expect(results.map(({ failed }) => failed)).toEqual([false, false, true, true, true, true]);
  expect(results[5]?.text).toContain("it reads shared and writes a. This call would run a command");
  expect(readFileSync(join(made.bench.root, "other.txt"), "utf8")).toBe("o\n");
});

test("a declaration that is no list of paths is no plan", async () => {
  const made = scene({ mind: ["x"] });
  await made.draft([agent("a", "a", { writes: "a" })]);
  const { plan } = await made.run("p", { replanning: false });
  expect(plan.status).not.toBe("completed");
});
