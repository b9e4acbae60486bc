// Work that must be done once for each of many items, however often those who do it die.

/** A value that survives a trip through JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** One thing to be done. */
export interface QueueItem {
  /** What people call it; unique in its queue. */
  readonly id: string;
  /** Of all that its result depends on: an item whose key stayed need not be done again. */
  readonly key: string;
  readonly payload: Json;
}

/** What work on items took, whether or not it led to a result. */
export interface Spent {
  readonly costUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Questions that a model answered. */
  readonly replies: number;
}

export const NOTHING_SPENT: Spent = { costUsd: 0, inputTokens: 0, outputTokens: 0, replies: 0 };

export function addSpent(left: Spent, right: Spent): Spent {
  return {
    costUsd: left.costUsd + right.costUsd,
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    replies: left.replies + right.replies,
  };
}

/** The right to work on an item for a while. It may be worked on by another once that is over: only one of the two can settle it. */
export interface Lease extends QueueItem {
  /** Differs for each lease of an item. */
  readonly token: string;
  /** What the last one to settle it with `again` left for the next. */
  readonly carried?: Json;
}

export type Settlement =
  | { readonly kind: "done"; readonly result: Json; readonly spent: Spent }
  /** Back into the queue, not to be leased before the time is over. */
  | {
      readonly kind: "again";
      readonly inMs: number;
      readonly problem: string;
      readonly carried?: Json;
      readonly spent: Spent;
    }
  /** It will not succeed without a person. */
  | { readonly kind: "failed"; readonly problem: string; readonly spent: Spent };

/** `dead`: whoever leased it was not heard of again, so often that it may be the item that ends them. */
export const ITEM_STATES = ["queued", "leased", "done", "failed", "dead"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** An item and how far it came. */
export interface QueueEntry extends QueueItem {
  readonly state: ItemState;
  /** Of `done`. */
  readonly result?: Json;
  /** The last one, of `failed`, `dead`, or what waits for another attempt. */
  readonly problem?: string;
  /** How often it was leased. */
  readonly leases: number;
  readonly spent: Spent;
}

export interface QueueCounts {
  readonly states: Readonly<Record<ItemState, number>>;
  /** On these items and on those that were replaced or taken out. */
  readonly spent: Spent;
}

/**
 * The items of one batch, and the only place where their state and their results lie. Any number of processes may hold the same queue.
 * Times are those of the store, so that a clock that is set moves no lease. What a method did is there when it resolves, also if the
 * process is killed then. Every method rejects with a {@link QueueFault} where the store cannot be used.
 */
export interface Queue {
  /** What the batch is, for those who have not been told; undefined until it was said. */
  readonly description: () => Promise<Json | undefined>;
  /**
   * Says it anew, made of what stands there: of several that do so at once each sees what the one before said, so that none is lost.
   * @param change  pure; may be called again where another was faster. What it throws leaves everything as it is
   * @returns what is said now
   */
  describe(change: (former: Json | undefined) => Json): Promise<Json>;
  /**
   * What is there under the same id and key stays as it is. Under another key it is replaced and starts anew, whatever its state;
   * who works on the former one loses the lease.
   */
  put(items: readonly QueueItem[]): Promise<{ readonly added: number; readonly replaced: number }>;
  /**
   * As many as may be worked on now, at most `count`; those that were never leased in the order in which they were put; what has waited
   * for another attempt comes among them or after them. One that would be dead if its lease were lost once more is leased alone, to a
   * process that has no other: what ends its workers takes nobody along.
   */
  lease(count: number): Promise<readonly Lease[]>;
  /** @returns whether it is still held; from now on for the full time of a lease */
  heartbeat(lease: Lease): Promise<boolean>;
  /** The state, the result and what it took, as one. @returns false, and nothing is changed, where the lease was lost */
  settle(lease: Lease, settlement: Settlement): Promise<boolean>;
  counts(): Promise<QueueCounts>;
  /** What is at work, or waits for another attempt, by names that stay as long as it does; at most `count` of them. */
  begun(count: number): Promise<readonly string[]>;
  /** In the order in which they were put, without holding them all; what changes meanwhile may be seen as before or as after. */
  entries(states?: readonly ItemState[]): AsyncIterable<QueueEntry>;
  /** Those in one of these states start anew. @returns how many */
  retry(states: readonly ("failed" | "dead")[]): Promise<number>;
  /** What is not settled is taken out, and its leases are lost. @returns how many */
  cancel(): Promise<number>;
  close(): Promise<void>;
}

/** Queues by the names of their batches: letters, digits, `-` and `_`, 64 at most. */
export interface QueueStore {
  batches(): Promise<readonly string[]>;
  /** Makes it where there is none. */
  open(batch: string): Promise<Queue>;
  close(): Promise<void>;
}

export interface LeaseTerms {
  /** How long a lease holds without a heartbeat. */
  readonly leaseMs: number;
  /** An item whose leases ran out so often without being settled is dead. */
  readonly lostLeasesMax: number;
}

export const LEASE_TERMS: LeaseTerms = { leaseMs: 15_000, lostLeasesMax: 3 };

/** `full`: no room is left. `gone`: it cannot be reached. `damaged`: what is there is no queue, or a program for it is missing. */
export type QueueFaultKind = "full" | "gone" | "damaged";

export class QueueFault extends Error {
  override readonly name = "QueueFault";
  readonly kind: QueueFaultKind;

  /** @param message  what cannot be used, and what to do: one sentence for a person */
  constructor(kind: QueueFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
