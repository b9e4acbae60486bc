import type { ModelClient, ModelPart, ModelRequest } from "../ports/model.ts";
import type { Clock } from "../ports/session.ts";
import { isTextPiece, type RecordedEvent } from "../protocol/event.ts";
import type { ModelFailure } from "../protocol/outcome.ts";
import { LineRepetition } from "./line-repetition.ts";

export type RetryEvent = Extract<RecordedEvent, { readonly type: "retry" }>;

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
 * jitter. An answer without text and calls is asked for once more too, and fails where it would be all that a prompt gets. Whoever shows deltas forgets those of the attempt at a
 * `retry` event. Ends like a step: with exactly one `end` or `failed` part; throws only when the signal aborts.
 */
export async function* stepWithRetry(
  model: ModelClient,
  request: ModelRequest,
  options: RetryOptions,
): AsyncGenerator<ModelPart | RetryEvent, void> {
  const { signal } = options;
  let sawEmpty = false;
  let asked = request;
  for (let attempt = 1; ; attempt += 1) {
    const last = yield* passOn(model.step(asked, signal), model.id);
    signal.throwIfAborted();
    if (!last) return;
    const isEmpty = isEmptyAnswer(last);
    const failure = last.type === "failed" ? last.failure : EMPTY_ANSWER;
    const isPassing = PASSING.has(failure.kind) || (isEmpty && !sawEmpty);
    if (failure.kind === "repeating" && asked === request) {
      yield { type: "retry", attempt, attemptsMax: attempt + 1, delayMs: 0, failure };
      asked = withReason(request, REPEATING_PROMPT);
      continue;
    }
    const ownMax = attemptsFor(failure, options);
    if (!isPassing || attempt >= ownMax) {
      yield settled(last, request, model.id);
      return;
    }
    sawEmpty ||= isEmpty;
    const delayMs = isEmpty ? 0 : delayBefore(attempt, failure, options);
    yield { type: "retry", attempt, attemptsMax: ownMax, delayMs, failure };
    await pause(delayMs, options);
  }
}

/** After results of tools, silence is how some models say that they are done; a prompt that gets nothing else has failed. */
function settled(last: LastPart, { messages }: ModelRequest, id: string): LastPart {
  if (!isEmptyAnswer(last) || messages.at(-1)?.role !== "user") return last;
  const message = `${id} answered nothing, twice; say it in other words or use another model.`;
  return { type: "failed", failure: { kind: "unknown", message } };
}

async function pause(delayMs: number, { clock, signal }: RetryOptions): Promise<void> {
  if (delayMs > 0) await clock.sleep(delayMs, signal);
  signal.throwIfAborted();
}

const REPEATING_PROMPT =
  "[Your answer was stopped: it said the same lines again and again, and would not have ended. Give it anew and come to its end; what is long by nature belongs into a file, written by a command.]";

/** The same request with a word on why it comes again. */
function withReason(request: ModelRequest, text: string): ModelRequest {
  const last = request.messages.at(-1);
  const messages =
    last?.role === "user"
      ? [...request.messages.slice(0, -1), { role: "user", text: `${last.text}\n\n${text}` } as const]
      : [...request.messages, { role: "user", text } as const];
  return { ...request, messages };
}

type LastPart = Extract<ModelPart, { type: "end" | "failed" }>;

/** Stops a step that repeats itself. @returns the part that it ended with */
async function* passOn(step: AsyncIterable<ModelPart>, id: string): AsyncGenerator<ModelPart, LastPart | undefined> {
  let last: LastPart | undefined;
  const said = { "text-delta": new LineRepetition(), "reasoning-delta": new LineRepetition() };
  for await (const part of step) {
    const length = isTextPiece(part) ? said[part.type].push(part.text) : undefined;
    if (length !== undefined) return { type: "failed", failure: repeatingFailure(id, length) };
    if (part.type === "end" || part.type === "failed") last = part;
    else yield part;
  }
  return last;
}

function repeatingFailure(id: string, length: number): ModelFailure {
  const what = length === 1 ? "the same line" : `the same ${length} lines`;
  return { kind: "repeating", message: `${id} said ${what} thirty times in a row and was stopped.` };
}

/** Another model that stands ready takes over from a busy one sooner. */
function attemptsFor(failure: ModelFailure, { attemptsMax = ATTEMPTS_MAX, isReplaceable }: RetryOptions): number {
  const isBusy = failure.kind === "rate-limit" || failure.kind === "overloaded";
  return isReplaceable && isBusy ? Math.min(attemptsMax, REPLACEABLE_ATTEMPTS_MAX) : attemptsMax;
}

/** A reply that says it is whole and holds nothing: some servers send one when they are out of their depth. */
function isEmptyAnswer(part: ModelPart): boolean {
  if (part.type !== "end" || (part.end !== "stop" && part.end !== "other")) return false;
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
