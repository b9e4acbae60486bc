import type { ReplyPart } from "../../../core/protocol/event.ts";
import { asList, asRecord, asText } from "../sse/json-shape.ts";

const WRAPPER = /^(?:multi_tool_use[._])?parallel$/;

/**
 * Models of OpenAI were trained with a tool around several calls, which they use at times where nobody offers it. It is taken off
 * where each call in it is one of the tools offered.
 */
export function withoutWrapper(
  content: readonly ReplyPart[],
  tools: readonly { readonly name: string }[],
): readonly ReplyPart[] {
  const offered = new Set(tools.map(({ name }) => name));
  return content.flatMap((part): ReplyPart[] => {
    if (part.kind !== "call" || !WRAPPER.test(part.call.name) || offered.has(part.call.name)) return [part];
    const calls = asList(asRecord(part.call.input)?.["tool_uses"]).map((use, index) => {
      const name = asText(asRecord(use)?.["recipient_name"])?.replace(/^functions\./, "") ?? "";
      const input = asRecord(asRecord(use)?.["parameters"]);
      return { id: `${part.call.id}_${index}`, name, input };
    });
    const isKnown = calls.length > 0 && calls.every(({ name, input }) => offered.has(name) && input !== undefined);
    return isKnown ? calls.map((call) => ({ kind: "call" as const, call })) : [part];
  });
}
