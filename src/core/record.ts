import type { EventLog } from "./ports/session.ts";
import { type AgentEvent, isRecorded, type LiveEvent, type RecordedEvent } from "./protocol/event.ts";

/** Takes secrets out of events before they are recorded, so that the log, the model's context and the screen agree. */
export interface Redaction {
  recorded(event: RecordedEvent): Promise<RecordedEvent>;
  /** Undefined when there is nothing to show yet. */
  live(event: LiveEvent): LiveEvent | undefined;
}

/** Writes each recorded event before anyone downstream sees it, so that a crash loses nothing shown. */
export async function* record(
  run: AsyncGenerator<AgentEvent, void>,
  log: EventLog,
  history: RecordedEvent[],
  redaction?: Redaction,
): AsyncGenerator<AgentEvent, void> {
  for await (const event of run) {
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
