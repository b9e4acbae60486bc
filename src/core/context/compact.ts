import { sha256 } from "../../base/sha256.ts";
import type { AgentParts } from "../loop/agent-parts.ts";
import { type RecordedEvent, replyCalls } from "../protocol/event.ts";
import { missingAfter } from "./check-compaction.ts";
import {
  type CompactionDetail,
  type CompactionRecord,
  type RecordedFile,
  recordFromLog,
  renderRecord,
} from "./compaction-record.ts";
import { projectHistory } from "./project-history.ts";
import { type Summary, wholeTranscript } from "./summarize.ts";
import type { TokenMeter } from "./token-meter.ts";

export type CompactionEvent = Extract<RecordedEvent, { type: "compaction" }> & { readonly detail: CompactionDetail };

export type CompactionAttempt =
  | { readonly kind: "made"; readonly event: CompactionEvent }
  | { readonly kind: "rejected"; readonly why: string };

export interface CompactionInput {
  /** The first event that stays as it is; a place from {@link cutIndex}. */
  readonly cut: number;
  /** A model's words; without them the record says what the log says. */
  readonly summary?: Summary;
  readonly meter: TokenMeter;
}

const TRANSCRIPT_CHARS_MAX = 50_000_000;
const HASHED_BYTES_MAX = 4_000_000;
/** By a range, because nobody sees what is hashed: a person's change since the last look stays one. */
const HASHED = { offset: 0, length: HASHED_BYTES_MAX };

/**
 * The record of everything before `cut`, checked against the log before anyone relies on it.
 * @public loaded with the whole module, which the dead-code finder cannot follow
 */
export async function makeCompaction(parts: AgentParts, input: CompactionInput): Promise<CompactionAttempt> {
  const { history } = parts;
  const { cut, summary, meter } = input;
  const base = recordFromLog(history);
  const record = await withHashes(summary ? { ...base, ...wordsOf(summary) } : base, parts);
  const before = wholeTranscript(projectHistory(history.slice(0, cut)), TRANSCRIPT_CHARS_MAX);
  const handle = await parts.outputs.save(before, { isRedacted: true });
  const tokensBefore = meter.history(history);
  const draft = {
    type: "compaction",
    summary: renderRecord(record, handle),
    detail: {
      record,
      keptEvents: history.length - cut,
      by: summary ? "model" : "rules",
      handle,
      tokensBefore,
      tokensAfter: 0,
    },
  } as const satisfies CompactionEvent;
  const missing = missingAfter(history, draft, record);
  if (missing.length > 0) return { kind: "rejected", why: missing.join("; ") };
  const tokensAfter = meter.history([...history, draft]);
  if (tokensAfter >= tokensBefore) return { kind: "rejected", why: "it is no shorter than what it replaces" };
  return { kind: "made", event: { ...draft, detail: { ...draft.detail, tokensAfter } } };
}

function wordsOf(summary: Summary): Partial<CompactionRecord> {
  return {
    ...(summary.goal === "" ? {} : { goal: summary.goal }),
    ...(summary.told.length === 0 ? {} : { told: summary.told }),
    constraints: summary.constraints,
    decisions: summary.decisions,
    done: summary.done,
    openQuestions: summary.open_questions,
    next: summary.next,
  };
}

/** Files that are gone or no files at all have no hash; folders that were only listed are left out. */
async function withHashes(record: CompactionRecord, { ports }: AgentParts): Promise<CompactionRecord> {
  const files: RecordedFile[] = [];
  for (const { path, use } of record.files) {
    const stat = await ports.workspace.stat(path).catch(() => undefined);
    if (stat?.kind === "folder") continue;
    if (stat === undefined && use === "read") continue;
    const isHashed = stat?.kind === "file" && stat.sizeBytes <= HASHED_BYTES_MAX;
    const hash = isHashed ? await ports.workspace.readBytes(path, HASHED).then(sha256, () => undefined) : undefined;
    files.push({ path, use, ...(hash === undefined ? {} : { sha256: hash }) });
  }
  return { ...record, files };
}

/**
 * Where the events that stay as they are begin: the newest ones within `tailTokensMax`, from a place on where no call
 * is open, and after the last compaction. `history.length` when nothing can stay.
 */
export function cutIndex(history: readonly RecordedEvent[], meter: TokenMeter, tailTokensMax: number): number {
  const tokens = new Map<RecordedEvent, number>(meter.visible(history).map((item) => [item.event, item.tokens]));
  const last = history.findLastIndex((event) => event.type === "compaction");
  let earliest = history.length;
  for (let sum = 0; earliest - 1 > last; earliest--) {
    const event = history[earliest - 1];
    sum += event ? (tokens.get(event) ?? 0) : 0;
    if (sum > tailTokensMax) break;
  }
  return borders(history, last + 1).find((index) => index >= earliest) ?? history.length;
}

/** Indexes of the prompts and replies, from `first` on, before which every call has its result. */
function borders(history: readonly RecordedEvent[], first: number): number[] {
  const open = new Set<string>();
  const found: number[] = [];
  for (const [offset, event] of history.slice(first).entries()) {
    if ((event.type === "prompt" || event.type === "reply") && open.size === 0) found.push(first + offset);
    if (event.type === "reply") for (const { id } of replyCalls(event.content)) open.add(id);
    if (event.type === "call-end") open.delete(event.result.callId);
  }
  return found;
}
