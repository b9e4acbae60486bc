import type { ToolIndex } from "./tool-index.ts";

/**
 * A text under search. Every reader says through `reach` how far it looked, for two reasons: a stream may only decide
 * what no later text can change, and the sum of all looking is bounded, which keeps hostile input linear.
 */
export interface Source {
  readonly text: string;
  readonly tools: ToolIndex;
  /** Furthest offset looked at since it was last set back. */
  furthest: number;
  /** Offset up to which text is needed before a refusal near the end of the text is final. */
  wanted: number;
  readonly known: Map<string, { from: number; found: number }>;
}

export function sourceOf(text: string, tools: ToolIndex): Source {
  return { text, tools, furthest: 0, wanted: 0, known: new Map() };
}

export function reach(source: Source, offset: number): void {
  if (offset > source.furthest) source.furthest = Math.min(offset, source.text.length);
}

/**
 * Offset of the next `needle` at or after `from`, or -1. Answers are remembered, so asking again and again from
 * increasing offsets costs one pass over the text for each needle.
 */
export function nextIndex(source: Source, needle: string, from: number): number {
  const last = source.known.get(needle);
  if (last !== undefined && last.from <= from && (last.found < 0 || last.found >= from)) {
    reach(source, last.found < 0 ? source.text.length : last.found + needle.length);
    return last.found;
  }
  const found = source.text.indexOf(needle, from);
  source.known.set(needle, { from, found });
  reach(source, found < 0 ? source.text.length : found + needle.length);
  return found;
}

/** The smallest of several `nextIndex`, or -1. */
export function nextOf(source: Source, needles: readonly string[], from: number): number {
  let nearest = -1;
  for (const needle of needles) {
    const found = nextIndex(source, needle, from);
    if (found >= 0 && (nearest < 0 || found < nearest)) nearest = found;
  }
  return nearest;
}

/** A piece of markup that is not recognised may be one that is not complete, if less than this follows. */
const MARKUP_CHARACTERS_MAX = 64;

/** A match of a sticky pattern at `at`; the pattern must be bounded in what it can consume. */
export function matchAt(source: Source, pattern: RegExp, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  const match = pattern.exec(source.text);
  if (match === null) source.wanted = Math.max(source.wanted, at + MARKUP_CHARACTERS_MAX);
  reach(source, match === null ? at + 1 : at + match[0].length);
  return match;
}

/** Past ASCII white space from `at`. */
export function skipSpace(source: Source, at: number): number {
  const { text } = source;
  let index = at;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 32 && code !== 0xfeff && code !== 0xa0) break;
  }
  reach(source, index);
  return index;
}

/** MiniMax M3 puts this in front of every tag. */
export const SEPARATOR = "]<]minimax[>[";

export function withoutSeparators(text: string): string {
  return text.includes(SEPARATOR) ? text.replaceAll(SEPARATOR, "") : text;
}
