import type { Usage } from "./usage.ts";

/** Why a model step gave no reply. The loop reacts to `kind`; people read `message`. */
export interface ModelFailure {
  readonly kind:
    | "rate-limit"
    | "overloaded"
    | "network"
    | "stalled"
    /** It said the same lines again and again, and was stopped. */
    | "repeating"
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

/** What failed, for where it is tried again by itself: without the advice that a person sends the prompt again. */
export const whatFailed = ({ message }: Pick<ModelFailure, "message">): string =>
  message.replace(/; (?:[^;]* )?send the prompt again[^;]*$/, ".");

/** A call that a rule, a mode or a person refused. */
export interface Denial {
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
  readonly why: string;
  /** A person refused it, with these words or none. */
  readonly said?: string;
}

export type Limit = "steps" | "calls" | "wall-time" | "tokens" | "cost" | "repetition";

/** Why a run stopped. The only source of exit codes. */
export type Outcome =
  | { readonly kind: "done"; readonly text: string }
  /** There is no model: a change was asked for that only one could make, or a question that no look-up answers. */
  | { readonly kind: "unanswered"; readonly asked: "change" | "question"; readonly text: string }
  /** Whatever would have done what was asked was refused; `refused` names the calls, where others ran or the text may answer a question all the same. */
  | { readonly kind: "denied"; readonly text: string; readonly refused?: readonly string[] }
  | { readonly kind: "cancelled"; readonly text: string }
  | { readonly kind: "limit"; readonly limit: Limit; readonly text: string }
  | { readonly kind: "failed"; readonly text: string }
  | { readonly kind: "model-failed"; readonly failure: ModelFailure; readonly text: string };

/** Whether the last words of the model are the text of the outcome: whoever has shown them need not show it. */
export function endsInWords({ kind }: Outcome): boolean {
  return kind === "done" || kind === "unanswered" || kind === "denied";
}
