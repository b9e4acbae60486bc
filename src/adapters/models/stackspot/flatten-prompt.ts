import { flattenHistory } from "../../../core/context/flatten-history.ts";
import type { ModelMessage, ModelRequest } from "../../../core/ports/model.ts";
import { replyText } from "../../../core/protocol/event.ts";

/**
 * The roles of a conversation in one text (BC-34): `System:`, `User:`, `Assistant:`, parted by empty lines. What it makes of a
 * message depends on that message alone, so a request is a prefix of the next one.
 */
export function flattenPrompt({ system, messages }: Pick<ModelRequest, "system" | "messages">): string {
  const parts = flattenHistory(messages).map(section);
  return (system === "" ? parts : [`System: ${system}`, ...parts]).join("\n\n");
}

function section(message: ModelMessage): string {
  switch (message.role) {
    case "user":
      return `User: ${message.text}`;
    case "assistant":
      return `Assistant: ${replyText(message.content)}`;
    case "tool":
      throw new Error("results are flattened into texts before");
  }
}
