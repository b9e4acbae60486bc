import type { Denial } from "../protocol/outcome.ts";
import { addUsage, NO_USAGE, type Usage } from "../protocol/usage.ts";

/** What one run has spent so far. Owned by the run; strategies only add to it. */
export class RunLedger {
  readonly startedAtMs: number;
  steps = 0;
  usage: Usage = NO_USAGE;
  costUsd = 0;
  apiDurationMs = 0;
  callCount = 0;
  /** More calls were asked for than the run may make. */
  isPastCalls = false;
  /** Calls that succeeded, and those of them that changed something or may have. */
  successCount = 0;
  effectCount = 0;
  readonly denials: Denial[] = [];
  /** Of a model that was used nobody knows the price. */
  isCostUnknown = false;
  /** What the model was told of steps that it wrote as text and that could not be taken, since a call of it succeeded. */
  readonly toldOfText = new Set<string>();
  /** The model was asked for the proof that tests pass. */
  isAskedForProof = false;
  readonly toolNames = new Set<string>();
  /** Repaired calls that the model was asked to send again. */
  readonly repairedCalls = new Set<string>();
  /** Names by habit that the model was told ours of. */
  readonly toldNames = new Set<string>();
  /** How each exact call, and each tool, failed last, and how often in a row it was with those words. */
  readonly failures = new Map<string, { readonly text: string; readonly times: number }>();
  /** Why a hook wants the run to end. */
  halted: string | undefined;
  /** The last rounds of calls with their results, as text; kept by the repetition guard. */
  readonly rounds: string[] = [];

  /** What this run is a part of: all that it spends counts there at once. */
  readonly #whole: RunLedger | undefined;

  constructor(startedAtMs: number, whole?: RunLedger) {
    this.startedAtMs = startedAtMs;
    this.#whole = whole;
  }

  countCall(): void {
    this.callCount++;
    this.#whole?.countCall();
  }

  countStep(): void {
    this.steps++;
    this.#whole?.countStep();
  }

  addReply(usage: Usage, costUsd: number, durationMs: number): void {
    this.usage = addUsage(this.usage, usage);
    this.costUsd += costUsd;
    this.apiDurationMs += durationMs;
    this.#whole?.addReply(usage, costUsd, durationMs);
  }

  /** Counts what the calls of another run came to. */
  addCalls(part: RunLedger): void {
    const { callCount, successCount, effectCount, denials, toolNames, isCostUnknown } = part;
    // Those of a part that belongs to this run were counted as they were made.
    if (part.#whole !== this) this.callCount += callCount;
    this.successCount += successCount;
    this.effectCount += effectCount;
    this.denials.push(...denials);
    for (const name of toolNames) this.toolNames.add(name);
    if (isCostUnknown) this.isCostUnknown = true;
  }
}
