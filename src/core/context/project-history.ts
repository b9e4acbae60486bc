import type { ModelMessage, ToolMessage } from "../ports/model.ts";
import { type CallResult, type RecordedEvent, type ReplyPart, replyCalls } from "../protocol/event.ts";
import { keptEventsOf } from "./compaction-record.ts";
import { type PrunedResult, prunedText, pruningOf } from "./pruning.ts";

const INTERRUPTED =
  "Interrupted before a result was recorded: it may or may not have happened. Look before you do it again.";

/** An event that reaches the model, with the text that stands for a pruned result. */
export type VisibleEvent =
  | { readonly event: Extract<RecordedEvent, { type: "prompt" | "reply" | "compaction" }> }
  | { readonly event: Extract<RecordedEvent, { type: "call-end" }>; readonly text: string };

/**
 * The events a model is sent, in the order of the messages. After a compaction: its record, then the events it keeps,
 * then what came later. A pruned result stands as one line that names the handle of the whole.
 */
export function eachVisible(
  history: readonly RecordedEvent[],
  visit: (event: VisibleEvent["event"], text: string | undefined) => void,
): void {
  const boundary = history.findLastIndex((event) => event.type === "compaction");
  const compaction = history[boundary];
  let start = 0;
  if (compaction?.type === "compaction") {
    visit(compaction, undefined);
    start = Math.max(0, boundary - keptEventsOf(compaction));
  }
  const pruned = prunings(history, start);
  for (let index = start; index < history.length; index++) {
    const event = history[index];
    if (event?.type === "prompt" || event?.type === "reply") visit(event, undefined);
    if (event?.type !== "call-end") continue;
    const cut = pruned.get(event.result.callId);
    visit(event, cut && index < cut.index ? prunedText(cut.pruned) : event.result.text);
  }
}

/** By call id, with the index of the pruning: an id that comes again later is another call. */
function prunings(
  history: readonly RecordedEvent[],
  start: number,
): ReadonlyMap<string, { readonly index: number; readonly pruned: PrunedResult }> {
  const found = new Map<string, { index: number; pruned: PrunedResult }>();
  for (let index = start; index < history.length; index++) {
    const event = history[index];
    if (event?.type !== "note") continue;
    for (const pruned of pruningOf(event)?.results ?? []) found.set(pruned.callId, { index, pruned });
  }
  return found;
}

/**
 * The log as the messages a model is sent. Append-only: the messages of a longer log begin with those of a shorter
 * one, except after a compaction or a pruning. Every call in a reply gets exactly one result, also when the log ends
 * before it, and every result belongs to a call.
 */
export function projectHistory(history: readonly RecordedEvent[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  const open: Map<string, string> = new Map();
  let results: ToolMessage[] = [];
  let lastEnd: RecordedEvent | undefined;
  const settle = (): void => {
    for (const [callId, name] of open) results.push({ callId, name, text: INTERRUPTED, failed: true });
    if (results.length > 0) messages.push(toolResults(results, lastEnd));
    open.clear();
    if (results.length > 0) results = [];
    lastEnd = undefined;
  };
  eachVisible(history, (event, text) => {
    switch (event.type) {
      case "compaction":
        pushUser(messages, event.summary);
        break;
      case "prompt":
        settle();
        pushUser(messages, event.text);
        break;
      case "reply":
        settle();
        if (event.content.some(isSubstance)) messages.push(assistantMessage(event));
        for (const { id, name } of replyCalls(event.content)) open.set(id, name);
        break;
      case "call-end":
        lastEnd = event;
        if (open.delete(event.result.callId)) results.push(toolMessage(event.result, text ?? event.result.text));
        if (open.size === 0) settle();
        break;
    }
  });
  settle();
  return messages;
}

/** Messages already made, by the event that completed them: who turns them into a wire can keep what it made of each. */
const made = new WeakMap<RecordedEvent, ModelMessage>();
const madeResults = new WeakMap<CallResult, ToolMessage>();

function assistantMessage(event: Extract<RecordedEvent, { type: "reply" }>): ModelMessage {
  const before = made.get(event);
  if (before) return before;
  const message = { role: "assistant", content: event.content } as const;
  made.set(event, message);
  return message;
}

/** The message of before, unless a pruning has changed the text of a result in it. */
function toolResults(results: readonly ToolMessage[], lastEnd: RecordedEvent | undefined): ModelMessage {
  const before = lastEnd && made.get(lastEnd);
  if (before?.role === "tool" && isSame(before.results, results)) return before;
  const message = { role: "tool", results } as const;
  if (lastEnd) made.set(lastEnd, message);
  return message;
}

function isSame(before: readonly ToolMessage[], results: readonly ToolMessage[]): boolean {
  return before.length === results.length && before.every((result, index) => result === results[index]);
}

function toolMessage(result: CallResult, text: string): ToolMessage {
  const before = madeResults.get(result);
  if (before?.text === text) return before;
  const { callId, name, failed } = result;
  const message = { callId, name, text, failed };
  madeResults.set(result, message);
  return message;
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
