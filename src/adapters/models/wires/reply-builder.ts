import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { Budget } from "../../../base/budget.ts";
import { JSON_DEPTH_MAX } from "../../../base/json-depth.ts";
import type { ModelPart } from "../../../core/ports/model.ts";
import type { ReplyEnd, ReplyPart } from "../../../core/protocol/event.ts";
import { NO_USAGE, type Usage } from "../../../core/protocol/usage.ts";
import { type Spoken, SpokenThinking } from "./spoken-thinking.ts";

interface Block {
  readonly kind: "text" | "reasoning";
  text: string;
  meta: Readonly<Record<string, unknown>> | undefined;
}

interface Call {
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/** Some eight times what any model can write, thinking and calls included. */
const ANSWER_CHARS_MAX = 8_000_000;

/** Gathers one reply from the parts of an SDK stream, in the order in which its pieces began. */
export class ReplyBuilder {
  readonly #budget = new Budget("answer", ANSWER_CHARS_MAX);
  readonly #pieces: (Block | Call)[] = [];
  readonly #open = new Map<string, Block>();
  readonly #inputNames = new Map<string, string>();
  #finish: LanguageModelV4FinishReason | undefined;
  #usage: Usage = NO_USAGE;
  #error: unknown;
  readonly #spoken: SpokenThinking | undefined;

  /** @param options.thinksInText  a server that may leave the thinking in the text */
  constructor(options: { readonly thinksInText?: boolean } = {}) {
    this.#spoken = options.thinksInText ? new SpokenThinking() : undefined;
  }

  /** The parts to show for a part of the SDK. @throws {OverBudget} on a reply without end */
  add(part: LanguageModelV4StreamPart): readonly ModelPart[] {
    if ("delta" in part) this.#budget.spend(part.delta.length);
    return this.#spoken ? this.#addText(part, this.#spoken) : listed(this.#addOne(part));
  }

  /** Blocks begin with what they hold, so that thinking which leads comes first. */
  #addText(part: LanguageModelV4StreamPart, spoken: SpokenThinking): readonly ModelPart[] {
    switch (part.type) {
      case "text-start":
        return [];
      case "text-delta":
        return this.#addSpoken(spoken.push(part.delta), part.id);
      case "text-end": {
        const rest = this.#addSpoken(spoken.end(), part.id);
        for (const kind of ["text", "reasoning"]) this.#open.delete(`${kind} ${part.id}`);
        return rest;
      }
      default:
        return listed(this.#addOne(part));
    }
  }

  #addSpoken(pieces: readonly Spoken[], id: string): readonly ModelPart[] {
    return pieces.map(({ kind, text }) => {
      this.#block(kind, id).text += text;
      return { type: `${kind}-delta`, text } as const;
    });
  }

  #addOne(part: LanguageModelV4StreamPart): ModelPart | undefined {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#block(part.type === "text-start" ? "text" : "reasoning", part.id, part.providerMetadata);
        return undefined;
      case "text-delta":
      case "reasoning-delta": {
        const kind = part.type === "text-delta" ? "text" : "reasoning";
        this.#block(kind, part.id, part.providerMetadata).text += part.delta;
        return part.delta === "" ? undefined : { type: part.type, text: part.delta };
      }
      case "text-end":
      case "reasoning-end": {
        const kind = part.type === "text-end" ? "text" : "reasoning";
        this.#block(kind, part.id, part.providerMetadata);
        this.#open.delete(`${kind} ${part.id}`);
        return undefined;
      }
      case "tool-input-start":
        if (!part.providerExecuted) this.#inputNames.set(part.id, part.toolName);
        return undefined;
      case "tool-input-delta":
        return this.#inputDelta(part.id, part.delta);
      case "tool-call": {
        if (part.providerExecuted) return undefined;
        const call = { id: part.toolCallId, name: part.toolName, text: part.input, meta: part.providerMetadata };
        this.#pieces.push({ kind: "call", ...call });
        return undefined;
      }
      case "finish":
        this.#finish = part.finishReason;
        this.#usage = toUsage(part.usage);
        return undefined;
      case "error":
        this.#error ??= part.error ?? new Error("an error without words");
        return undefined;
      default:
        // Sources, files and the providers' own tools: we ask for none of them.
        return undefined;
    }
  }

  /** Undefined for a call that is not ours. */
  #inputDelta(callId: string, text: string): ModelPart | undefined {
    const name = this.#inputNames.get(callId);
    return name === undefined || text === "" ? undefined : { type: "call-input-delta", callId, name, text };
  }

  /** What the stream said went wrong. */
  get error(): unknown {
    return this.#error;
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** Undefined when the stream stopped before the reply did. */
  get end(): ReplyEnd | undefined {
    const unified: string | undefined = this.#finish?.unified;
    if (unified === undefined || unified === "error" || unified === "interrupted") return undefined;
    if (unified === "length") return "length";
    if (unified === "content-filter") return "filtered";
    if (this.#pieces.some((piece) => piece.kind === "call")) return "calls";
    return unified === "other" ? "other" : "stop";
  }

  /** @param isTaken whether the conversation holds a call of that id already */
  content(isTaken: (id: string) => boolean): readonly ReplyPart[] {
    const used = new Set<string>();
    return this.#pieces.flatMap((piece): ReplyPart[] => {
      const meta = piece.meta === undefined ? {} : { meta: piece.meta };
      if (piece.kind !== "call") {
        return piece.text === "" && !piece.meta ? [] : [{ kind: piece.kind, text: piece.text, ...meta }];
      }
      const id = uniqueId(piece.id, used, isTaken);
      return [{ kind: "call", call: { id, name: piece.name, input: parseInput(piece.text) }, ...meta }];
    });
  }

  #block(kind: Block["kind"], id: string, meta?: Block["meta"]): Block {
    const key = `${kind} ${id}`;
    let block = this.#open.get(key);
    if (!block) {
      block = { kind, text: "", meta: undefined };
      this.#open.set(key, block);
      this.#pieces.push(block);
    }
    // A signature comes with a later delta than the text it signs.
    if (meta) block.meta = joinMeta(block.meta, meta);
    return block;
  }
}

const listed = (part: ModelPart | undefined): readonly ModelPart[] => (part === undefined ? [] : [part]);

function joinMeta(left: Block["meta"], right: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const joined: Record<string, unknown> = { ...left };
  for (const [provider, value] of Object.entries(right)) {
    joined[provider] = { ...(joined[provider] as object | undefined), ...(value as object) };
  }
  return joined;
}

/** The parsed arguments; the raw text where it is no JSON or nests too deep; an empty object where there is none. */
function parseInput(text: string): unknown {
  if (text.trim() === "") return {};
  if (nestsDeeper(text, JSON_DEPTH_MAX)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function nestsDeeper(text: string, depthMax: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '"') isInText = !isInText;
    else if (char === "\\") index++;
    else if (isInText) continue;
    else if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth--;
    if (depth > depthMax) return true;
  }
  return false;
}

function uniqueId(id: string, used: Set<string>, isTaken: (id: string) => boolean): string {
  let unique = id;
  for (let count = 2; used.has(unique) || isTaken(unique); count += 1) unique = `${id}-${count}`;
  used.add(unique);
  return unique;
}

function toUsage(usage: LanguageModelV4Usage): Usage {
  const { total, noCache, cacheRead, cacheWrite } = usage.inputTokens;
  return {
    inputTokens: total ?? (noCache ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0),
    outputTokens: usage.outputTokens.total ?? 0,
    cacheReadTokens: cacheRead ?? 0,
    cacheWriteTokens: cacheWrite ?? 0,
  };
}
