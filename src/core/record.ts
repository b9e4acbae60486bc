import type { EventLog } from "./ports.ts";
import { type AgentEvent, isRecorded, type RecordedEvent } from "./protocol/event.ts";

/** Writes each recorded event before anyone downstream sees it, so that a crash loses nothing shown. */
export async function* record(
  run: AsyncGenerator<AgentEvent, void>,
  log: EventLog,
  history: RecordedEvent[],
): AsyncGenerator<AgentEvent, void> {
  for await (const event of run) {
    if (isRecorded(event)) {
      const notice = await log.append(event);
      history.push(event);
      if (notice !== undefined) yield { type: "status", text: notice };
    }
    yield event;
  }
}
