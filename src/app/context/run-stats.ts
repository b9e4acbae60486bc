import type { RecordedEvent } from "../../core/protocol/event.ts";
import { addUsage, NO_USAGE, type Usage } from "../../core/protocol/usage.ts";

/** What the runs of one model under one strategy came to. */
export interface RunStats {
  readonly model: string;
  readonly strategy: string;
  readonly runs: number;
  /** Runs that ended with an answer. */
  readonly done: number;
  /** Counted by how they ended: `done`, `failed`, `cancelled`, `limit`, `model-failed`, or `cut` by a crash. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly steps: number;
  readonly usage: Usage;
  readonly costUsd: number;
  /** The price of the model is not known: `costUsd` is not all of it. */
  readonly isCostUnknown?: true;
  readonly medianDurationMs: number;
  readonly calls: number;
  readonly failedCalls: number;
  readonly compactions: number;
}

interface Gathered {
  readonly model: string;
  readonly strategy: string;
  readonly durationsMs: number[];
  readonly outcomes: Record<string, number>;
  runs: number;
  steps: number;
  usage: Usage;
  costUsd: number;
  isCostUnknown?: true;
  calls: number;
  failedCalls: number;
  compactions: number;
}

/** By model and strategy, the most used first. @param sessions the events of each */
export function statsOf(sessions: Iterable<readonly RecordedEvent[]>): readonly RunStats[] {
  const gathered = new Map<string, Gathered>();
  for (const events of sessions) gather(events, gathered);
  return [...gathered.values()]
    .map(({ durationsMs, ...row }) => ({
      ...row,
      done: row.outcomes["done"] ?? 0,
      medianDurationMs: median(durationsMs),
    }))
    .sort((left, right) => right.runs - left.runs || (left.model < right.model ? -1 : 1));
}

function gather(events: readonly RecordedEvent[], gathered: Map<string, Gathered>): void {
  let current: Gathered | undefined;
  let isOpen = false;
  const count = (kind: string): void => {
    if (current) current.outcomes[kind] = (current.outcomes[kind] ?? 0) + 1;
    isOpen = false;
  };
  for (const event of events) {
    switch (event.type) {
      case "run-start": {
        if (isOpen) count("cut");
        current = beginRun(event, gathered);
        isOpen = true;
        break;
      }
      case "run-end":
        count(event.outcome.kind);
        if (current) addRun(current, event);
        break;
      case "call-end":
      case "compaction":
        if (current) addStep(current, event);
        break;
      default:
        break;
    }
  }
  if (isOpen) count("cut");
}

function beginRun(
  { model, strategy }: Extract<RecordedEvent, { type: "run-start" }>,
  gathered: Map<string, Gathered>,
): Gathered {
  const key = `${model}\n${strategy}`;
  const row = gathered.get(key) ?? emptyRow(model, strategy);
  gathered.set(key, row);
  row.runs++;
  return row;
}

function addStep(row: Gathered, event: Extract<RecordedEvent, { type: "call-end" | "compaction" }>): void {
  if (event.type === "compaction") row.compactions++;
  else {
    row.calls++;
    if (event.result.failed) row.failedCalls++;
  }
}

function addRun(
  row: Gathered,
  { steps, usage, costUsd, isCostUnknown, durationMs }: Extract<RecordedEvent, { type: "run-end" }>,
): void {
  row.steps += steps;
  row.usage = addUsage(row.usage, usage);
  row.costUsd += costUsd;
  if (isCostUnknown) row.isCostUnknown = true;
  row.durationsMs.push(durationMs);
}

function emptyRow(model: string, strategy: string): Gathered {
  const numbers = { runs: 0, steps: 0, costUsd: 0, calls: 0, failedCalls: 0, compactions: 0 };
  return { model, strategy, durationsMs: [], outcomes: {}, usage: NO_USAGE, ...numbers };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? 0;
}
