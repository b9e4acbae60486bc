import type {
  ModelAbilities,
  ModelClient,
  ModelMessage,
  ModelPart,
  ModelRequest,
  RateLimit,
} from "../../core/ports/model.ts";
import type { Effort } from "../../core/protocol/effort.ts";
import type { ModelFailure } from "../../core/protocol/outcome.ts";
import type { Usage } from "../../core/protocol/usage.ts";
import { type AnswerLimits, openAnswer } from "./http/answer.ts";
import { cutFailure, refusedFailure, toFailure } from "./http/failures.ts";
import { readRateLimits } from "./http/rate-limits.ts";
import { type CatalogueEntry, costOf, findModel } from "./services/catalogue.ts";
import { type Environment, type ModelChoice, wireChoice } from "./services/providers.ts";
import { thinkingOf } from "./services/thinking.ts";
import { withUniqueIds } from "./unique-ids.ts";
import { loadWire } from "./wires/index.ts";
import { withoutWrapper } from "./wires/parallel-wrapper.ts";
import { type Refusal, refusalIn, withoutFields } from "./wires/refused-fields.ts";
import type { ModelEvent } from "./wires/wire.ts";

export interface ModelClientOptions {
  /** For proxies only; keys and addresses are in the choice. */
  readonly environment: Environment;
  /** 120 s by default: until the first byte of an answer. */
  readonly firstByteMs?: number;
  /** 90 s by default: between two pieces of an answer. */
  readonly stallMs?: number;
  /** 30 minutes by default: for a whole answer. */
  readonly answerMs?: number;
  /** Rows of the catalogue that are newer than the bundled ones; read after the first reply. */
  readonly catalogueRows?: () => Promise<string>;
  /** The key of the moment, where it is a token that ends or a command prints it; `not` is one that was refused. Rejects with an error for the person. */
  readonly freshKey?: (not?: string) => Promise<{ readonly key: string; readonly bearer?: true }>;
  /** What is known better than the catalogue does. */
  readonly abilities?: Partial<ModelAbilities>;
  /** For requests that say nothing of it. */
  readonly effort?: Effort;
  readonly attemptsMax?: number | undefined;
  /** How the server is spoken to, where not over one of our wires. */
  readonly speak?: Speak;
}

/** Sends one request. Rejects with the fault where there is no answer; what comes of one ends like a wire's. */
export type Speak = (
  request: ModelRequest,
  choice: ModelChoice,
  exchange: Exchange,
) => Promise<AsyncIterable<ModelEvent>>;

export interface Exchange {
  readonly signal: AbortSignal;
  readonly limits: AnswerLimits;
  /** Is told each address before it is asked. */
  asked(url: string): void;
}

const FIRST_BYTE_MS = 120_000;
const STALL_MS = 90_000;
const ANSWER_MS = 1_800_000;
const SECRET_CHARS_MIN = 6;
/** Ends what is left of a step. Without a reason an abort makes an exception, with its stack, every time. */
const STEP_IS_OVER = "the step is over";

/** What a request was, and what was said of it before the answer. */
interface Sent {
  body: Readonly<Record<string, unknown>>;
  limits: readonly RateLimit[];
}

/** A model of a provider: exactly one request a step, no tool run, nothing retried. */
export function createModelClient(choice: ModelChoice, options: ModelClientOptions): ModelClient {
  if (!options.speak && !wireChoice(choice)) throw new Error(`${choice.wire} is none of the wires`);
  return new ProviderClient(choice, options);
}

class ProviderClient implements ModelClient {
  readonly id: string;
  /** Limits are known from the end of the first step on: the catalogue is not read before the first request is out. */
  abilities: ModelAbilities;
  readonly effort: Effort | undefined;
  readonly attemptsMax: number | undefined;
  /** Fields of a request that only help, and that the server has refused. */
  readonly #refused = new Set<string>();
  #choice: ModelChoice;
  readonly #options: ModelClientOptions;
  readonly #limits: AnswerLimits;
  #entry: { readonly found: CatalogueEntry | undefined } | undefined;

  constructor(choice: ModelChoice, options: ModelClientOptions) {
    this.id = `${choice.provider.id}/${choice.model}`;
    const spoken = wireChoice(choice);
    const thinking = spoken && thinkingOf(spoken);
    const images = findModel(this.id)?.images;
    this.abilities = {
      nativeTools: true,
      ...(thinking ? { efforts: thinking.efforts } : {}),
      ...(images === undefined ? {} : { images }),
      ...options.abilities,
    };
    this.effort = options.effort;
    this.attemptsMax = options.attemptsMax;
    this.#choice = choice;
    this.#options = options;
    this.#limits = {
      environment: options.environment,
      firstByteMs: options.firstByteMs ?? FIRST_BYTE_MS,
      stallMs: options.stallMs ?? STALL_MS,
      answerMs: options.answerMs ?? ANSWER_MS,
    };
  }

  async count(request: ModelRequest, signal: AbortSignal): Promise<number | undefined> {
    const choice = wireChoice(this.#choice);
    if (!choice || (await this.#freshenKey())) return undefined;
    const { countTokensOf } = await import("./count-request.ts");
    return countTokensOf(request, choice, { environment: this.#options.environment, signal });
  }

  async *step(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart> {
    signal.throwIfAborted();
    const own = new AbortController();
    const abort = () => own.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      const failure = yield* this.#attempts(request, own.signal, signal);
      if (failure) yield { type: "failed", failure: this.#withoutKey(failure) };
    } finally {
      signal.removeEventListener("abort", abort);
      // Ends the connection when the consumer leaves in the middle; nothing is left to end otherwise.
      own.abort(STEP_IS_OVER);
    }
  }

  /**
   * With the key, once more with a fresh one, and over the other wire; returns why the last one failed.
   * @param signal  of the caller, whose reason is thrown; `own` ends the connections
   */
  async *#attempts(
    request: ModelRequest,
    own: AbortSignal,
    signal: AbortSignal,
  ): AsyncGenerator<ModelPart, ModelFailure | undefined> {
    let failure = (await this.#freshenKey()) ?? (yield* this.#attempt(request, own));
    signal.throwIfAborted();
    if (failure?.status === 401 && this.#options.freshKey)
      failure = (await this.#freshenKey(this.#choice.key)) ?? (yield* this.#attempt(request, own));
    if (!failure) return undefined;
    signal.throwIfAborted();
    if (!this.#takeOtherWire(failure)) return failure;
    const second = yield* this.#attempt(request, own);
    signal.throwIfAborted();
    // Where neither wire is known, the first answer tells more: that model is not there.
    return second && isNotFound(second) ? failure : second;
  }

  /** Takes the key of the moment; says why there is none. */
  async #freshenKey(not?: string): Promise<ModelFailure | undefined> {
    try {
      const fresh = await this.#options.freshKey?.(not);
      if (fresh && fresh.key !== this.#choice.key) this.#choice = { ...this.#choice, ...fresh };
      return undefined;
    } catch (error) {
      return { kind: "auth", message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Servers like to quote what they refuse; a key must reach no log and no screen. */
  #withoutKey(failure: ModelFailure): ModelFailure {
    const { key } = this.#choice;
    // A stand-in such as "x", which local servers ask for, is no secret and occurs in every word.
    return key && key.length >= SECRET_CHARS_MIN
      ? { ...failure, message: failure.message.replaceAll(key, "[key]") }
      : failure;
  }

  /** One request; returns why it failed, after what it could show. */
  async *#attempt(prompt: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart, ModelFailure | undefined> {
    const effort = prompt.effort ?? this.effort;
    const messages =
      this.abilities.images === false
        ? prompt.messages.map((message) => withoutImages(message, this.id))
        : prompt.messages;
    const asked = { ...prompt, messages, ...(effort ? { effort } : {}) };
    const sent: Sent = { body: {}, limits: [] };
    try {
      for await (const event of await this.#speak(asked, signal, sent)) {
        if (event.type === "fault") return toFailure(event.fault, this.#choice);
        if (event.type === "reply") return yield* this.#settle(prompt, event, sent.limits);
        yield event;
      }
    } catch (error) {
      const refusal = refusalIn(error, sent.body);
      return refusal ? yield* this.#attemptWithout(refusal, prompt, signal) : toFailure(error, this.#choice);
    }
    return cutFailure(this.#choice);
  }

  /** @param sent  is given the body and the limits, where the wire is ours */
  async #speak(prompt: ModelRequest, signal: AbortSignal, sent: Sent): Promise<AsyncIterable<ModelEvent>> {
    const choice = wireChoice(this.#choice);
    if (this.#options.speak || !choice) {
      const asked = (url: string): void => {
        this.#choice = { ...this.#choice, askedUrl: url };
      };
      return (this.#options.speak as Speak)(prompt, this.#choice, { signal, limits: this.#limits, asked });
    }
    const wire = await loadWire(choice.wire);
    const request = wire.request(prompt, choice);
    sent.body = withoutFields(request.body, this.#refused);
    const headers = { "content-type": "application/json", "user-agent": "waymark", ...request.headers };
    const answer = await openAnswer(request.url, { headers, body: JSON.stringify(sent.body), signal }, this.#limits);
    sent.limits = readRateLimits(answer.headers, Date.now());
    return wire.events(answer, choice);
  }

  /** Once more without what only helps, and for good where that is answered. */
  async *#attemptWithout(
    { fields, misses }: Refusal,
    prompt: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelPart, ModelFailure | undefined> {
    for (const field of fields) this.#refused.add(field);
    if (misses) yield { type: "status", text: `${this.id} ${CANNOT[misses]}: asked without.` };
    const failure = yield* this.#attempt(prompt, signal);
    if (failure) for (const field of fields) this.#refused.delete(field);
    else if (misses === "effort") this.abilities = { ...this.abilities, efforts: [] };
    return failure;
  }

  /** Gives the whole reply, or says why it is none. */
  async *#settle(
    prompt: ModelRequest,
    { content, end, usage }: Extract<ModelEvent, { readonly type: "reply" }>,
    limits: readonly RateLimit[],
  ): AsyncGenerator<ModelPart, ModelFailure | undefined> {
    if (end === undefined) return cutFailure(this.#choice);
    const costUsd = await this.#lookUp(usage);
    if (end === "filtered" && content.length === 0)
      return { ...refusedFailure(this.#choice), counted: { usage, costUsd } };
    const said = limits.length === 0 ? {} : { limits };
    const shown = withUniqueIds(withoutWrapper(content, prompt.tools), prompt);
    yield { type: "end", content: shown, end, usage, costUsd, ...said };
    return undefined;
  }

  /** After a 404 of a server that may speak another wire, that one is used from now on. */
  #takeOtherWire(failure: ModelFailure): boolean {
    const { otherWire, ...choice } = this.#choice;
    if (otherWire === undefined || !isNotFound(failure)) return false;
    this.#choice = { ...choice, wire: otherWire };
    return true;
  }

  /** Price of a reply; fills in the limits on the way. */
  async #lookUp(usage: Usage): Promise<number> {
    if (this.#choice.provider.local) return 0;
    // Looked up once: the rows are a file to read, and may be some hundred kilobytes to search.
    this.#entry ??= { found: findModel(this.id, await this.#options.catalogueRows?.()) };
    const entry = this.#entry.found;
    if (!entry) return 0;
    this.abilities = {
      ...this.abilities,
      nativeTools: entry.tools,
      contextTokensMax: entry.contextTokensMax,
      outputTokensMax: entry.outputTokensMax,
      ...this.#options.abilities,
    };
    return costOf(entry, usage);
  }
}

const CANNOT: Readonly<Record<NonNullable<Refusal["misses"]>, string>> = {
  effort: "cannot be told how much to think",
  "answer schema": "cannot be held to this schema",
};

function isNotFound(failure: ModelFailure): boolean {
  return failure.status === 404 || failure.status === 405;
}

/** An earlier model of the conversation could see; what was seen is named in the text. */
function withoutImages(message: ModelMessage, id: string): ModelMessage {
  if (message.role !== "user" || !message.images) return message;
  return { role: "user", text: `${message.text}\n\n[${message.images.length} left out: ${id} sees no pictures.]` };
}
