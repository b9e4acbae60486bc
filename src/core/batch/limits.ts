import type { QueueCounts } from "../ports/queue.ts";

/** What a batch may come to; what is absent has no limit. */
export interface BatchLimits {
  /** US dollars of the whole batch. */
  readonly cost?: number | undefined;
  /** In and out, of the whole batch. */
  readonly tokens?: number | undefined;
  /** Items that failed or are dead. */
  readonly failures?: number | undefined;
  /** Seconds of one run. */
  readonly wallTime?: number | undefined;
}

export type BatchLimit = keyof BatchLimits;

/**
 * The limit that is reached, or would be by what is under way at what a reply came to so far.
 * @param elapsedMs  since this run began
 */
export function reachedLimit(limits: BatchLimits, counts: QueueCounts, elapsedMs: number): BatchLimit | undefined {
  const { states, spent } = counts;
  const atWork = spent.replies === 0 ? 0 : states.leased / spent.replies;
  const tokens = spent.inputTokens + spent.outputTokens;
  if (limits.cost !== undefined && spent.costUsd * (1 + atWork) >= limits.cost) return "cost";
  if (limits.tokens !== undefined && tokens * (1 + atWork) >= limits.tokens) return "tokens";
  if (limits.failures !== undefined && states.failed + states.dead >= limits.failures) return "failures";
  if (limits.wallTime !== undefined && elapsedMs >= limits.wallTime * 1000) return "wallTime";
  return undefined;
}
