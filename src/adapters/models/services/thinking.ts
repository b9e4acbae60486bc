import { EFFORTS, type Effort, nearestEffort } from "../../../core/protocol/effort.ts";
import { findModel } from "./catalogue.ts";
import type { Wire } from "./provider.ts";
import type { WireChoice } from "./providers.ts";

/** How a model is told how much to think. */
export interface Thinking {
  /** What it can be told; empty for a model that does not think, or cannot be told. */
  readonly efforts: readonly Effort[];
  /** By a word, by leave to think as it likes together with a word, or by a number of tokens between two bounds. */
  readonly form: "word" | "adaptive" | "budget";
  readonly budgetTokens?: readonly [number, number];
}

type Family = readonly [RegExp, Thinking];

const word = (...efforts: readonly Effort[]): Thinking => ({ form: "word", efforts });
const adaptive = (...efforts: readonly Effort[]): Thinking => ({ form: "adaptive", efforts });
const budget = (min: number, max: number): Thinking => ({
  form: "budget",
  efforts: min === 0 ? EFFORTS : EFFORTS.filter((effort) => effort !== "none"),
  budgetTokens: [min, max],
});
const NO_THINKING = word();
/** With a budget thinking is switched on, so it can be left off whatever the least budget is. */
const switched = (thinking: Thinking): Thinking => ({ ...thinking, efforts: ["none", ...thinking.efforts] });

/**
 * What is known by the names of models; the first row that fits holds. A model of next year is taken for one of the newest.
 * https://platform.claude.com/docs/en/build-with-claude/effort, https://platform.openai.com/docs/guides/reasoning,
 * https://ai.google.dev/gemini-api/docs/thinking
 */
const FAMILIES: Readonly<Record<Wire, readonly Family[]>> = {
  anthropic: [
    [/claude-(?:instant|v?[12](?:[.:-]|$)|3-(?!7))/, NO_THINKING],
    [
      /claude-(?:3-7|(?:sonnet|opus)-4(?:-[01](?:\D|$)|-20\d{6}|@|$)|(?:sonnet|opus|haiku)-4-5)/,
      switched(budget(1024, 64_000)),
    ],
    [/claude-(?:sonnet|opus)-4-6/, adaptive("none", "low", "medium", "high", "max")],
    [/claude-(?:opus-4-|(?:sonnet|opus)-5(?!-5)|haiku-5)/, adaptive("none", "low", "medium", "high", "xhigh", "max")],
    [/claude-/, adaptive("low", "medium", "high", "xhigh", "max")],
    // Servers that follow Anthropic know the older form.
    [/./, switched(budget(1024, 32_000))],
  ],
  responses: [
    [/^(?:gpt-[34]|chatgpt|gpt-5-chat)/, NO_THINKING],
    [/^o\d/, word("low", "medium", "high")],
    [/^gpt-5-pro/, word("high")],
    [/^gpt-5\.\d+-pro/, word("medium", "high", "xhigh")],
    [/^gpt-5(?:-|$)/, word("minimal", "low", "medium", "high")],
    [/^gpt-5\.1-codex-max/, word("low", "medium", "high", "xhigh")],
    [/^gpt-5\.1(?:-|$)/, word("none", "low", "medium", "high")],
    [/^gpt-5\.[2-5](?:-|$)/, word("none", "low", "medium", "high", "xhigh")],
    [/^gpt-5\.|^gpt-6(?:\.1-terra|-luna|-sol)/, word("none", "low", "medium", "high", "xhigh", "max")],
    [/^gpt-\d/, word("low", "medium", "high", "xhigh", "max")],
  ],
  // The same models; this wire has no `max`.
  chat: [],
  gemini: [
    [/gemma|gemini-(?:1|2\.0|pro(?:-vision)?$)/, NO_THINKING],
    [/gemini-2\.5-pro|gemini-3-pro-image|robotics/, budget(128, 32_768)],
    [/gemini-2\.5/, budget(0, 24_576)],
    [/gemini-4-hydrogen/, word("low", "medium", "high", "xhigh")],
    [
      /gemini-(?:[3-9]|\d\d)(?:\.\d+)?-pro|gemini-(?:3\.[7-9]|[4-9])(?:\.\d+)?-flash(?!-lite)|gemini-flash-latest|gemini-pro-latest/,
      word("low", "medium", "high"),
    ],
    [/./, word("minimal", "low", "medium", "high")],
  ],
  compatible: [],
};

/** What most servers that follow OpenAI take. */
const USUAL: readonly Effort[] = ["none", "low", "medium", "high"];

/** What a model can be told; undefined where nobody knows, and the server has to decide. */
export function thinkingOf({ wire, model, provider }: WireChoice): Thinking | undefined {
  if (wire === "compatible") {
    const isKnownNotTo = findModel(`${provider.id}/${model}`)?.reasoning === false;
    return isKnownNotTo ? NO_THINKING : word(...(provider.quirks.efforts ?? USUAL));
  }
  const family = FAMILIES[wire === "chat" ? "responses" : wire].find(([name]) => name.test(model))?.[1];
  if (!family || wire !== "chat") return family;
  return { ...family, efforts: family.efforts.filter((effort) => effort !== "max") };
}

/** What is wanted, in what the model can be told; undefined where nothing is wanted or it cannot be told. */
export function effortFor(wanted: Effort | undefined, thinking: Thinking | undefined): Effort | undefined {
  return wanted === undefined || !thinking ? wanted : nearestEffort(wanted, thinking.efforts);
}

/** Whether it is known to think before it answers. */
export const isThinker = (choice: WireChoice): boolean => (thinkingOf(choice)?.efforts.length ?? 0) > 0;

/** How much of what a model may write it may think, by effort. */
const SHARES: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 0.02,
  low: 0.1,
  medium: 0.3,
  high: 0.6,
  xhigh: 0.9,
  max: 0.95,
};

/** Tokens of thinking. @param outputTokensMax  of the whole answer */
export function budgetFor(effort: Effort, { budgetTokens = [0, 0] }: Thinking, outputTokensMax: number): number {
  const [min, max] = budgetTokens;
  return effort === "none" ? 0 : Math.max(min, Math.min(max, Math.round(outputTokensMax * SHARES[effort])));
}
