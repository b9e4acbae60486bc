import type { MatchLevel } from "../model.ts";

/** Levels that compare line by line; the others are made of these. */
export type KeyLevel = Extract<MatchLevel, "exact" | "trailing-space" | "unicode" | "indentation" | "trim">;

/** What two lines must share to be alike at a level. */
export function lineKey(line: string, level: KeyLevel): string {
  switch (level) {
    case "exact":
      return line;
    case "trailing-space":
      return line.trimEnd();
    case "unicode":
      return foldLine(line).trimEnd();
    case "indentation":
      return foldLine(line).trim();
    case "trim":
      return foldLine(line)
        .trim()
        .replace(/[ \t]{2,}|\t/g, " ");
  }
}

/**
 * Typographic variants of ASCII punctuation, one unit for one unit so that offsets stay valid: quotes, dashes, blanks,
 * and the full-width forms U+FF01 to U+FF5E with their CJK relatives.
 */
const FOLDED: ReadonlyMap<string, string> = new Map([
  ...[..."\u2018\u2019\u201a\u201b\u2032\u00b4"].map((from) => [from, "'"] as const),
  ...[..."\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"].map((from) => [from, '"'] as const),
  ...[..."\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"].map((from) => [from, "-"] as const),
  ...[..."\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"].map(
    (from) => [from, " "] as const,
  ),
  ["\u3002", "."],
  ["\u3001", ","],
]);
const FULL_WIDTH_OFFSET = 0xfee0;
const HAS_FOLDABLE =
  /[\u00a0\u00ab\u00b4\u00bb\u2000-\u200a\u2010-\u2015\u2018-\u201f\u202f\u2032\u2033\u205f\u2212\u3000-\u3002\ufe58\ufe63\uff01-\uff5e]/;
const FOLDABLE = new RegExp(HAS_FOLDABLE, "g");

export function foldPunctuation(text: string): string {
  if (!HAS_FOLDABLE.test(text)) return text;
  return text.replace(
    FOLDABLE,
    (character) => FOLDED.get(character) ?? String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET),
  );
}

const HAS_COMBINING = /[\u0300-\u036f\u1100-\u11ff\u3099\u309a]/;

/** Punctuation and width folded, and letters composed with their marks, however they were typed. */
function foldLine(line: string): string {
  const folded = foldPunctuation(line);
  return HAS_COMBINING.test(folded) ? folded.normalize("NFC") : folded;
}

export const isBlank = (line: string): boolean => line.trim() === "";

/** Leading blanks and tabs. */
export function indentOf(line: string): string {
  let length = 0;
  while (line[length] === " " || line[length] === "\t") length++;
  return line.slice(0, length);
}

/** Tabs that were typed as a backslash and a `t`, at the beginning of a line where no code has them. */
const TYPED_TABS = /^(?:\\t)+/;
export const hasTypedTabs = (line: string): boolean => TYPED_TABS.test(line);
export const withTabs = (line: string): string => line.replace(TYPED_TABS, (typed) => "\t".repeat(typed.length / 2));
