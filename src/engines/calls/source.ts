import { framesCall, NOISE } from "./frames.ts";
import type { Begins, Tag, Token } from "./tokens.ts";
import type { ToolIndex } from "./tool-index.ts";

/** A text under search, with what is known of it before any call is looked for. */
export interface Source {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly tools: ToolIndex;
  readonly begins: Begins;
  /** Offsets of the opening and closing tags of each name, ascending. */
  readonly opens: ReadonlyMap<string, readonly number[]>;
  readonly closes: ReadonlyMap<string, readonly number[]>;
  /** Characters and tokens looked at in vain so far; past the maximum nothing more is tried, which keeps hostile text linear. */
  vain: number;
  readonly vainMax: number;
}

const VAIN_FACTOR = 6;
const VAIN_MIN = 200_000;

export function sourceOf(text: string, tokens: readonly Token[], tools: ToolIndex, begins: Begins = "text"): Source {
  const opens = new Map<string, number[]>();
  const closes = new Map<string, number[]>();
  for (const token of tokens) {
    if (token.kind !== "tag" || token.form === "empty") continue;
    const places = token.form === "open" ? opens : closes;
    const known = places.get(token.tag);
    if (known === undefined) places.set(token.tag, [token.at]);
    else known.push(token.at);
  }
  return {
    text,
    tokens,
    tools,
    begins,
    opens,
    closes,
    vain: 0,
    vainMax: Math.max(VAIN_MIN, text.length * VAIN_FACTOR),
  };
}

/** The first of ascending `places` at or after `from`; infinite where there is none. */
export function nextPlace(places: readonly number[] | undefined, from: number): number {
  if (places === undefined) return Number.POSITIVE_INFINITY;
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return places[low] ?? Number.POSITIVE_INFINITY;
}

/** The index of the first token at or after an offset. */
export function tokenFrom(source: Source, offset: number): number {
  let low = 0;
  let high = source.tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((source.tokens[middle]?.at ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A piece of the text without the tokens that mean nothing. */
export function sliceOf(source: Source, at: number, end: number): string {
  const piece = source.text.slice(at, end);
  return NOISE.reduce((text, noise) => (text.includes(noise) ? text.replaceAll(noise, "") : text), piece);
}

/** Past white space from `at`. */
export function skipSpace(text: string, at: number): number {
  let index = at;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 32 && code !== 0xfeff && code !== 0xa0) break;
  }
  return index;
}

/** What names the element apart from its tag: `<function=f>`, `<invoke name="f">`. */
export function labelOf(tag: Pick<Tag, "tag" | "value" | "attributes">): string | undefined {
  if (tag.value !== undefined) return tag.value;
  for (const key of LABELS) {
    const found = tag.attributes.find(([name]) => name === key);
    // Around calls an identifier names no tool.
    if (key === "id" && framesCall(tag.tag)) continue;
    if (found !== undefined) return found[1];
  }
  return undefined;
}

export const LABELS: readonly string[] = ["name", "tool", "tool_name", "function", "function_name", "key", "id"];
