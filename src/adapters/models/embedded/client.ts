import { availableParallelism } from "node:os";
import type { ModelAbilities, ModelClient, ModelMessage, ModelPart, ModelRequest } from "../../../core/ports/model.ts";
import type { ReplyEnd, ReplyPart } from "../../../core/protocol/event.ts";
import type { ModelFailure } from "../../../core/protocol/outcome.ts";
import type { Usage } from "../../../core/protocol/usage.ts";
import { answerSoFar, boundText, callInstructions, callSchema, readBound, resultsText } from "./call-grammar.ts";
import {
  type HistoryItem,
  type Llama,
  type LlamaChat,
  type LlamaModel,
  loadRuntime,
  type Sequence,
} from "./runtime.ts";

export interface EmbeddedOptions {
  /** As the person named it, for the id. */
  readonly name: string;
  /** Absolute path of a GGUF file. */
  readonly modelPath: string;
  /** Where the runtime is installed. */
  readonly runtimeFolder: string;
  readonly contextTokensMax?: number;
  readonly abilities?: Partial<ModelAbilities>;
}

const CONTEXT_TOKENS_MAX = 32_768;
const OUTPUT_TOKENS_MAX = 2_048;
/** Kept free for what the chat template adds. */
const TEMPLATE_TOKENS = 128;

/** A GGUF file, run within this process. Whatever it says where there are tools is a valid call or an answer: a grammar sees to it. */
export function createEmbeddedClient(options: EmbeddedOptions): ModelClient {
  return new EmbeddedClient(options);
}

interface Loaded {
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly chat: LlamaChat;
  readonly sequence: Sequence;
  readonly contextTokensMax: number;
}

class EmbeddedClient implements ModelClient {
  readonly id: string;
  abilities: ModelAbilities;
  readonly #options: EmbeddedOptions;
  readonly #grammars = new Map<string, Promise<unknown>>();
  #loaded: Promise<Loaded> | undefined;
  /** One request at a time: they share one context. */
  #last: Promise<unknown> = Promise.resolve();
  #calls = 0;

  constructor(options: EmbeddedOptions) {
    this.id = `local/${options.name}`;
    this.abilities = { nativeTools: true, ...options.abilities };
    this.#options = options;
  }

  async *step(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart> {
    signal.throwIfAborted();
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    try {
      await before;
      signal.throwIfAborted();
      yield* this.#answer(request, signal);
    } finally {
      resolve();
    }
  }

  /** Frees the model's memory; a later step loads it again. */
  async close(): Promise<void> {
    const loaded = await this.#loaded?.catch(() => undefined);
    this.#loaded = undefined;
    this.#grammars.clear();
    await loaded?.model.dispose();
    await loaded?.llama.dispose();
  }

  async *#answer(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    let loaded: Loaded;
    try {
      this.#loaded ??= this.#load();
      loaded = await this.#loaded;
    } catch (error) {
      this.#loaded = undefined;
      return yield { type: "failed", failure: loadFailure(error, this.#options) };
    }
    const history = historyOf(request);
    const tokens = countTokens(history, loaded.model);
    const room = loaded.contextTokensMax - tokens - TEMPLATE_TOKENS;
    if (room < TEMPLATE_TOKENS) return yield { type: "failed", failure: overflow(this.id, tokens, loaded) };
    const maxTokens = Math.min(request.outputTokensMax ?? OUTPUT_TOKENS_MAX, room);
    const meter = { ...usedTokens(loaded.sequence) };
    const grammar = request.tools.length === 0 ? undefined : await this.#grammar(request, loaded.llama);
    const shown = new Shown();
    const generated = loaded.chat.generateResponse(history, {
      signal,
      maxTokens,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...(grammar === undefined ? {} : { grammar }),
      onTextChunk: (text) => shown.add(text, grammar !== undefined),
    });
    const over = generated.then(
      () => shown.end(),
      () => shown.end(),
    );
    for await (const text of shown.pieces()) yield { type: "text-delta", text };
    await over;
    try {
      const { response, metadata } = await generated;
      const usage = usageSince(meter, loaded.sequence);
      yield { type: "end", ...this.#reply(response, metadata.stopReason, grammar !== undefined), usage, costUsd: 0 };
    } catch (error) {
      signal.throwIfAborted();
      const message = `${this.id} stopped: ${error instanceof Error ? error.message : String(error)}; use another model.`;
      yield { type: "failed", failure: { kind: "unknown", message } };
    }
  }

  #reply(response: string, stopReason: string, isBound: boolean): { content: ReplyPart[]; end: ReplyEnd } {
    const end = stopReason === "maxTokens" ? "length" : "stop";
    if (!isBound) return { content: [{ kind: "text", text: response }], end };
    const bound = readBound(response);
    if (bound.kind !== "call") return { content: [{ kind: "text", text: bound.text }], end };
    this.#calls += 1;
    return { content: [{ kind: "call", call: { id: `local-${this.#calls}`, ...bound.call } }], end: "calls" };
  }

  #grammar({ tools }: ModelRequest, llama: Llama): Promise<unknown> {
    const schema = callSchema(tools);
    const key = JSON.stringify(schema);
    const grammar = this.#grammars.get(key) ?? llama.createGrammarForJsonSchema(schema);
    this.#grammars.set(key, grammar);
    return grammar;
  }

  async #load(): Promise<Loaded> {
    const { runtimeFolder, modelPath, contextTokensMax } = this.#options;
    const { getLlama, LlamaChat } = await loadRuntime(runtimeFolder);
    // Its threads wait for each other by spinning: as many as there are processors starve each other on a busy machine.
    const threads = Math.max(1, Math.floor(availableParallelism() / 2));
    const llama = await getLlama({
      ...({ gpu: "auto", build: "never", skipDownload: true, logLevel: "error", progressLogs: false } as const),
      maxThreads: threads,
    });
    const model = await llama.loadModel({ modelPath });
    const max = Math.min(contextTokensMax ?? CONTEXT_TOKENS_MAX, model.trainContextSize);
    const context = await model.createContext({ contextSize: { max }, threads });
    const sequence = context.getSequence();
    this.abilities = { ...this.abilities, contextTokensMax: context.contextSize };
    return {
      llama,
      model,
      sequence,
      chat: new LlamaChat({ contextSequence: sequence }),
      contextTokensMax: context.contextSize,
    };
  }
}

/** Text for the screen, in the pieces in which it grows. */
class Shown {
  #raw = "";
  #shown = "";
  #given = 0;
  #isOver = false;
  #wake: (() => void) | undefined;

  add(text: string, isBound: boolean): void {
    this.#raw += text;
    this.#shown = isBound ? answerSoFar(this.#raw) : this.#raw;
    this.#wake?.();
  }

  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  async *pieces(): AsyncGenerator<string> {
    for (;;) {
      if (this.#given < this.#shown.length) {
        const text = this.#shown.slice(this.#given);
        this.#given = this.#shown.length;
        yield text;
      } else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}

function historyOf({ system, messages, tools }: ModelRequest): HistoryItem[] {
  const instructions = tools.length === 0 ? system : `${system}\n\n${callInstructions(tools)}`.trim();
  const items = messages.map((message) => historyItem(message, tools.length > 0));
  return [
    ...(instructions === "" ? [] : [{ type: "system", text: instructions } as const]),
    ...items,
    { type: "model", response: [] },
  ];
}

function historyItem(message: ModelMessage, isBound: boolean): HistoryItem {
  switch (message.role) {
    case "user":
      return { type: "user", text: message.text };
    case "assistant":
      return {
        type: "model",
        response: [message.content.map((part) => (isBound ? boundText(part) : plainText(part))).join("")],
      };
    case "tool":
      return {
        type: "user",
        text: resultsText(message.results),
      };
  }
}

function plainText(part: ReplyPart): string {
  return part.kind === "text" ? part.text : boundText(part);
}

function countTokens(history: readonly HistoryItem[], model: LlamaModel): number {
  const texts = history.map((item) => (item.type === "model" ? item.response.join("") : item.text));
  return texts.reduce((sum, text) => sum + model.tokenize(text).length, 0);
}

type Meter = Sequence["tokenMeter"];

function usedTokens({ tokenMeter }: Sequence): Meter {
  return { usedInputTokens: tokenMeter.usedInputTokens, usedOutputTokens: tokenMeter.usedOutputTokens };
}

function usageSince(before: Meter, sequence: Sequence): Usage {
  const now = usedTokens(sequence);
  return {
    inputTokens: now.usedInputTokens - before.usedInputTokens,
    outputTokens: now.usedOutputTokens - before.usedOutputTokens,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  };
}

function overflow(id: string, tokens: number, { contextTokensMax }: Loaded): ModelFailure {
  const message = `The conversation has ${tokens} tokens and ${id} reads ${contextTokensMax}; compact it, or use a model with a larger window.`;
  return { kind: "overflow", message };
}

function loadFailure(error: unknown, { modelPath, runtimeFolder }: EmbeddedOptions): ModelFailure {
  const { code } = error as NodeJS.ErrnoException;
  const reason = (error instanceof Error ? error.message : String(error)).split("\n")[0];
  const message =
    code === "ERR_MODULE_NOT_FOUND"
      ? `The runtime for local models is not installed in ${runtimeFolder}; run \`waymark models install\`.`
      : `${modelPath} could not be loaded (${reason}); check that it is a whole GGUF file and that there is memory for it.`;
  return { kind: "bad-request", message };
}
