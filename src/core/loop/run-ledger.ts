import { addUsage, NO_USAGE, type Usage } from "../protocol/usage.ts";

/** What one run has spent so far. Owned by the run; strategies only add to it. */
export class RunLedger {
  readonly startedAtMs: number;
  steps = 0;
  usage: Usage = NO_USAGE;
  costUsd = 0;
  apiDurationMs = 0;
  callCount = 0;
  /** Corrections sent for calls that were written as text and could not be read. */
  brokenCalls = 0;
  readonly toolNames = new Set<string>();
  /** Repaired calls that the model was asked to send again. */
  readonly repairedCalls = new Set<string>();
  /** How often each exact call has failed in a row. */
  readonly failures = new Map<string, number>();
  /** The last rounds of calls with their results, as text; kept by the repetition guard. */
  readonly rounds: string[] = [];

  constructor(startedAtMs: number) {
    this.startedAtMs = startedAtMs;
  }

  addReply(usage: Usage, costUsd: number, durationMs: number): void {
    this.usage = addUsage(this.usage, usage);
    this.costUsd += costUsd;
    this.apiDurationMs += durationMs;
  }
}
