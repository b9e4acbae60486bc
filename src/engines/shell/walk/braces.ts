import type { Word } from "unbash";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";

const WORDS_MAX = 64;
const RANGE_PATTERN = /^(-?\d{1,6}|[A-Za-z])\.\.(-?\d{1,6}|[A-Za-z])$/;
/** Inside braces these would need the shell's own quoting and expansion rules. */
const NEEDS_SHELL = /[$`"'\\<>]/;

/** The words that bash makes of one unquoted brace expression, such as `{a,b}` or `{1..3}`.
 *  @returns undefined when the expression needs more than text to expand, or makes more than 64 words */
export function expandBraces(expression: string): readonly string[] | undefined {
  if (NEEDS_SHELL.test(expression)) return undefined;
  const words = expandText(expression);
  return words.length > WORDS_MAX ? undefined : words;
}

function expandText(text: string): readonly string[] {
  const open = text.indexOf("{");
  const close = open < 0 ? -1 : closingBrace(text, open);
  if (close < 0) return [text];
  const middles = alternatives(text.slice(open + 1, close));
  if (!middles) return [text];
  const tails = expandText(text.slice(close + 1));
  const words: string[] = [];
  for (const middle of middles) {
    for (const inner of expandText(middle)) for (const tail of tails) words.push(text.slice(0, open) + inner + tail);
    if (words.length > WORDS_MAX) return words;
  }
  return words;
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === "{") depth++;
    if (text[index] === "}" && --depth === 0) return index;
  }
  return -1;
}

function alternatives(body: string): readonly string[] | undefined {
  const range = RANGE_PATTERN.exec(body);
  if (range) return rangeWords(range[1] ?? "", range[2] ?? "");
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < body.length; index++) {
    if (body[index] === "{") depth++;
    if (body[index] === "}") depth--;
    if (body[index] !== "," || depth > 0) continue;
    items.push(body.slice(start, index));
    start = index + 1;
  }
  if (items.length === 0) return undefined;
  return [...items, body.slice(start)];
}

function rangeWords(from: string, to: string): readonly string[] | undefined {
  const numeric = /\d/.test(from) && /\d/.test(to);
  if (!numeric && (/\d/.test(from) || /\d/.test(to))) return undefined;
  const first = numeric ? Number(from) : from.charCodeAt(0);
  const last = numeric ? Number(to) : to.charCodeAt(0);
  if (Math.abs(last - first) > WORDS_MAX) return Array.from({ length: WORDS_MAX + 1 }, () => from);
  const step = last < first ? -1 : 1;
  const words: string[] = [];
  for (let value = first; value !== last + step; value += step)
    words.push(numeric ? String(value) : String.fromCharCode(value));
  return words;
}

/** A list, or a range without steps and zeros in front, with nothing in it that the shell reads before or after braces. */
const PLAIN_GROUP =
  /\{(?:[\w.:/@%+=*?[\]^-]*(?:,[\w.:/@%+=*?[\]^-]*)+|-?(?:0|[1-9]\d{0,5})\.\.-?(?:0|[1-9]\d{0,5})|[a-z]\.\.[a-z]|[A-Z]\.\.[A-Z])\}/g;

/** Whether the shell may make other words of a word's braces than are made here. */
export function hasOddBraces({ text, parts }: Word): boolean {
  if (!text.includes("{")) return false;
  const pieces = parts ?? [{ type: "Literal" as const, text: text.replace(/'[^']*'/g, "") }];
  const isJoinedToName = pieces.some(
    ({ type }, index) => type === "SimpleExpansion" && pieces[index + 1]?.type === "BraceExpansion",
  );
  const bare = pieces.map((piece) => {
    if (piece.type === "BraceExpansion") return isPlainGroup(piece.text) ? "" : piece.text;
    return piece.type === "Literal" ? piece.text.replace(/\\[\s\S]/g, "") : "";
  });
  const left = bare.join("").replace(/@\{\w*\}/g, "");
  const open = left.indexOf("{");
  return isJoinedToName || (open >= 0 && /,|\.\./.test(left.slice(open, left.lastIndexOf("}") + 1)));
}

function isPlainGroup(text: string): boolean {
  let left = text;
  // From the innermost to the outermost.
  for (let before = ""; before !== left; ) {
    before = left;
    left = left.replace(PLAIN_GROUP, "x");
  }
  return left === "x";
}

const SEPARATOR = /\$IFS\b|\$\{IFS[^{}]*\}/;

/** `rm${IFS}-rf`: where nothing changes it, the shell cuts a word there. */
export function cutAtSeparator(word: ShellWord): readonly ShellWord[] {
  if (isLiteral(word) || !word.glob || !SEPARATOR.test(word.text)) return [word];
  return word.text
    .split(SEPARATOR)
    .filter((piece) => piece !== "")
    .map((piece) =>
      /[$`]/.test(piece) ? { ...word, text: piece } : { ...literalWord(piece), glob: /[*?[]/.test(piece) },
    );
}
