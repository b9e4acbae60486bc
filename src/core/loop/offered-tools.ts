import { leanSchema } from "../context/lean-schema.ts";
import { canRun } from "../permissions/can-run.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import type { ToolSpec } from "../protocol/tool-spec.ts";
import type { AgentParts } from "./agent-parts.ts";

/**
 * What the model is told of in this request: what its tool set begins with, then what it has found, in the order it was
 * found, so that a list only grows. A tool that could not run is not offered; called all the same, it is
 * refused with the reason.
 */
export function offeredTools(parts: Pick<AgentParts, "tools" | "offer" | "policy" | "model" | "history">): ToolSpec[] {
  const { tools, offer, policy, model, history } = parts;
  const now = policy();
  const set = model.abilities.toolSet ?? "core";
  const first = offer?.(set) ?? [...tools.values()];
  const offered = new Map(first.map((spec) => [spec.name, spec]));
  for (const name of foundTools(history)) {
    const tool = tools.get(name);
    if (tool !== undefined && !offered.has(name)) offered.set(name, tool);
  }
  return [...offered.values()]
    .filter(({ name }) => {
      const tool = tools.get(name);
      return tool !== undefined && canRun(tool, now);
    })
    .map(({ name, description, schema }) => ({ name, description, schema: leanSchema(schema) }));
}

function foundTools(history: readonly RecordedEvent[]): readonly string[] {
  return history.flatMap((event) => (event.type === "call-end" ? (event.result.found ?? []) : []));
}
