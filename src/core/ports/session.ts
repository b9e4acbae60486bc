import type { Access } from "../permissions/accesses.ts";
import type { RecordedEvent } from "../protocol/event.ts";

// What a session is kept in.

/**
 * Where recorded events go; resolves when the event is safe from a crash of the process, or with a sentence for the
 * person when it can be kept in memory only (a full disk).
 */
export interface EventLog {
  append(event: RecordedEvent): Promise<string | undefined>;
}

/**
 * Keeps what calls change, so that it can be taken back. Never throws: what it cannot keep must not stop the work, so
 * both resolve with a sentence for the person then, once for each reason.
 */
export interface Snapshots {
  /** Before a call that writes or runs. */
  before(callId: string, accesses: readonly Access[]): Promise<string | undefined>;
  /** After it, however it ended. A call to a file tool that was refused has written nothing: what differs is another's. */
  after(callId: string, end?: { readonly isRefused: boolean }): Promise<string | undefined>;
  /** What somebody did of which no call's changes tell: listed, and nothing that could be taken back. */
  note(title: string, why: string): Promise<void>;
}

/** Whole tool outputs, kept on disk under a handle that the model can page. */
export interface OutputStore {
  /**
   * @param options.isRedacted  the text comes from the log, so that its secrets are out already: only values this process
   *   holds are looked for once more
   */
  save(text: string, options?: { readonly isRedacted: boolean }): Promise<string>;
  /** Lines `offset` (1-based) and on; undefined for an unknown handle. */
  page(
    handle: string,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly lines: readonly string[]; readonly totalLines: number } | undefined>;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after that time, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** 0 ≤ x < 1, for jitter. */
  random(): number;
  id(): string;
}
