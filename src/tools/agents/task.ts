import type { AgentAtWork, AgentOffer } from "../../core/ports/agents.ts";
import { type Tool, ToolFailure, type ToolOutput, type ToolPorts } from "../../core/tool.ts";
import { defineTool } from "../define-tool.ts";
import { TASK, TASK_ACTION } from "./names.ts";

/** What the list of agents may take of each request. */
const LIST_CHARS_MAX = 300;
const EACH_CHARS_MIN = 60;

/** Gives work on. @param agents  whom the model is told of */
export function taskTool(agents: readonly AgentOffer[]): Tool {
  return defineTool({
    name: TASK,
    description: `Gives work to another agent and returns its report; it knows only what the prompt says. For wide searches and separate work; several in one reply work at once.${shortList(agents)}`,
    schema: {
      type: "object",
      properties: {
        agent: { type: "string" },
        prompt: { type: "string", minLength: 1 },
        background: { type: "boolean", default: false, description: "go on meanwhile; the report comes later" },
      },
      required: ["agent", "prompt"],
    },
    intent: ({ agent, prompt }) => ({
      accesses: [{ kind: "agent", name: agent }],
      display: { kind: "text", text: `${agent}: ${prompt}` },
    }),
    async run({ agent, prompt, background }, { agents: crew, callId, signal }) {
      if (crew === undefined) throw new ToolFailure("There is no model here to work: a session gives work to agents.");
      return reportOf(await crew.start({ callId, agent, prompt, background }, signal));
    },
    isUseful: () => agents.length > 0,
    goesOn: (callId: string, ports: ToolPorts) => ports.agents?.isBegun(callId) ?? false,
  });
}

/** What the model reads of a sub-agent. */
export function reportOf({ id, state, answer, steps }: AgentAtWork): ToolOutput {
  const display = { kind: "text", text: `${id} (${state}, ${steps} steps)\n${answer}` } as const;
  switch (state) {
    case "working":
      return {
        text: `${id} works in the background. Its report comes by itself; ${TASK_ACTION} shows, tells or stops it.`,
        display,
        found: [TASK_ACTION],
      };
    case "done":
      return { text: answer, display };
    case "failed":
    case "cancelled":
      return {
        text: `${id} ${state === "failed" ? "failed" : "was cancelled"}. ${answer}`.trim(),
        display,
        failed: true,
      };
  }
}

function shortList(agents: readonly AgentOffer[]): string {
  if (agents.length === 0) return "";
  const each = Math.max(EACH_CHARS_MIN, Math.floor(LIST_CHARS_MAX / agents.length));
  const lines: string[] = [];
  let left = LIST_CHARS_MAX;
  for (const { name, description } of agents) {
    const line = `${name} (${description.slice(0, Math.max(0, each - name.length - 5)).replace(/\W+$/, "")})`;
    if (line.length > left) return ` Agents: ${lines.join("; ")}; … ${agents.length - lines.length} more.`;
    left -= line.length;
    lines.push(line);
  }
  return ` Agents: ${lines.join("; ")}.`;
}
