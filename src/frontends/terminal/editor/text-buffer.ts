import { lineStartOf as startOfLine } from "../../../engines/text/line-start.ts";
import { graphemes } from "../text/width.ts";

/** A text with a cursor: an offset in UTF-16 units, always between two characters. */
export interface TextBuffer {
  readonly text: string;
  readonly cursor: number;
}

/** A pasted text stands in the buffer as one unit. */
const PASTE_TOKEN = /\[Paste #\d+: [^\]\n]*\]/g;

export const EMPTY_BUFFER: TextBuffer = { text: "", cursor: 0 };

export function insertText({ text, cursor }: TextBuffer, added: string): TextBuffer {
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

/** Removes from `start` to `end` and puts the cursor there. */
export function removeRange({ text }: TextBuffer, start: number, end: number): TextBuffer {
  return { text: text.slice(0, start) + text.slice(end), cursor: start };
}

export function leftOf({ text, cursor }: TextBuffer): number {
  const token = tokens(text).find(({ end, start }) => cursor > start && cursor <= end);
  if (token) return token.start;
  const before = text.slice(Math.max(0, cursor - 64), cursor);
  return cursor - (graphemes(before).at(-1)?.length ?? 0);
}

export function rightOf({ text, cursor }: TextBuffer): number {
  const token = tokens(text).find(({ end, start }) => cursor >= start && cursor < end);
  if (token) return token.end;
  return cursor + (graphemes(text.slice(cursor, cursor + 64))[0]?.length ?? 0);
}

export function wordLeftOf({ text, cursor }: TextBuffer): number {
  const before = text.slice(0, cursor).trimEnd();
  // Each run is tried from its first character alone: a paste may be one run of thousands.
  const word = /(?<![\p{L}\p{N}\p{M}_])[\p{L}\p{N}\p{M}_]+$|(?<![^\p{L}\p{N}\p{M}_\s])[^\p{L}\p{N}\p{M}_\s]+$/u.exec(
    before,
  );
  return word?.index ?? 0;
}

export function wordRightOf({ text, cursor }: TextBuffer): number {
  const word = /^\s*(?:[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_\s]+|$)/u.exec(text.slice(cursor));
  return cursor + (word?.[0].length ?? text.length - cursor);
}

export function lineStartOf({ text, cursor }: TextBuffer): number {
  return startOfLine(text, cursor);
}

export function lineEndOf({ text, cursor }: TextBuffer): number {
  const end = text.indexOf("\n", cursor);
  return end < 0 ? text.length : end;
}

function tokens(text: string): { start: number; end: number }[] {
  if (!text.includes("[Paste #")) return [];
  return Array.from(text.matchAll(PASTE_TOKEN), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}
