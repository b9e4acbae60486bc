import type { ModelRequest } from "../ports/model.ts";
import { interruptedText, type RecordedEvent, type ReplyPart } from "../protocol/event.ts";
import type { Usage } from "../protocol/usage.ts";
import { eachVisible, type VisibleEvent } from "./project-history.ts";

export type CountTokens = (text: string) => number;

export interface MeasuredEvent {
  readonly event: VisibleEvent["event"];
  readonly tokens: number;
  readonly isPruned: boolean;
}

/** What a message costs beside its text: role and frame. */
const MESSAGE_TOKENS = 4;
const FACTOR_MIN = 0.5;
const FACTOR_MAX = 3;

/** Estimates tokens, each event once, corrected by what the provider counted last. One per session. */
export class TokenMeter {
  readonly #count: CountTokens;
  readonly #known = new WeakMap<object, number>();
  #frame: { readonly system: string; readonly tools: string; readonly tokens: number } | undefined;
  /** Real tokens for an estimated one. */
  factor = 1;

  constructor(count: CountTokens) {
    this.#count = count;
  }

  text(text: string): number {
    return Math.ceil(this.#count(text) * this.factor);
  }

  /** The events of the context with their tokens, in the order they are sent. */
  visible(history: readonly RecordedEvent[]): readonly MeasuredEvent[] {
    const measured: MeasuredEvent[] = [];
    eachVisible(history, (event, text) => {
      measured.push({ event, tokens: this.#tokensOf(event, text), isPruned: isPruned(event, text) });
    });
    return measured;
  }

  /** System prompt and tools, which every request begins with. */
  frame(request: Pick<ModelRequest, "system" | "tools">): number {
    const tools = request.tools.map((tool) => tool.name).join(" ");
    if (this.#frame?.system !== request.system || this.#frame.tools !== tools) {
      const tokens = this.#count(request.system) + this.#count(JSON.stringify(request.tools));
      this.#frame = { system: request.system, tools, tokens };
    }
    return Math.ceil(this.#frame.tokens * this.factor);
  }

  history(history: readonly RecordedEvent[]): number {
    let sum = 0;
    eachVisible(history, (event, text) => {
      sum += this.#tokensOf(event, text);
    });
    return sum;
  }

  /** Learns from a reply: the provider's count against the estimate for the same request. */
  calibrate(estimate: number, usage: Usage): void {
    if (usage.inputTokens <= 0 || estimate <= 0) return;
    const factor = (this.factor * usage.inputTokens) / estimate;
    this.factor = Math.min(FACTOR_MAX, Math.max(FACTOR_MIN, factor));
  }

  #tokensOf(event: VisibleEvent["event"], text: string | undefined): number {
    return Math.ceil((isPruned(event, text) ? PRUNED_TOKENS : this.#rawOf(event)) * this.factor);
  }

  #rawOf(event: VisibleEvent["event"]): number {
    const known = this.#known.get(event);
    if (known !== undefined) return known;
    const tokens = MESSAGE_TOKENS + this.#countEvent(event);
    this.#known.set(event, tokens);
    return tokens;
  }

  #countEvent(event: VisibleEvent["event"]): number {
    switch (event.type) {
      case "prompt":
        return this.#count(event.text) + IMAGE_TOKENS * (event.images?.length ?? 0);
      case "compaction":
        return this.#count(event.summary);
      case "interruption":
        return this.#count(interruptedText(event));
      case "call-end":
        return this.#count(event.result.text) + MESSAGE_TOKENS + IMAGE_TOKENS * (event.result.images?.length ?? 0);
      case "reply":
        return event.content.reduce((sum, part) => sum + this.#countPart(part), 0);
    }
  }

  #countPart(part: ReplyPart): number {
    if (part.kind !== "call") return this.#count(part.text);
    return this.#count(part.call.name) + this.#count(JSON.stringify(part.call.input) ?? "") + MESSAGE_TOKENS;
  }
}

function isPruned(event: VisibleEvent["event"], text: string | undefined): boolean {
  return event.type === "call-end" && text !== event.result.text;
}

const PRUNED_TOKENS = 34;
/** What the services count for one of about a megapixel. */
const IMAGE_TOKENS = 1_500;
