import type { ModelMessage, ToolMessage } from "../ports/model.ts";
import {
  type CallResult,
  type Image,
  interruptedText,
  type RecordedEvent,
  type ReplyPart,
  replyCalls,
} from "../protocol/event.ts";
import { keptEventsOf } from "./compaction-record.ts";
import { type PrunedResult, prunedText, pruningOf } from "./pruning.ts";

const INTERRUPTED =
  "Interrupted before a result was recorded: it may or may not have happened. Look before you do it again.";

/** An event that reaches the model, with the text that stands for a pruned result. */
export type VisibleEvent =
  | { readonly event: Extract<RecordedEvent, { type: "prompt" | "reply" | "compaction" | "interruption" }> }
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
    if (event?.type === "prompt" || event?.type === "reply" || event?.type === "interruption") visit(event, undefined);
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
  const slots: ResultSlot[] = [];
  const open = new Map<string, ResultSlot>();
  eachVisible(history, (event, text) => {
    switch (event.type) {
      case "compaction":
        pushUser(messages, event.summary);
        break;
      case "prompt":
        pushPrompt(messages, event);
        break;
      case "reply": {
        if (event.content.some(isSubstance)) messages.push(assistantMessage(event));
        const calls = replyCalls(event.content);
        if (calls.length === 0) break;
        const slot: ResultSlot = {
          index: messages.length,
          results: [],
          pictures: [],
          missing: new Map(calls.map(({ id, name }) => [id, name])),
        };
        messages.push({ role: "tool", results: slot.results });
        slots.push(slot);
        for (const { id } of calls) open.set(id, slot);
        break;
      }
      case "interruption":
        pushAssistant(messages, interruptedMessage(event));
        break;
      case "call-end":
        fill(open.get(event.result.callId), event, text);
        break;
    }
  });
  for (const slot of slots) messages[slot.index] = toolResults(slot);
  // From last to first, so that earlier places stay valid.
  for (const slot of slots.toReversed()) showPictures(slot, messages);
  return messages;
}

/** The place behind a reply where the results of its calls belong: steps that run side by side end between each other. */
interface ResultSlot {
  readonly index: number;
  readonly results: ToolMessage[];
  /** Calls without a result, by id, with their names. */
  readonly missing: Map<string, string>;
  /** What the results have to show, with the names of the calls. */
  readonly pictures: { readonly name: string; readonly images: readonly Image[] }[];
  lastEnd?: RecordedEvent;
}

/** Not every wire takes pictures within results: they follow them, before whatever the person said next. */
function showPictures({ index, pictures }: ResultSlot, messages: ModelMessage[]): void {
  if (pictures.length === 0) return;
  const next = messages[index + 1];
  const text = pictures.map(({ name, images }) => `[${images.length} pictures from ${name}]`).join("\n");
  const images = pictures.flatMap((picture) => picture.images);
  if (next?.role !== "user") messages.splice(index + 1, 0, { role: "user", text, images });
  else messages[index + 1] = { ...next, text: `${text}\n\n${next.text}`, images: [...images, ...(next.images ?? [])] };
}

function fill(slot: ResultSlot | undefined, event: Extract<RecordedEvent, { type: "call-end" }>, text?: string): void {
  const { result } = event;
  // Under the name that the model called it by: a call by habit runs under ours.
  const name = slot?.missing.get(result.callId);
  if (slot === undefined || name === undefined) return;
  slot.missing.delete(result.callId);
  slot.results.push(toolMessage(result, text ?? result.text, name));
  // What a pruning has put a line in place of is gone with its pictures.
  if (result.images && (text ?? result.text) === result.text) slot.pictures.push({ name, images: result.images });
  slot.lastEnd = event;
}

/** Messages already made, by the event that completed them: who turns them into a wire can keep what it made of each. */
const made = new WeakMap<RecordedEvent, ModelMessage>();
type ReplyMessage = Extract<ModelMessage, { role: "assistant" }>;
const madeResults = new WeakMap<CallResult, ToolMessage>();

function assistantMessage(event: Extract<RecordedEvent, { type: "reply" }>): ModelMessage {
  const before = made.get(event);
  if (before) return before;
  const message = { role: "assistant", content: event.content } as const;
  made.set(event, message);
  return message;
}

/** What the model had said, as the person has read it, and why there is no more of it. */
function interruptedMessage(event: Extract<RecordedEvent, { type: "interruption" }>): ReplyMessage {
  const before = made.get(event);
  if (before?.role === "assistant") return before;
  const message = { role: "assistant", content: [{ kind: "text", text: interruptedText(event) }] } as const;
  made.set(event, message);
  return message;
}

/** The message of before, unless a pruning has changed the text of a result in it. */
function toolResults({ results, missing, lastEnd }: ResultSlot): ModelMessage {
  for (const [callId, name] of missing) results.push({ callId, name, text: INTERRUPTED, failed: true });
  const before = lastEnd && made.get(lastEnd);
  if (before?.role === "tool" && isSame(before.results, results)) return before;
  const message = { role: "tool", results } as const;
  if (lastEnd) made.set(lastEnd, message);
  return message;
}

function isSame(before: readonly ToolMessage[], results: readonly ToolMessage[]): boolean {
  return before.length === results.length && before.every((result, index) => result === results[index]);
}

function toolMessage(result: CallResult, text: string, name: string): ToolMessage {
  const before = madeResults.get(result);
  if (before?.text === text) return before;
  const { callId, failed } = result;
  const message = { callId, name, text, failed };
  madeResults.set(result, message);
  return message;
}

function isSubstance(part: ReplyPart): boolean {
  return part.kind === "call" || part.text.trim() !== "";
}

/** Providers want roles to alternate: two user texts in a row become one message. */
function pushUser(messages: ModelMessage[], text: string, images: readonly Image[] = []): void {
  const last = messages.at(-1);
  const before = last?.role === "user" ? last : undefined;
  const all = [...(before?.images ?? []), ...images];
  if (before) messages.pop();
  messages.push({
    role: "user",
    text: before ? `${before.text}\n\n${text}` : text,
    ...(before ? { saidLast: text } : {}),
    ...(all.length === 0 ? {} : { images: all }),
  });
}

/** What the engine says behind results is an aside of the run that goes on. */
function pushPrompt(
  messages: ModelMessage[],
  { text, images, origin }: Extract<RecordedEvent, { type: "prompt" }>,
): void {
  if (origin === "engine" && messages.at(-1)?.role === "tool")
    messages.push({ role: "user", text, ...(images && images.length > 0 ? { images } : {}), isAside: true });
  else pushUser(messages, text, images);
}

function pushAssistant(messages: ModelMessage[], message: ReplyMessage): void {
  const last = messages.at(-1);
  if (last?.role === "assistant")
    messages[messages.length - 1] = { role: "assistant", content: [...last.content, ...message.content] };
  else messages.push(message);
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
