import { type Cursor, cursorAt, isLossy, LooseJsonError, setOwn } from "../json/cursor.ts";
import { parseStrictJson, tryLooseJson } from "../json/loose-json.ts";
import { readValue } from "../json/value.ts";
import { announcesCall, framesCall, QUOTES } from "./frames.ts";
import type { RawCall } from "./model.ts";
import { type Source, skipSpace, tokenFrom } from "./source.ts";
import { match } from "./tokens.ts";

export type JsonReading =
  | { readonly kind: "json"; readonly value: unknown; readonly end: number; readonly repairs: readonly string[] }
  | { readonly kind: "none" }
  /** The text ends inside it. */
  | { readonly kind: "cut" };

export interface JsonOptions {
  /** Nothing but JSON to the letter. */
  readonly isStrict?: boolean;
  /** Offset of what closes the frame: JSON whose brackets do not balance may end there. */
  readonly limit?: number;
}

/** The JSON object or list at `at`, to the letter or repaired without a loss. */
export function jsonAt(source: Source, at: number, options: JsonOptions = {}): JsonReading {
  const { text } = source;
  if (source.vain > source.vainMax) return { kind: "none" };
  const end = balancedEnd(text, at);
  const strict = end < 0 ? undefined : parseStrictJson(text.slice(at, end));
  if (strict?.ok === true) return { kind: "json", value: strict.value, end, repairs: [] };
  source.vain += (end < 0 ? text.length : end) - at;
  const { limit = -1, isStrict = false } = options;
  const isLimited = limit > at + 1 && limit < text.length;
  const stops = isStrict ? [] : stopsOf(source, end, isLimited ? limit : -1);
  for (const stop of stops) {
    source.vain += stop - at;
    const loose = completeJson(text.slice(at, stop));
    if (loose !== undefined) return { kind: "json", end: stop, ...loose };
  }
  return { kind: end < 0 ? "cut" : "none" };
}

/** Where JSON that needs repair may end: quotes that do not match make it seem to go on behind its frame. */
function stopsOf(source: Source, end: number, limit: number): readonly number[] {
  const isBeyond = limit >= 0 && limit < end && framesBetween(source, limit, end);
  return [...new Set([isBeyond ? -1 : end, limit])].filter((stop) => stop >= 0);
}

/** Whether another frame of calls begins between two offsets. */
function framesBetween(source: Source, from: number, to: number): boolean {
  const own = source.tokens.slice(tokenFrom(source, from), tokenFrom(source, to));
  return own.some(
    (token) =>
      (token.kind === "mark" && announcesCall(token.text)) ||
      (token.kind === "tag" && token.form === "open" && framesCall(token.tag)),
  );
}

/** JSON with the slips of models put right; undefined where that would lose or guess something. */
export function completeJson(
  text: string,
): { readonly value: unknown; readonly repairs: readonly string[] } | undefined {
  const quoted = withJsonQuotes(text);
  const loose = quoted === undefined ? undefined : tryLooseJson(quoted);
  if (loose?.ok !== true || isLossy(loose.repairs)) return undefined;
  const repairs = [...new Set(loose.repairs.map(({ what }) => what))];
  return repairs.length > 0 && hasOddKey(loose.value) ? undefined : { value: loose.value, repairs };
}

/** JSON of an object or a list that was written as text; undefined where it is neither. */
export function jsonText(text: string): unknown {
  return /^\s*[{[]/.test(text) ? completeJson(text)?.value : undefined;
}

/** Whether a key holds what no key holds: then what was put right was not what was meant. */
function hasOddKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => /["'<>{}[\]\s,]/.test(key) || hasOddKey(member));
}

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["True", true],
  ["False", false],
  ["None", null],
]);

/** JSON or a literal of Python, or the text as it is. */
export function literalOf(text: string): unknown {
  const word = text.trim();
  if (WORDS.has(word)) return WORDS.get(word);
  const strict = parseStrictJson(word);
  const isOwn =
    strict.ok && typeof strict.value !== "string" && Math.abs(Number(strict.value)) !== Number.POSITIVE_INFINITY;
  return isOwn ? strict.value : text;
}

/** Texts between the tokens of a model that stand for quotes become strings of JSON; undefined where one has no end. */
function withJsonQuotes(text: string): string | undefined {
  let result = text;
  for (const quote of QUOTES) {
    if (!result.includes(quote)) continue;
    const parts = result.split(quote);
    // An odd one dangles behind a text that has quotes already.
    const isDangling = parts.length % 2 === 0;
    result = isDangling
      ? result.replaceAll(quote, (_, at: number) => (/["']$/.test(result.slice(Math.max(0, at - 1), at)) ? "" : quote))
      : result;
    const texts = result.split(quote);
    if (texts.length % 2 === 0) return undefined;
    result = texts.map((part, index) => (index % 2 === 0 ? part : JSON.stringify(part))).join("");
  }
  return result;
}

/** Offset after the bracket that closes the one at `at`, strings and comments stepped over; -1 where the text ends first. */
export function balancedEnd(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x22:
        index = endOfString(text, index);
        break;
      case 0x3c:
        index = endOfQuoted(text, index);
        break;
      case 0x2f:
        if (text.charCodeAt(index + 1) === 0x2a) index = Math.max(index, text.indexOf("*/", index + 2) + 1);
        break;
      case 0x7b:
      case 0x5b:
        depth += 1;
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        if (depth === 0) return index + 1;
        break;
    }
  }
  return -1;
}

function endOfString(text: string, at: number): number {
  for (let index = at + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5c) index += 1;
    else if (code === 0x22) return index;
  }
  return text.length;
}

function endOfQuoted(text: string, at: number): number {
  const quote = QUOTES.find((mark) => text.startsWith(mark, at));
  if (quote === undefined) return at;
  const end = text.indexOf(quote, at + quote.length);
  // A lone one behind a text that has quotes already means nothing.
  const isDangling = /["']/.test(text[at - 1] ?? "");
  return end >= 0 ? end + quote.length - 1 : isDangling ? at + quote.length - 1 : text.length;
}

export type PythonReading =
  | { readonly kind: "calls"; readonly calls: readonly RawCall[]; readonly end: number }
  | { readonly kind: "none" }
  | { readonly kind: "cut" };

const HEAD = /(?:call:|functions\.)?([\p{L}_][\p{L}\p{N}_.-]{0,127})\(/uy;
/** A name that the end of the text cuts. */
const CUT_NAME = /^(?=.{0,128}$)[\p{L}\p{N}_.-]*$/u;
const KEYWORD = /([\p{L}_][\p{L}\p{N}_]{0,127})\s{0,20}[=:](?!=)/uy;
const ANNOUNCED = /\[(?:Calling tools?:)?\s{0,40}/y;
/** Arguments nest less than JSON may; a list that never ends is given up early. */
const DEPTH_MAX = 40;
const CALLS_MAX = 1_000;
const NONE: PythonReading = { kind: "none" };

/** Python calls: `f(a=1)`, several after each other, or `[f(a=1), g()]`. */
export function pythonAt(source: Source, at: number): PythonReading {
  const { text } = source;
  const isList = text[at] === "[";
  let position = isList ? at + (match(ANNOUNCED, text, at)?.[0].length ?? 1) : at;
  const calls: RawCall[] = [];
  let end = at;
  while (calls.length < CALLS_MAX) {
    const reading = callAt(source, position);
    if (reading.kind !== "call" && isList && CUT_NAME.test(text.slice(position, position + 130)))
      return { kind: "cut" };
    if (reading.kind !== "call") return isList || calls.length === 0 ? reading : { kind: "calls", calls, end };
    calls.push(reading.call);
    end = reading.end;
    const next = skipSpace(text, end);
    if (isList && text[next] === "]") return { kind: "calls", calls, end: next + 1 };
    if (isList && text[next] !== ",") return next >= text.length ? { kind: "cut" } : NONE;
    position = skipSpace(text, text[next] === "," || text[next] === ";" ? next + 1 : next);
  }
  return NONE;
}

type CallReading =
  | { readonly kind: "call"; readonly call: RawCall; readonly end: number }
  | { readonly kind: "none" }
  | { readonly kind: "cut" };

function callAt(source: Source, at: number): CallReading {
  const head = match(HEAD, source.text, at);
  const name = head === undefined ? undefined : source.tools.resolve(head[1] ?? "");
  if (head === undefined || name === undefined || source.vain > source.vainMax) return { kind: "none" };
  const cursor = cursorAt(source.text, at + head[0].length, DEPTH_MAX);
  const given: Arguments = { values: [], named: {} };
  const stop = argumentsAt(cursor, given);
  if (stop !== "end") {
    source.vain += cursor.position - at;
    return { kind: stop };
  }
  const whats = new Set(cursor.repairs.map(({ what }) => what));
  if (isLossy(cursor.repairs.filter(({ what }) => what !== "kept a quote inside a string"))) return { kind: "cut" };
  // A bare word in a place is a variable, and so a piece of a program.
  if (given.values.some((value) => typeof value === "string") && whats.has("read an unquoted value"))
    return { kind: "none" };
  if (Object.values(given.named).some((value) => typeof value === "string" && SWALLOWED.test(value)) && whats.size > 0)
    return { kind: "none" };
  const call: RawCall = { name: head[1] ?? "", given: { kind: "placed", ...given }, repairs: [] };
  return { kind: "call", call, end: cursor.position + 1 };
}

/** The end of one argument and the beginning of the next within a text. */
const SWALLOWED = /["'],\s*[^\s"',=]{1,60}\s*=\s*["']/;

interface Arguments {
  readonly values: unknown[];
  readonly named: Record<string, unknown>;
}

/** `1, a=1, b="x"` up to the parenthesis that closes them, into `given`. */
function argumentsAt(cursor: Cursor, given: Arguments): "end" | "none" | "cut" {
  const { text } = cursor;
  try {
    for (let next: string | undefined = ","; ; ) {
      cursor.position += match(/[\s,]*/y, text, cursor.position)?.[0].length ?? 0;
      const character = text[cursor.position];
      if (character === ")" || character === undefined) return character === ")" ? "end" : "cut";
      if (next !== ",") return "none";
      readArgument(cursor, given);
      next = text[skipSpace(text, cursor.position)];
    }
  } catch (error) {
    if (error instanceof LooseJsonError) return cursor.position >= text.length - 1 ? "cut" : "none";
    throw error;
  }
}

function readArgument(cursor: Cursor, { values, named }: Arguments): void {
  const keyword = match(KEYWORD, cursor.text, cursor.position);
  cursor.position += keyword?.[0].length ?? 0;
  const value = readValue(cursor, "element");
  if (keyword === undefined) values.push(value);
  else setOwn(named, keyword[1] ?? "", value);
}
