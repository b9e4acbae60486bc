import type { TextCall } from "../../ports/model.ts";
import type { ReplyPart } from "../../protocol/event.ts";
import type { AgentParts } from "../agent-parts.ts";

/** The reply with its text cleaned and the calls found in it appended. */
export function withCalls(
  content: readonly ReplyPart[],
  text: string,
  calls: readonly TextCall[],
  parts: AgentParts,
): readonly ReplyPart[] {
  const others = content.filter((part) => part.kind === "reasoning");
  const found = calls.map(
    ({ name, input }): ReplyPart => ({ kind: "call", call: { id: `text-${parts.clock.id()}`, name, input } }),
  );
  return [...others, ...(text.trim() === "" ? [] : [{ kind: "text", text } as const]), ...found];
}
