import type { LanguageModelV4 } from "@ai-sdk/provider";
import { OverBudget } from "../../base/budget.ts";
import type { ModelAbilities, ModelClient, ModelPart, ModelRequest } from "../../core/ports/model.ts";
import type { ModelFailure } from "../../core/protocol/outcome.ts";
import type { Usage } from "../../core/protocol/usage.ts";
import { cutFailure, refusedFailure, toFailure, unreadableFailure } from "./http/failures.ts";
import { createExchange, type HttpExchange } from "./http/http-fetch.ts";
import { type PartialBody, RequestBodies } from "./http/request-body.ts";
import { type CatalogueEntry, costOf, findModel } from "./services/catalogue.ts";
import { type Environment, type ModelChoice, type SdkChoice, sdkChoice, type Wire } from "./services/providers.ts";
import { loadWire } from "./wires/index.ts";
import { PromptWriter } from "./wires/prompt.ts";
import { ReplyBuilder } from "./wires/reply-builder.ts";

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
  /** The key of the moment, where it is a token that ends; `not` is one that was refused. Rejects with an error for the person. */
  readonly freshKey?: (not?: string) => Promise<string>;
  /** What is known better than the catalogue does. */
  readonly abilities?: Partial<ModelAbilities>;
}

const FIRST_BYTE_MS = 120_000;
const STALL_MS = 90_000;
const ANSWER_MS = 1_800_000;
const SECRET_CHARS_MIN = 6;
/** Ends what is left of a step. Without a reason an abort makes an exception, with its stack, every time. */
const STEP_IS_OVER = "the step is over";

/** One request on its way through a provider package. */
interface Sending {
  readonly exchange: HttpExchange;
  /** Absent: the package is handed all messages. */
  readonly body: PartialBody | undefined;
  /** The parts of the body could not be joined; nothing was sent. */
  isTorn: boolean;
}

/** A model behind the AI SDK: exactly one `doStream` a step, no tool run, nothing retried. */
export function createModelClient(choice: ModelChoice, options: ModelClientOptions): ModelClient {
  const sdk = sdkChoice(choice);
  if (!sdk) throw new Error(`no package of the AI SDK speaks ${choice.wire}`);
  return new SdkModelClient(sdk, options);
}

class SdkModelClient implements ModelClient {
  readonly id: string;
  /** Limits are known from the end of the first step on: the catalogue is not read before the first request is out. */
  abilities: ModelAbilities;
  #choice: SdkChoice;
  readonly #options: ModelClientOptions;
  readonly #exchanges = new WeakMap<AbortSignal, Sending>();
  readonly #models = new Map<Wire, Promise<LanguageModelV4>>();
  #writer: PromptWriter;
  /** Absent once a provider package wrote a mark in another way than expected. */
  #bodies: RequestBodies | undefined;
  #entry: { readonly found: CatalogueEntry | undefined } | undefined;

  constructor(choice: SdkChoice, options: ModelClientOptions) {
    this.id = `${choice.provider.id}/${choice.model}`;
    this.abilities = { nativeTools: true, ...options.abilities };
    this.#choice = choice;
    this.#options = options;
    this.#writer = new PromptWriter(choice);
    this.#bodies = new RequestBodies(choice.wire);
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
      const key = await this.#options.freshKey?.(not);
      if (key === undefined || key === this.#choice.key) return undefined;
      this.#choice = { ...this.#choice, key, bearer: true };
      this.#models.clear();
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

  /** One request over the current wire; returns why it failed, after what it could show. */
  async *#attempt(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart, ModelFailure | undefined> {
    const choice = this.#choice;
    const exchange = createExchange({
      wire: choice.wire,
      quirks: choice.provider.quirks,
      firstByteMs: this.#options.firstByteMs ?? FIRST_BYTE_MS,
      stallMs: this.#options.stallMs ?? STALL_MS,
      answerMs: this.#options.answerMs ?? ANSWER_MS,
      environment: this.#options.environment,
    });
    const body = this.#bodies?.begin(request.messages);
    const sending: Sending = { exchange, body, isTorn: false };
    this.#exchanges.set(signal, sending);
    const builder = new ReplyBuilder({ thinksInText: choice.wire === "compatible" });
    let isAnswered = false;
    try {
      const model = await this.#model();
      const written = this.#writer.write(body ? { ...request, messages: body.messages } : request);
      const { stream } = await model.doStream({ ...written, abortSignal: signal });
      isAnswered = true;
      const reader = stream.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        yield* builder.add(value);
      }
    } catch (error) {
      if (sending.isTorn) {
        this.#bodies = undefined;
        return yield* this.#attempt(request, signal);
      }
      const fault = exchange.fault();
      const isUnreadable = isAnswered && !fault && !(error instanceof OverBudget);
      return isUnreadable ? unreadableFailure(error, choice) : toFailure(fault ?? error, choice);
    }
    const fault = exchange.fault();
    return fault ? toFailure(fault, choice) : yield* this.#settle(request, builder);
  }

  /** Gives the whole reply, or says why it is none. */
  async *#settle(request: ModelRequest, builder: ReplyBuilder): AsyncGenerator<ModelPart, ModelFailure | undefined> {
    const choice = this.#choice;
    const end = builder.end;
    if (end === undefined) return cutFailure(choice);
    // An event was lost, and with it text or half of a call.
    if (builder.error !== undefined) return unreadableFailure(builder.error, choice);
    const content = builder.content((id) => hasCall(request, id));
    const costUsd = await this.#lookUp(builder.usage);
    if (end === "filtered" && content.length === 0)
      return { ...refusedFailure(choice), counted: { usage: builder.usage, costUsd } };
    yield { type: "end", content, end, usage: builder.usage, costUsd };
    return undefined;
  }

  /** The class of the wire in use, loaded at its first request and kept. */
  #model(): Promise<LanguageModelV4> {
    const choice = this.#choice;
    let model = this.#models.get(choice.wire);
    if (!model) {
      model = loadWire(choice.wire).then((open) => open({ choice, fetch: this.#fetch }));
      this.#models.set(choice.wire, model);
    }
    return model;
  }

  /** The SDK hands the signal of a step through to fetch: that tells which step is asking. */
  readonly #fetch = ((url: string, init: { readonly signal?: AbortSignal; readonly body: string }) => {
    const sending = init.signal && this.#exchanges.get(init.signal);
    if (!sending) throw new Error("a request outside of a step");
    const { exchange, body } = sending;
    if (!body) return exchange.fetch(url, init as RequestInit);
    const pieces = body.join(init.body);
    sending.isTorn = pieces === undefined;
    if (!pieces) throw new Error("the provider package wrote a mark in a way of its own");
    return exchange.fetch(url, { ...init, body: pieces } as unknown as RequestInit);
  }) as unknown as typeof fetch;

  /** After a 404 of a server that may speak another wire, that one is used from now on. */
  #takeOtherWire(failure: ModelFailure): boolean {
    const { otherWire, ...choice } = this.#choice;
    if (otherWire === undefined || !isNotFound(failure)) return false;
    this.#choice = { ...choice, wire: otherWire };
    this.#writer = new PromptWriter(this.#choice);
    this.#bodies = new RequestBodies(this.#choice.wire);
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
      nativeTools: entry.tools,
      contextTokensMax: entry.contextTokensMax,
      outputTokensMax: entry.outputTokensMax,
      ...this.#options.abilities,
    };
    return costOf(entry, usage);
  }
}

function isNotFound(failure: ModelFailure): boolean {
  return failure.status === 404 || failure.status === 405;
}

/** Whether a call of the conversation has this id. */
function hasCall({ messages }: ModelRequest, id: string): boolean {
  return messages.some(
    (message) =>
      message.role === "assistant" && message.content.some((part) => part.kind === "call" && part.call.id === id),
  );
}
