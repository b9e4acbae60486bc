import type { ModelMessage, ToolMessage } from "../ports.ts";
import type { RecordedEvent, ReplyPart } from "../protocol/event.ts";

const INTERRUPTED =
  "Interrupted before a result was recorded: it may or may not have happened. Look before you do it again.";

/**
 * The log as the messages a model is sent. Append-only: the messages of a longer log begin with those of a shorter
 * one, except after a compaction. Every call in a reply gets exactly one result, also when the log ends before it.
 */
export function projectHistory(history: readonly RecordedEvent[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let open: Map<string, string> = new Map();
  let results: ToolMessage[] = [];
  const settle = (): void => {
    for (const [callId, name] of open) results.push({ callId, name, text: INTERRUPTED, failed: true });
    if (results.length > 0) messages.push({ role: "tool", results });
    open = new Map();
    results = [];
  };
  for (const event of history) {
    switch (event.type) {
      case "prompt":
        settle();
        pushUser(messages, event.text);
        break;
      case "reply":
        settle();
        if (event.content.some(isSubstance)) messages.push({ role: "assistant", content: event.content });
        for (const part of event.content) if (part.kind === "call") open.set(part.call.id, part.call.name);
        break;
      case "call-end":
        if (open.delete(event.result.callId)) results.push(toolMessage(event.result));
        if (open.size === 0) settle();
        break;
      case "compaction":
        messages.length = 0;
        results = [];
        pushUser(messages, event.summary);
        break;
      default:
        break;
    }
  }
  settle();
  return messages;
}

function toolMessage(result: { callId: string; name: string; text: string; failed: boolean }): ToolMessage {
  return { callId: result.callId, name: result.name, text: result.text, failed: result.failed };
}

function isSubstance(part: ReplyPart): boolean {
  return part.kind === "call" || part.text.trim() !== "";
}

/** Providers want roles to alternate: two user texts in a row become one message. */
function pushUser(messages: ModelMessage[], text: string): void {
  const last = messages.at(-1);
  if (last?.role === "user") messages[messages.length - 1] = { role: "user", text: `${last.text}\n\n${text}` };
  else messages.push({ role: "user", text });
}

/** Ids of calls in the log that have no result yet, with their names, oldest first. */
export function openCalls(history: readonly RecordedEvent[]): ReadonlyMap<string, string> {
  const open = new Map<string, string>();
  for (const event of history) {
    if (event.type === "reply")
      for (const part of event.content) if (part.kind === "call") open.set(part.call.id, part.call.name);
    if (event.type === "call-end") open.delete(event.result.callId);
  }
  return open;
}

export const INTERRUPTED_RESULT = INTERRUPTED;
