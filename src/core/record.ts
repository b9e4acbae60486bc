import type { EventLog } from "./ports/session.ts";
import { type AgentEvent, isRecorded, type LiveEvent, type RecordedEvent } from "./protocol/event.ts";

/** Takes secrets out of events before they are recorded, so that the log, the model's context and the screen agree. */
export interface Redaction {
  recorded(event: RecordedEvent): Promise<RecordedEvent>;
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
    const kept = redaction === undefined ? event : await redaction.recorded(event);
    const notice = await log.append(kept);
    history.push(kept);
    if (notice !== undefined) yield { type: "status", text: notice };
    yield kept;
  }
}
