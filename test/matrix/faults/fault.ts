import { availableParallelism, loadavg } from "node:os";
import type { Place } from "../../e2e/run-waymark.ts";

export interface FaultSettings {
  /** How often the loops kill. */
  readonly kills: number;
  /** How many runs a loop has at a time. */
  readonly workers: number;
}

/** One fault of the matrix, put to the built program. */
export interface Fault {
  /** As the matrix numbers it. */
  readonly id: string;
  /** What is done, in a few words. */
  readonly title: string;
  /** Why it cannot be tried here; absent when it can. */
  readonly skipped?: () => string | undefined;
  /** Throws when the promise was broken. */
  run(settings: FaultSettings): Promise<FaultResult>;
}

/** What was counted: tries made, acknowledged events that were lost. */
export interface FaultResult {
  readonly runs: number;
  readonly losses: number;
  readonly note?: string;
}

export const ONCE: FaultResult = { runs: 1, losses: 0 };

/** @throws when a promise is broken */
export function promise(isKept: boolean, words: string, seen: unknown = ""): void {
  if (!isKept) throw new Error(`${words}${seen === "" ? "" : `: ${String(seen).slice(0, 400)}`}`);
}

/** @throws when that took longer than it may: on a machine that has n times its work to do, n times as long */
export function inTime(tookMs: number, limitMs: number): void {
  const share = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
  promise(tookMs < limitMs * share, `it took ${Math.round(tookMs)} ms of ${Math.round(limitMs * share)} ms`);
}

/** Runs with a place that is thrown away afterwards. */
export async function inPlace<Value>(place: Place, use: (place: Place) => Promise<Value>): Promise<Value> {
  try {
    return await use(place);
  } finally {
    place.remove();
  }
}
