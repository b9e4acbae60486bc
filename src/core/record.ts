import type { EventLog } from "./ports/session.ts";
import {
  type AgentEvent,
  isRecorded,
  isTextPiece,
  type LiveEvent,
  type RecordedEvent,
  type TextPiece,
} from "./protocol/event.ts";

/** Takes secrets out of events before they are recorded, so that the log, the model's context and the screen agree. */
export interface Redaction {
  recorded(event: RecordedEvent): Promise<RecordedEvent>;
  /** The same for a streamed reply, in which a secret may lie across two pieces: what may be kept and shown now. */
  streamed(event: RecordedEvent): readonly TextPiece[];
  /** Undefined when there is nothing to show yet. */
  live(event: LiveEvent): LiveEvent | undefined;
}

/** What is recorded of a session: the log on disk, and the same events at hand. */
export interface Recording {
  readonly log: EventLog;
  /** Oldest first; grows with the log, and nowhere else. */
  readonly history: RecordedEvent[];
  readonly redaction?: Redaction;
}

/**
 * Writes each recorded event before anyone downstream sees it, so that a crash loses nothing shown.
 *
 * @param events  made from the history that grows here: what it yields it can read back at its next step
 */
export async function* record(
  events: (history: readonly RecordedEvent[]) => AsyncGenerator<AgentEvent, void>,
  { log, history, redaction }: Recording,
): AsyncGenerator<AgentEvent, void> {
  for await (const event of events(history)) {
    if (!isRecorded(event)) {
      const shown = redaction === undefined ? event : redaction.live(event);
      if (shown !== undefined) yield shown;
      continue;
    }
    for (const kept of await redacted(event, redaction)) yield* keep(kept, { log, history });
  }
}

async function* keep(event: RecordedEvent, { log, history }: Recording): AsyncGenerator<AgentEvent, void> {
  const notice = await log.append(event);
  history.push(event);
  if (notice !== undefined) yield { type: "status", text: notice, stays: true };
  yield event;
}

async function redacted(event: RecordedEvent, redaction: Redaction | undefined): Promise<readonly RecordedEvent[]> {
  if (redaction === undefined) return [event];
  const pieces = redaction.streamed(event);
  return isTextPiece(event) ? pieces : [...pieces, await redaction.recorded(event)];
}
