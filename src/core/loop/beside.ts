import type { AgentEvent } from "../protocol/event.ts";
import type { EventQueue } from "./event-queue.ts";
import { abandon } from "./in-batches.ts";

/** The events of a run, and between them what comes meanwhile from those at work beside it; ends with the run. */
export async function* beside(
  run: AsyncGenerator<AgentEvent, void>,
  others: EventQueue<AgentEvent>,
): AsyncGenerator<AgentEvent, void> {
  let pending: Promise<IteratorResult<AgentEvent, void>> | undefined;
  try {
    for (;;) {
      pending ??= run.next();
      const next = await Promise.race([pending, others.filled()]);
      yield* others.take();
      if (next === undefined) continue;
      pending = undefined;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    if (pending === undefined) await run.return();
    else abandon(run, pending);
  }
}
