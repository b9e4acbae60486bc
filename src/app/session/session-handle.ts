import type { EventLog } from "../../core/ports/session.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";

/** One log, open for appending by this process alone. */
export interface SessionHandle {
  readonly id: string;
  readonly log: EventLog;
  /** What was recorded so far; grows with the log. */
  readonly history: RecordedEvent[];
  /** What is kept beside the log; absent where nothing is kept. */
  readonly folder?: string;
  readonly parentId?: string;
  /** What the person calls a new session. */
  readonly name?: string;
  /** What a person should know of it before the first prompt. */
  readonly notices: readonly string[];
  /** Whether all that was recorded is on the disk. */
  isSaved(): boolean;
  close(): void;
}
