import type { RecordedEvent } from "../protocol/event.ts";
import { type CompactionRecord, lastUserMessage, planOf } from "./compaction-record.ts";
import { openCalls, projectHistory } from "./project-history.ts";

type Compaction = Extract<RecordedEvent, { type: "compaction" }>;

/**
 * Whether a compaction may be installed: the messages it would lead to still hold what must not be lost.
 * @returns what is missing, one sentence each; empty when it may
 */
export function missingAfter(
  history: readonly RecordedEvent[],
  compaction: Compaction,
  record: CompactionRecord,
): readonly string[] {
  const messages = projectHistory([...history, compaction]);
  const texts = messages.flatMap((message) => (message.role === "user" ? [message.text] : [])).join("\n");
  const missing: string[] = [];
  const last = lastUserMessage(history);
  if (!texts.includes(last)) missing.push("the newest message of the user is gone");
  if (record.goal.trim() === "" && last !== "") missing.push("the goal is gone");
  const steps = planOf(history).filter((step) => !texts.includes(step.text));
  if (steps.length > 0) missing.push(`${steps.length} steps of the plan are gone`);
  const files = record.files.filter((file) => file.use === "changed" && !texts.includes(file.path));
  if (files.length > 0) missing.push(`changed files are gone: ${files.map((file) => file.path).join(", ")}`);
  const called = new Set(
    messages.flatMap((message) =>
      message.role === "assistant"
        ? message.content.flatMap((part) => (part.kind === "call" ? [part.call.id] : []))
        : [],
    ),
  );
  const lost = [...openCalls(history).keys()].filter((id) => !called.has(id));
  if (lost.length > 0) missing.push(`pending calls are gone: ${lost.join(", ")}`);
  return missing;
}

const ECHO_CHARS = 200;

/** Whether a summariser has read to the end: it must give the newest message back. */
export function echoes(given: string, last: string): boolean {
  return plain(given).includes(plain(last).slice(0, ECHO_CHARS));
}

const NAMED_CHARS_MIN = 4;
const KNOWN_SHARE_MIN = 0.1;

/** Whether a summary speaks of this conversation, in whatever words: some of those that carry it must occur there. */
export function speaksOf(summary: string, conversation: string): boolean {
  const words = wordsOf(summary);
  const known = wordsOf(conversation);
  const shared = [...words].filter((word) => known.has(word)).length;
  return shared > 0 && shared >= words.size * KNOWN_SHARE_MIN;
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= NAMED_CHARS_MIN && !COMMON.has(word)));
}

/** They stand in every conversation. */
const COMMON: ReadonlySet<string> = new Set(
  "about after agent again been before call calls done file files from have into just last made make message more need next nothing only other result results some such than that them then there these they this user wants what when where which will with work would write your".split(
    " ",
  ),
);

function plain(text: string): string {
  return text
    .replace(/[\s"'`*_]+/g, " ")
    .trim()
    .toLowerCase();
}
