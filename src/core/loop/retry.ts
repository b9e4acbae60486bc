import type { ModelClient, ModelPart, ModelRequest } from "../ports/model.ts";
import type { Clock } from "../ports/session.ts";
import type { LiveEvent } from "../protocol/event.ts";
import type { ModelFailure } from "../protocol/outcome.ts";

export type RetryEvent = Extract<LiveEvent, { readonly type: "retry" }>;

export interface RetryOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Requests in all, the first included; 5 by default. */
  readonly attemptsMax?: number;
  /** The wait before the second attempt without jitter; doubles from attempt to attempt. 1 s by default. */
  readonly firstDelayMs?: number;
  /** Another model stands ready: a limit or an overload is waited for once only. */
  readonly isReplaceable?: boolean;
  /** No wait is longer, whatever the server asks for. 60 s by default. */
  readonly delayMaxMs?: number;
}

const ATTEMPTS_MAX = 5;
const REPLACEABLE_ATTEMPTS_MAX = 2;
const FIRST_DELAY_MS = 1_000;
const DELAY_MAX_MS = 60_000;
/** A server that asks for no wait is not asked again at once. */
const DELAY_MIN_MS = 250;

/** Failures that pass by themselves. */
const PASSING: ReadonlySet<ModelFailure["kind"]> = new Set(["rate-limit", "overloaded", "network", "stalled"]);

const EMPTY_ANSWER: ModelFailure = {
  kind: "unknown",
  message: "The model sent an answer without text and without calls.",
};

/**
 * One step, asked again while it fails in a way that passes: after the wait the server asked for, or an exponential one with
 * jitter. An answer without text and calls is asked for once more too. Whoever shows deltas forgets those of the attempt at a
 * `retry` event. Ends like a step: with exactly one `end` or `failed` part; throws only when the signal aborts.
 */
export async function* stepWithRetry(
  model: ModelClient,
  request: ModelRequest,
  options: RetryOptions,
): AsyncGenerator<ModelPart | RetryEvent, void> {
  const { clock, signal } = options;
  let sawEmpty = false;
  for (let attempt = 1; ; attempt += 1) {
    const last = yield* passOn(model.step(request, signal));
    signal.throwIfAborted();
    if (!last) return;
    const isEmpty = isEmptyAnswer(last);
    const failure = last.type === "failed" ? last.failure : EMPTY_ANSWER;
    const isPassing = last.type === "failed" ? PASSING.has(failure.kind) : isEmpty && !sawEmpty;
    const ownMax = attemptsFor(failure, options);
    if (!isPassing || attempt >= ownMax) {
      yield last;
      return;
    }
    sawEmpty ||= isEmpty;
    const delayMs = isEmpty ? 0 : delayBefore(attempt, failure, options);
    yield { type: "retry", attempt, attemptsMax: ownMax, delayMs, failure };
    if (delayMs > 0) await clock.sleep(delayMs, signal);
    signal.throwIfAborted();
  }
}

/** @returns the part that a step ended with */
async function* passOn(
  step: AsyncIterable<ModelPart>,
): AsyncGenerator<ModelPart, Extract<ModelPart, { type: "end" | "failed" }> | undefined> {
  let last: Extract<ModelPart, { type: "end" | "failed" }> | undefined;
  for await (const part of step) {
    if (part.type === "end" || part.type === "failed") last = part;
    else yield part;
  }
  return last;
}

/** Another model that stands ready takes over from a busy one sooner. */
function attemptsFor(failure: ModelFailure, { attemptsMax = ATTEMPTS_MAX, isReplaceable }: RetryOptions): number {
  const isBusy = failure.kind === "rate-limit" || failure.kind === "overloaded";
  return isReplaceable && isBusy ? Math.min(attemptsMax, REPLACEABLE_ATTEMPTS_MAX) : attemptsMax;
}

/** A reply that says it is whole and holds nothing: some servers send one when they are out of their depth. */
function isEmptyAnswer(part: ModelPart): boolean {
  if (part.type !== "end" || part.end !== "stop") return false;
  return part.content.every(
    (piece) => piece.kind === "reasoning" || (piece.kind === "text" && piece.text.trim() === ""),
  );
}

/** Milliseconds: the server's own wish, else full exponential backoff of which half is jitter, so that clients spread out. */
function delayBefore(attempt: number, failure: ModelFailure, options: RetryOptions): number {
  const delayMaxMs = options.delayMaxMs ?? DELAY_MAX_MS;
  if (failure.retryAfterMs !== undefined) return Math.max(DELAY_MIN_MS, Math.min(failure.retryAfterMs, delayMaxMs));
  const whole = Math.min((options.firstDelayMs ?? FIRST_DELAY_MS) * 2 ** (attempt - 1), delayMaxMs);
  return Math.round(whole / 2 + (whole / 2) * options.clock.random());
}
