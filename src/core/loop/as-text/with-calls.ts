import type { TextCall } from "../../ports/model.ts";
import type { ReplyPart } from "../../protocol/event.ts";
import type { AgentParts } from "../agent-parts.ts";

/** The reply with its text cleaned and the calls found in it, each where it stood among the words. */
export function withCalls(
  content: readonly ReplyPart[],
  text: string,
  calls: readonly TextCall[],
  parts: Pick<AgentParts, "clock">,
): readonly ReplyPart[] {
  const reply = content.filter((part) => part.kind === "reasoning") as ReplyPart[];
  let from = 0;
  const takeWords = (to: number): void => {
    const words = text.slice(from, to);
    if (words.trim() !== "") reply.push({ kind: "text", text: words });
    from = Math.max(from, to);
  };
  for (const { name, input, at = text.length } of calls) {
    takeWords(at);
    reply.push({ kind: "call", call: { id: `text-${parts.clock.id()}`, name, input } });
  }
  takeWords(text.length);
  return reply;
}
