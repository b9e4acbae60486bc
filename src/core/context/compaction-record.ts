import type { TodoItem } from "../protocol/display.ts";
import type { RecordedEvent } from "../protocol/event.ts";

/** What a compaction keeps of everything before it. */
export interface CompactionRecord {
  readonly goal: string;
  readonly constraints: readonly string[];
  readonly decisions: readonly string[];
  readonly done: readonly string[];
  readonly plan: readonly { readonly text: string; readonly status: string }[];
  readonly openQuestions: readonly string[];
  readonly next: readonly string[];
  /** What a model told of it all without keeping to these lists. */
  readonly told?: readonly string[];
  /** What the person asked before, oldest first: whole as far as there is room, the first and the newest before the others. */
  readonly requests: readonly string[];
  readonly files: readonly RecordedFile[];
  readonly lastUserMessage: string;
}

export interface RecordedFile {
  readonly path: string;
  readonly use: "changed" | "read";
  /** Of the bytes at the time of the compaction, in hex; absent when the file was gone or huge. */
  readonly sha256?: string;
}

export interface CompactionDetail {
  readonly record: CompactionRecord;
  /** How many events right before the compaction stay in the context as they are. */
  readonly keptEvents: number;
  readonly by: "model" | "rules";
  /** Where the conversation before it can be paged. */
  readonly handle?: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

type Compaction = Extract<RecordedEvent, { type: "compaction" }>;

/** What the compaction carries, when it is one of ours. */
export function detailOf({ detail }: Compaction): CompactionDetail | undefined {
  if (typeof detail !== "object" || detail === null || !("record" in detail)) return undefined;
  return isRecord(detail.record) ? (detail as CompactionDetail) : undefined;
}

const TEXTS = ["goal", "lastUserMessage"] as const;
const LISTS = ["constraints", "decisions", "done", "openQuestions", "next", "requests"] as const;

function isRecord(value: unknown): value is CompactionRecord {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Partial<Record<keyof CompactionRecord, unknown>>;
  const isList = (list: unknown): boolean => Array.isArray(list) && list.every((text) => typeof text === "string");
  return (
    TEXTS.every((key) => typeof record[key] === "string") &&
    LISTS.every((key) => isList(record[key])) &&
    Array.isArray(record.plan) &&
    Array.isArray(record.files)
  );
}

export function keptEventsOf({ detail }: Compaction): number {
  const kept = typeof detail === "object" && detail !== null && "keptEvents" in detail ? detail.keptEvents : 0;
  return typeof kept === "number" && Number.isInteger(kept) && kept > 0 ? kept : 0;
}

const REQUESTS_MAX = 40;
const REQUEST_CHARS_MAX = 1_500;
const REQUESTS_CHARS_MAX = 4_500;
/** Of a request for which there is no room. */
const SHORT_REQUEST_CHARS_MAX = 240;
const GOAL_CHARS_MAX = 2_000;
const FILES_MAX = 80;

/**
 * What the log itself says: the record without a model's words, built on the record of the compaction before.
 * The lists of a model (constraints, decisions …) are carried over from there.
 */
export function recordFromLog(history: readonly RecordedEvent[]): CompactionRecord {
  const boundary = history.findLastIndex((event) => event.type === "compaction");
  const previous = history[boundary];
  const base = previous?.type === "compaction" ? detailOf(previous)?.record : undefined;
  const since = history.slice(boundary + 1);
  const prompts = promptsOf(since);
  const first = promptsOf(history)[0] ?? "";
  return {
    goal: base?.goal || shorten(first, GOAL_CHARS_MAX),
    constraints: base?.constraints ?? [],
    decisions: base?.decisions ?? [],
    done: base?.done ?? [],
    plan: planOf(history),
    openQuestions: base?.openQuestions ?? [],
    next: base?.next ?? [],
    requests: boundedRequests([...(base?.requests ?? []), ...prompts.map((text) => shorten(text, REQUEST_CHARS_MAX))]),
    files: mergeFiles(base?.files ?? [], filesOf(since)),
    lastUserMessage: lastUserMessage(history),
  };
}

/** The newest text of the person, prompt or steering. */
export function lastUserMessage(history: readonly RecordedEvent[]): string {
  const last = history.findLast((event) => event.type === "prompt" && event.origin !== "engine");
  return last?.type === "prompt" ? last.text : "";
}

function promptsOf(events: readonly RecordedEvent[]): string[] {
  return events.flatMap((event) => (event.type === "prompt" && event.origin !== "engine" ? [event.text] : []));
}

/** The first ones say what it is all about, the last ones where it is: a rule that stands at the end of a request is lost with it. */
function boundedRequests(all: readonly string[]): string[] {
  const requests = all.length <= REQUESTS_MAX ? [...all] : [...all.slice(0, 3), ...all.slice(-(REQUESTS_MAX - 3))];
  let left = REQUESTS_CHARS_MAX;
  const byWeight = [...requests.slice(0, 1), ...requests.slice(1).reverse()];
  const kept = byWeight.map((request) => {
    left -= request.length;
    return left < 0 ? shorten(request, SHORT_REQUEST_CHARS_MAX) : request;
  });
  return [...kept.slice(0, 1), ...kept.slice(1).reverse()];
}

/** The list of things to do as it was shown last. */
export function planOf(history: readonly RecordedEvent[]): readonly TodoItem[] {
  const shown = history.findLast((event) => event.type === "call-end" && event.result.display.kind === "todo");
  if (shown?.type !== "call-end" || shown.result.display.kind !== "todo") return [];
  return [...shown.result.display.items];
}

/** Paths that calls declared, a change outweighs a look. */
export function filesOf(events: readonly RecordedEvent[]): readonly RecordedFile[] {
  const found = new Map<string, "changed" | "read">();
  for (const event of events) {
    if (event.type !== "call-start") continue;
    for (const access of event.accesses) {
      if (access.kind !== "read" && access.kind !== "write") continue;
      const use = access.kind === "write" || found.get(access.path) === "changed" ? "changed" : "read";
      found.delete(access.path);
      found.set(access.path, use);
    }
  }
  return [...found].map(([path, use]) => ({ path, use }));
}

function mergeFiles(before: readonly RecordedFile[], now: readonly RecordedFile[]): readonly RecordedFile[] {
  const merged = new Map(before.map((file) => [file.path, file.use]));
  for (const { path, use } of now) {
    const kept = merged.get(path) === "changed" ? "changed" : use;
    merged.delete(path);
    merged.set(path, kept);
  }
  const files = [...merged].map(([path, use]) => ({ path, use }));
  const changed = files.filter((file) => file.use === "changed");
  const read = files.filter((file) => file.use === "read").slice(-Math.max(0, FILES_MAX - changed.length));
  return [...changed, ...read];
}

export function shorten(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax)}…`;
}

const MARKS: Readonly<Record<string, string>> = { completed: "[x]", in_progress: "[>]" };

/** The record as the model reads it. */
export function renderRecord(record: CompactionRecord, handle?: string): string {
  const pages = handle === undefined ? "" : ` The whole of it is kept: shell_output {"handle":"${handle}"} pages it.`;
  const files = record.files.map(
    ({ path, use, sha256 }) => `${use} ${path}${sha256 === undefined ? "" : ` (sha256 ${sha256.slice(0, 16)})`}`,
  );
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["What happened", record.told ?? []],
    ["Constraints", record.constraints],
    ["Decisions", record.decisions],
    ["Done so far: do not do it again", record.done],
    ["Open questions", record.openQuestions],
    ["Next", record.next],
    ["What the user asked so far, oldest first", record.requests],
    ["Files", files],
  ];
  return [
    `[What came before was compacted to this record.${pages}]`,
    `# Goal\n${record.goal}`,
    ...sections.flatMap(([title, lines]) =>
      lines.length === 0 ? [] : [`# ${title}\n${lines.map(bullet).join("\n")}`],
    ),
    ...(record.plan.length === 0
      ? []
      : [`# Plan\n${record.plan.map(({ text, status }) => `${MARKS[status] ?? "[ ]"} ${text}`).join("\n")}`]),
    `# The user's last message, word for word\n${record.lastUserMessage}`,
  ].join("\n\n");
}

function bullet(text: string): string {
  return `- ${text}`;
}
