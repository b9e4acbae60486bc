import { afterSpaces, type Cursor, failAt, isQuote, isSpace, repaired, type StringRole, withoutEnd } from "./cursor.ts";

const KEYWORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["none", null],
  ["undefined", null],
  ["nan", null],
  ["infinity", null],
  ["-infinity", null],
  ["+infinity", null],
]);
/** What a truncated text may end with. */
const PARTIAL_KEYWORDS = ["true", "false", "null", "None", "True", "False"];
const NUMBER = /^[-+]?(?:0|[1-9]\d*)?(?:\.\d*)?(?:[eE][-+]?\d*)?$/;

/** A keyword, a number, or the text itself where it is neither. */
export function scalarOf(word: string, isLast: boolean): unknown {
  if (/^(?:true|false|null|none|undefined|nan|[-+]?infinity)$/i.test(word)) return KEYWORDS.get(word.toLowerCase());
  if (isLast && word !== "") {
    const partial = PARTIAL_KEYWORDS.find((keyword) => keyword.startsWith(word));
    if (partial !== undefined) return KEYWORDS.get(partial.toLowerCase());
  }
  return numberOf(word) ?? word;
}

function numberOf(word: string): number | undefined {
  if (/^[-+]?0[xX][0-9a-fA-F]+$/.test(word) || /^0[bB][01]+$/.test(word) || /^0o[0-7]+$/.test(word)) {
    const magnitude = Number(word.replace(/^[-+]/, ""));
    return word.startsWith("-") ? -magnitude : magnitude;
  }
  if (/^\d{1,3}(?:_\d{3})+$/.test(word)) return Number(word.replaceAll("_", ""));
  if (word === "-" || word === "+" || word === ".") return 0;
  if (!NUMBER.test(word) || !/\d/.test(word) || /^[-+]?[eE]/.test(word)) return undefined;
  const value = Number(word.replace(/[eE][-+]?$/, "").replace(/\.$/, ""));
  return Number.isFinite(value) ? value : undefined;
}

/** Reads an unquoted value up to the next delimiter; may end with a quote whose opening was lost. */
export function readBare(cursor: Cursor, role: StringRole): unknown {
  const { text } = cursor;
  const start = cursor.position;
  const end = endOfBare(text, start, role);
  const word = text.slice(start, end).trim();
  if (word === "") throw failAt(cursor, "A value is missing");
  cursor.position = end;
  const isLast = end >= text.length;
  const value = scalarOf(word, isLast);
  if (typeof value === "string" || !/^(?:true|false|null)$/.test(word))
    repaired(cursor, "read an unquoted value", start);
  if (typeof value !== "string") return value;
  const unquoted = /["'”’]$/.test(word) ? withoutEnd(word.slice(0, -1), " \t\n\r,") : word;
  return unquoted === word ? word : scalarOf(unquoted, false);
}

function endOfBare(text: string, start: number, role: StringRole): number {
  let hasParenthesis = false;
  for (let at = start; at < text.length; at += 1) {
    if (isCommentAt(text, at)) return at;
    if (role === "top") continue;
    const end = endAt(text, start, at, role);
    if (end >= 0) return end;
    if (role === "element" && !hasParenthesis && text[at] === ")") return at;
    hasParenthesis ||= text[at] === "(";
  }
  return text.length;
}

/** Where a bare word from `start` ends when it does so at `at`, else -1. */
function endAt(text: string, start: number, at: number, role: StringRole): number {
  if (isDelimiter(text, at, role)) return at;
  if (at === start) return -1;
  if (text[at] === "{" || (role === "element" && isBetweenNumbers(text, start, at))) return at;
  return endAtQuote(text, at, role);
}

function isDelimiter(text: string, at: number, role: StringRole): boolean {
  const character = text[at] ?? "";
  if ("\n]}".includes(character) || (character === "," && role === "element")) return true;
  return (character === "," || character === ";") && isMemberEnd(text, at);
}

/** `[1 2]`: a number ends at a space when another value follows. */
function isBetweenNumbers(text: string, start: number, at: number): boolean {
  if (!isSpace(text[at]) || at - start > 40) return false;
  return /[-\d"'[{]/.test(text[afterSpaces(text, at)] ?? " ") && /^-?\d[\d.eE+-]*$/.test(text.slice(start, at));
}

/** A quote after a space begins the next value; in a list one that touches the word may close it. */
function endAtQuote(text: string, at: number, role: StringRole): number {
  if (!isQuote(text[at])) return -1;
  if (isSpace(text[at - 1])) return at;
  if (role !== "element") return -1;
  return /[,\]\s]/.test(text[at + 1] ?? ",") ? at + 1 : at;
}

function isCommentAt(text: string, at: number): boolean {
  if (text[at] === "#") return isSpace(text[at - 1]) && isSpace(text[at + 1]);
  if (text[at] !== "/") return false;
  return text[at + 1] === "*" || (text[at + 1] === "/" && isSpace(text[at - 1]));
}

/** A comma ends an unquoted member when a key, an end or nothing follows. */
function isMemberEnd(text: string, comma: number): boolean {
  const next = afterSpaces(text, comma + 1);
  const character = text[next];
  if (character === undefined || isQuote(character) || "}]/,".includes(character)) return true;
  if (text.startsWith("...", next) || character === "{" || character === "[") return true;
  const key = /[\w$-]{1,80}["'”’]?\s{0,8}(?::|=(?!=))/y;
  key.lastIndex = next;
  return key.test(text);
}
