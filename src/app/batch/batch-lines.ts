import { counted, listed, type Phrase, phrase, type Words } from "../../base/phrase.ts";
import type { ItemState, QueueCounts } from "../../core/ports/queue.ts";
import type { KnownBatch } from "./batch-store.ts";
import { OWN_LIMITS } from "./own-terms.ts";
import type { BatchEnd, BatchProgress } from "./run-batch.ts";

/** `audit: 380 of 400 done, 2 failed, 18 open; $0.1200, 96,000 tokens`. */
export function countsLine(name: string, { states, spent }: QueueCounts): Phrase {
  const all = Object.values(states).reduce((sum, count) => sum + count, 0);
  const open = states.queued + states.leased;
  const parts = [
    phrase`${states.done} of ${all} done`,
    ...(states.failed > 0 ? [phrase`${states.failed} failed`] : []),
    ...(states.dead > 0 ? [phrase`${states.dead} dead`] : []),
    ...(open > 0 ? [phrase`${open} open`] : []),
  ];
  const tokens = spent.inputTokens + spent.outputTokens;
  const paid = spent.replies === 0 ? "" : `; ${paidText(spent.costUsd)}, ${tokens} tokens`;
  return phrase`${name}: ${listed(parts)}${paid}`;
}

/** Nought is what no price is known of as well. */
export const paidText = (costUsd: number): string => (costUsd === 0 ? "no known cost" : `$${costUsd.toFixed(4)}`);

export function progressLine(name: string, { counts, perSecond, secondsLeft }: BatchProgress): Phrase {
  const pace = perSecond === undefined ? "" : phrase`; ${paceText(perSecond)}`;
  const left = secondsLeft === undefined ? "" : phrase`, ready in about ${durationText(secondsLeft)}`;
  return phrase`${countsLine(name, counts)}${pace}${left}`;
}

export const countsJson = ({ states, spent }: QueueCounts) => ({
  states,
  total_cost_usd: spent.costUsd,
  usage: { input_tokens: spent.inputTokens, output_tokens: spent.outputTokens },
  replies: spent.replies,
});

/** What a person should know of how the work ended; undefined where the counts say it all. */
export function endLine(end: BatchEnd, name: string): Words | undefined {
  const { states } = end.counts;
  const lost = states.failed + states.dead;
  switch (end.kind) {
    case "drained":
      return lost === 0
        ? undefined
        : phrase`${counted(lost, phrase`1 item`, phrase`${lost} items`)} gave no result; \`waymark batch report ${name}\` says why, \`waymark batch retry ${name}\` queues them again.`;
    case "cancelled":
      return phrase`stopped; the same command goes on from here.`;
    case "limit":
      if (isOwnLimit(end.limit))
        return phrase`your limit "${end.limit}" is reached; the same command goes on, up to it again.`;
      return phrase`the job's limit "${end.limit}" is reached; raise it in the job file and run it again.`;
    case "stuck":
      return phrase`${end.why} The same command goes on once that is mended.`;
  }
}

const isOwnLimit = (limit: BatchEnd["limit"]): boolean => Object.values<unknown>(OWN_LIMITS).includes(limit);

/** Puts what gave no result back into the queue. @returns how many, and that in a line */
export async function retryItems(
  { name, queue, description }: KnownBatch,
  states: readonly Extract<ItemState, "failed" | "dead">[],
): Promise<{ readonly count: number; readonly said: Phrase }> {
  const count = await queue.retry(states);
  const said =
    count === 0
      ? phrase`Nothing of ${name} is ${states.join(" or ")}.`
      : phrase`${count} of ${name} queued again; \`waymark batch run ${description.file}\` works on them.`;
  return { count, said };
}

/** Takes out what is not settled. @returns how many, and that in a line */
export async function cancelItems({
  name,
  queue,
}: KnownBatch): Promise<{ readonly count: number; readonly said: Phrase }> {
  const count = await queue.cancel();
  return { count, said: phrase`${count} of ${name} taken out; its results stay.` };
}

const paceText = (perSecond: number): Phrase =>
  perSecond >= 1 ? phrase`${perSecond.toFixed(1)} a second` : phrase`${(perSecond * 60).toFixed(1)} a minute`;

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
