import type { AgentAtWork } from "../../core/ports/agents.ts";
import { ToolFailure } from "../../core/tool.ts";
import { defineTool } from "../define-tool.ts";
import { TASK_ACTION } from "./names.ts";
import { reportOf } from "./task.ts";

export const taskAction = defineTool({
  name: TASK_ACTION,
  description: "Lists the agents that were given work; waits for the report of one, tells it more, or stops it.",
  schema: {
    type: "object",
    properties: {
      action: { type: "string", enum: ["list", "wait", "tell", "stop"], default: "list" },
      task: { type: "string", description: "such as explore-1" },
      text: { type: "string", description: "what to tell it" },
    },
  },
  intent: ({ action, task = "" }) => ({
    accesses: [],
    display: { kind: "text", text: `${action} ${task}`.trim() },
  }),
  async run({ action, task = "", text = "" }, { agents, signal }) {
    if (agents === undefined) throw new ToolFailure("No agent was given work here.");
    const all = agents.list();
    if (action === "list") return listOf(all);
    if (!all.some(({ id }) => id === task)) {
      const there = all.length === 0 ? "None was given work." : `There are: ${all.map(({ id }) => id).join(", ")}.`;
      throw new ToolFailure(`There is no agent "${task}" at work. ${there}`);
    }
    if (action === "tell") {
      if (text === "") throw new ToolFailure("Give `text`: what it is to be told.");
      const told = agents.tell(task, text) ? `${task} is told before its next step.` : `${task} has ended already.`;
      return { text: told, display: { kind: "text", text: told } };
    }
    const end = action === "stop" ? await agents.stop(task) : await agents.ended(task, signal);
    if (end === undefined) throw new ToolFailure(`${task} cannot be reached any more.`);
    return reportOf(end);
  },
});

function listOf(all: readonly AgentAtWork[]) {
  const lines = all.map(({ id, state, steps, prompt }) => `${id}: ${state}, ${steps} steps: ${prompt.slice(0, 100)}`);
  const text = lines.length === 0 ? "No agent was given work." : lines.join("\n");
  return { text, display: { kind: "text", text } } as const;
}
