import type { ReplyEnd, ReplyPart } from "../protocol/event.ts";
import type { ModelFailure } from "../protocol/outcome.ts";
import type { Usage } from "../protocol/usage.ts";
import type { ModelRequest } from "./model.ts";

// Many requests at once, answered within a day for half the price.

/**
 * A service that works on batches. A batch goes on without this process: its name, a text, is all that another one needs. Every method
 * rejects with a {@link BatchFault} where the service cannot be asked or refuses, and with the signal's reason.
 */
export interface BatchService {
  /** @param key  of the caller's choice, by which {@link find} knows the batch again; 64 letters, digits, `-` and `_` at most */
  submit(requests: readonly BatchRequest[], key: string, signal: AbortSignal): Promise<string>;
  /** The batch that was handed in under that key, should a crash have come before its name was kept; undefined where the service cannot say. */
  find(key: string, signal: AbortSignal): Promise<string | undefined>;
  look(name: string, signal: AbortSignal): Promise<BatchState>;
  /** Of a batch that has ended, in any order; what was not answered comes as a failure. May be read again. */
  answers(name: string, signal: AbortSignal): AsyncIterable<BatchAnswer>;
  /** What is under way may still be answered. */
  cancel(name: string, signal: AbortSignal): Promise<void>;
}

export interface BatchRequest {
  /** Unique in the batch; 64 letters, digits, `-` and `_` at most. */
  readonly id: string;
  readonly request: ModelRequest;
}

export interface BatchState {
  readonly kind: "working" | "ended";
  readonly answered: number;
  readonly failed: number;
  readonly total: number;
}

export type BatchAnswer =
  | {
      readonly kind: "reply";
      readonly id: string;
      readonly content: readonly ReplyPart[];
      readonly end: ReplyEnd;
      readonly usage: Usage;
    }
  | { readonly kind: "failed"; readonly id: string; readonly failure: ModelFailure };

export class BatchFault extends Error {
  override readonly name = "BatchFault";
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure) {
    super(failure.message);
    this.failure = failure;
  }
}
