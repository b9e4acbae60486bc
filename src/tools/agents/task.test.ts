import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import type { AgentAtWork, SubAgents, WorkOrder } from "../../core/ports/agents.ts";
import { ToolFailure } from "../../core/tool.ts";
import { taskTool } from "./task.ts";
import { taskAction } from "./task-action.ts";

const OFFERED = [{ name: "explore", description: "Looks." }];
const task = taskTool(OFFERED);

/** Sub-agents in memory: what is in the background works until it is stopped. */
function memoryAgents(): SubAgents & { readonly orders: WorkOrder[] } {
  const orders: WorkOrder[] = [];
  const all = new Map<string, AgentAtWork>();
  const put = (work: AgentAtWork): AgentAtWork => {
    all.set(work.id, work);
    return work;
  };
  return {
    orders,
    offered: () => OFFERED,
    isBegun: (callId) => orders.some((order) => order.callId === callId),
    async start(order) {
      if (order.agent !== "explore") throw new ToolFailure(`There is no agent "${order.agent}".`);
      orders.push(order);
      const { agent, prompt, background } = order;
      const end = background
        ? ({ state: "working", answer: "" } as const)
        : ({ state: "done", answer: "seen" } as const);
      return put({ id: `explore-${orders.length}`, agent, prompt, steps: 2, costUsd: 0, ...end });
    },
    list: () => [...all.values()],
    tell: (id) => all.get(id)?.state === "working",
    async stop(id) {
      const work = all.get(id);
      return work && put({ ...work, state: "cancelled" });
    },
    ended: async (id) => all.get(id),
  };
}

let bench: ToolBench;
beforeEach(() => {
  bench = createToolBench();
});
afterEach(() => bench.close());

const context = (agents?: SubAgents) => ({ ...bench.context, ...(agents && { agents }) });
const run = (tool: typeof task, input: unknown, agents?: SubAgents) =>
  tool.run(tool.parse(input), context(agents)).then(({ text, failed, found }) => ({ text, failed, found }));

test("the report is the result, and the order names the call that gave it", async () => {
  const agents = memoryAgents();
  expect(await run(task, { agent: "explore", prompt: "look" }, agents)).toEqual({ text: "seen" });
  expect(agents.orders).toEqual([{ callId: "call-1", agent: "explore", prompt: "look", background: false }]);
  expect(task.goesOn?.("call-1", context(agents))).toBe(true);
  expect(task.goesOn?.("call-2", context(agents))).toBe(false);
});

test("work in the background is named, listed, told and stopped; the tool for that is offered from then on", async () => {
  const agents = memoryAgents();
  const begun = await run(task, { agent: "explore", prompt: "look", background: true }, agents);
  expect(begun).toMatchObject({
    text: expect.stringContaining("explore-1 works in the background"),
    found: ["task_action"],
  });
  expect(await run(taskAction, {}, agents)).toMatchObject({ text: "explore-1: working, 2 steps: look" });
  const told = await run(taskAction, { action: "tell", task: "explore-1", text: "also b" }, agents);
  expect(told).toMatchObject({ text: "explore-1 is told before its next step." });
  expect(await run(taskAction, { action: "stop", task: "explore-1" }, agents)).toMatchObject({
    text: "explore-1 was cancelled.",
    failed: true,
  });
  expect(await run(taskAction, { action: "wait", task: "explore-1" }, agents)).toMatchObject({ failed: true });
});

test.each([
  [task, { agent: "nobody", prompt: "look" }, /no agent "nobody"/],
  [taskAction, { action: "stop", task: "explore-9" }, /no agent "explore-9" at work. None was given work/],
])("what is not there is told with what there is", async (tool, input, message) => {
  await expect(run(tool, input, memoryAgents())).rejects.toThrow(message);
});

test("without a session nothing can be given work", async () => {
  await expect(run(task, { agent: "explore", prompt: "look" })).rejects.toThrow(/session gives work/);
});

test("however many agents there are, a request carries a short list of them", () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ name: `agent-${index}`, description: "x".repeat(500) }));
  const { description, schema } = taskTool(many);
  expect(description.length + JSON.stringify(schema).length).toBeLessThan(800);
  expect(description).toMatch(/agent-0 .*… \d+ more\.$/);
});
