import type { Usage } from "./usage.ts";

/** Why a model step gave no reply. The loop reacts to `kind`; people read `message`. */
export interface ModelFailure {
  readonly kind:
    | "rate-limit"
    | "overloaded"
    | "network"
    | "stalled"
    | "over-budget"
    | "overflow"
    | "auth"
    | "refused"
    | "bad-request"
    | "tools-unsupported"
    | "replay-mismatch"
    | "unknown";
  /** One sentence: what failed, on what, what to do next. */
  readonly message: string;
  readonly status?: number;
  /** What the server asked us to wait. */
  readonly retryAfterMs?: number;
  /** The account is empty: waiting does not help, another model may. */
  readonly outOfCredit?: true;
  /** What the server counted all the same: a refusal is paid for. */
  readonly counted?: { readonly usage: Usage; readonly costUsd: number };
}

export type Limit = "steps" | "wall-time" | "tokens" | "cost" | "repetition";

/** Why a run stopped. The only source of exit codes. */
export type Outcome =
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "cancelled"; readonly text: string }
  | { readonly kind: "limit"; readonly limit: Limit; readonly text: string }
  | { readonly kind: "failed"; readonly text: string }
  | { readonly kind: "model-failed"; readonly failure: ModelFailure; readonly text: string };
