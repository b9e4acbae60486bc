import type { BatchProgress } from "../../../app/batch/run-batch.ts";
import type { QueueCounts } from "../../../core/ports/queue.ts";

/** `audit: 380 of 400 done, 2 failed, 18 open; $0.1200, 96,000 tokens`. */
export function countsLine(name: string, { states, spent }: QueueCounts): string {
  const all = Object.values(states).reduce((sum, count) => sum + count, 0);
  const open = states.queued + states.leased;
  const parts = [
    `${states.done} of ${all} done`,
    ...(states.failed > 0 ? [`${states.failed} failed`] : []),
    ...(states.dead > 0 ? [`${states.dead} dead`] : []),
    ...(open > 0 ? [`${open} open`] : []),
  ];
  const tokens = spent.inputTokens + spent.outputTokens;
  const paid = spent.replies === 0 ? "" : `; $${spent.costUsd.toFixed(4)}, ${tokens} tokens`;
  return `${name}: ${parts.join(", ")}${paid}`;
}

export function progressLine(name: string, { counts, perSecond, secondsLeft }: BatchProgress): string {
  const pace = perSecond === undefined ? "" : `; ${paceText(perSecond)}`;
  const left = secondsLeft === undefined ? "" : `, ready in about ${durationText(secondsLeft)}`;
  return countsLine(name, counts) + pace + left;
}

export const countsJson = ({ states, spent }: QueueCounts) => ({
  states,
  total_cost_usd: spent.costUsd,
  usage: { input_tokens: spent.inputTokens, output_tokens: spent.outputTokens },
  replies: spent.replies,
});

const paceText = (perSecond: number): string =>
  perSecond >= 1 ? `${perSecond.toFixed(1)} a second` : `${(perSecond * 60).toFixed(1)} a minute`;

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
