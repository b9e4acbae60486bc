import type { ModelMessage } from "../ports/model.ts";
import { markedText } from "../prompts/marked-text.ts";
import { type ReplyPart, replyText, type ToolCall } from "../protocol/event.ts";

/**
 * The same conversation for a model that knows only texts: calls and results are written out. Keeps prefixes stable. Speakers take
 * turns, also where a judge read calls out of an answer or a reply was cut and went on: templates of models refuse two in a row.
 */
export function flattenHistory(messages: readonly ModelMessage[]): ModelMessage[] {
  const flat: ModelMessage[] = [];
  for (const message of messages) {
    const next = flatten(message);
    const last = flat.at(-1);
    if (last?.role === "user" && next.role === "user")
      flat[flat.length - 1] = { role: "user", text: `${last.text}\n\n${next.text}` };
    else if (last?.role === "assistant" && next.role === "assistant")
      flat[flat.length - 1] = { role: "assistant", content: joined(last.content, next.content) };
    else flat.push(next);
  }
  return flat;
}

function joined(first: readonly ReplyPart[], second: readonly ReplyPart[]): ReplyPart[] {
  return [{ kind: "text", text: [replyText(first), replyText(second)].filter(Boolean).join("\n\n") }];
}

type TextMessage = Extract<ModelMessage, { role: "user" | "assistant" }>;

function flatten(message: ModelMessage): TextMessage {
  switch (message.role) {
    case "user":
      return message;
    case "assistant":
      return {
        role: "assistant",
        content: [{ kind: "text", text: message.content.map(partText(message.content)).filter(Boolean).join("\n") }],
      };
    case "tool": {
      const results = message.results.map(({ name, text, failed }) =>
        markedText("tool_result", `name="${name}" status="${failed ? "failed" : "ok"}"`, text),
      );
      return { role: "user", text: results.join("\n") };
    }
  }
}

const partText =
  (reply: readonly ReplyPart[]) =>
  (part: ReplyPart): string => {
    switch (part.kind) {
      case "text":
        return part.text;
      case "reasoning":
        return "";
      case "call":
        return isText(part.call, reply)
          ? ""
          : `<tool_call>\n${JSON.stringify({ name: part.call.name, arguments: part.call.input })}\n</tool_call>`;
    }
  };

/** Whether a call was read out of a text that stands in the reply anyway: written again it would teach another way to call. */
function isText({ input }: ToolCall, reply: readonly ReplyPart[]): boolean {
  const given: readonly unknown[] = typeof input === "object" && input !== null ? Object.values(input) : [];
  return given.includes(replyText(reply));
}
