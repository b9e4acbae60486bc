import { isObject } from "../../base/is-object.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import {
  afterSpaces,
  type Cursor,
  cursorAt,
  isQuote,
  type LooseJson,
  LooseJsonError,
  type Repair,
  repaired,
  setOwn,
  skipFiller,
  withoutEnd,
} from "./cursor.ts";
import { scalarOf } from "./scalar.ts";
import { readMembersInto, readValue } from "./value.ts";

/**
 * The JSON value that `text` means: strict JSON as it is, and otherwise what a tolerant reader makes of truncated,
 * commented, single-quoted, Python-like or prose-wrapped JSON. Characters inside a string stay as written.
 *
 * @throws LooseJsonError with the offset (UTF-16) where no value could be read
 */
export function parseLooseJson(text: string): unknown {
  return readLooseJson(text).value;
}

/** As `parseLooseJson`, and tells what had to be repaired: an empty list means that the text was strict JSON. */
export function readLooseJson(text: string): LooseJson {
  const strict = parseStrictJson(text);
  if (strict.ok) return { value: strict.value, repairs: [] };
  return readDocument(text);
}

export type StrictJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** `JSON.parse` as a value instead of a throw. */
export function parseStrictJson(text: string): StrictJson {
  try {
    return { ok: true, value: parseForeignJson(text) };
  } catch {
    return { ok: false };
  }
}

export type LooseJsonResult =
  | { readonly ok: true; readonly value: unknown; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly offset: number; readonly message: string };

/** As `readLooseJson`, with the failure as a value. */
export function tryLooseJson(text: string): LooseJsonResult {
  try {
    return { ok: true, ...readLooseJson(text) };
  } catch (error) {
    if (error instanceof LooseJsonError) return { ok: false, offset: error.offset, message: error.message };
    throw error;
  }
}

/** A bare phrase longer than this is prose without a value. */
const PHRASE_CHARACTERS_MAX = 200;

/** The value of a text that is not strict JSON. One in a fence ends before the mark that closes it. */
function readDocument(text: string): LooseJson {
  let last: LooseJson | undefined;
  for (const end of fenceEnds(text)) {
    last = readPart(text.slice(0, end));
    if (!last.repairs.some(({ what }) => what.startsWith("closed "))) return last;
  }
  return last ?? readPart(text);
}

const FENCED = /^[ \t]*(`{3,}|~{3,})[ \t]*(?:[\w-]{1,20}[ \t]*)?\r?\n\s{0,200}[[{"']/m;
/** Marks that are tried as the end of a fence: strings may hold fences of their own. */
const FENCE_ENDS_MAX = 8;

/** Where the fence around the value may end: the lines that are its mark and nothing else. */
function fenceEnds(text: string): number[] {
  const opening = FENCED.exec(text);
  const mark = opening?.[1];
  const ends: number[] = [];
  if (opening === null || mark === undefined) return ends;
  let at = text.indexOf(`\n${mark}`, opening.index + opening[0].length);
  for (; at >= 0 && ends.length < FENCE_ENDS_MAX; at = text.indexOf(`\n${mark}`, at + 1))
    if (/^\s*?(?:\n|$)/.test(text.slice(at + 1 + mark.length, at + 41 + mark.length))) ends.push(at);
  return ends;
}

/** The value of a text: where it begins, the value, and what may follow it. */
function readPart(text: string): LooseJson {
  const cursor = cursorAt(text, 0);
  skipFiller(cursor);
  const first = text[cursor.position];
  if (first === undefined) throw new LooseJsonError("There is no value", cursor.position);
  if (first === "[" && text.startsWith("```", cursor.position + 1) && /```\s*\]\s*$/.test(text.slice(-40))) {
    repaired(cursor, "removed a bracket around a code fence");
    cursor.position += 1;
    return { value: readValue(cursor, "element"), repairs: cursor.repairs };
  }
  const isEscaped =
    first === "\\"
      ? text[cursor.position + 1] === '"'
      : (first === "{" || first === "[") && isEscapedJson(text, cursor.position);
  if (isEscaped) return readEscaped(text, cursor.position);
  if (first === "[" && isOfMarkdown(text, cursor.position)) return readBehindLabel(cursor);
  if (first === "{" || first === "[" || isQuote(first)) return readSequence(cursor);
  const wrapped = /^[A-Za-z_$][\w$.]*\s*\((?=\s*[[{"'\w-])/.exec(text.slice(cursor.position, cursor.position + 120));
  if (wrapped !== null && /\)\s*;?\s*$/.test(text.slice(-40))) {
    repaired(cursor, "removed a call around the value");
    cursor.position += wrapped[0].length;
    return { value: readValue(cursor, "element"), repairs: cursor.repairs };
  }
  if (first === "(" && /\)[\s;,]*$/.test(text.slice(-40))) return readSequence(cursor);
  return readFromProse(cursor);
}

/** One value, or several one after the other: a list of them. */
function readSequence(cursor: Cursor): LooseJson {
  const values = [readValue(cursor, "top")];
  while (readFurther(cursor, values));
  return { value: values.length === 1 ? values[0] : values, repairs: cursor.repairs };
}

/** Takes what stands behind the last value; whether still more may follow. */
function readFurther(cursor: Cursor, values: unknown[]): boolean {
  const { text } = cursor;
  const isApart = skipClosers(cursor);
  const next = text[cursor.position];
  const last = values.at(-1);
  if (next === undefined) return false;
  if (isQuote(next) && isObject(last)) {
    if (!isMemberAhead(text, cursor.position)) return false;
    repaired(cursor, "took members after the end of an object into it");
    readMembersInto(cursor, last);
    return true;
  }
  if (typeof last === "string" && next === ":" && values.length === 1) {
    values[0] = readMembersFrom(cursor, last);
    return false;
  }
  if (!beginsAnother(next, last, isApart)) return false;
  repaired(cursor, "collected several values in a list");
  const value = readValue(cursor, "top");
  if (!(isApart && isEmptyObject(value) && isObject(last) && !isEmptyObject(last))) values.push(value);
  return true;
}

/** Whether a further value begins with a character; behind a text and a comma it is the text's rest. */
function beginsAnother(next: string, last: unknown, isApart: boolean): boolean {
  if (typeof last === "string" && (next === ":" || isApart)) return false;
  return next === "{" || next === "[" || (isApart && /["'\d]/.test(next));
}

/** An object whose braces are missing, from the colon behind its first key. */
function readMembersFrom(cursor: Cursor, key: string): Record<string, unknown> {
  cursor.position += 1;
  const members: Record<string, unknown> = {};
  repaired(cursor, "added the braces of an object");
  setOwn(members, key, readValue(cursor, "member"));
  readMembersInto(cursor, members);
  return members;
}

const isEmptyObject = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** Past what may stand after a value without a meaning; tells whether there was a comma. */
function skipClosers(cursor: Cursor): boolean {
  let isApart = false;
  for (;;) {
    skipFiller(cursor);
    const character = cursor.text[cursor.position];
    if (character === undefined || !",;}])".includes(character)) return isApart;
    if (character === ",") isApart = true;
    repaired(cursor, "removed what follows the value");
    cursor.position += 1;
  }
}

function isMemberAhead(text: string, at: number): boolean {
  const member = /["'“‘][^"'”’\n]{0,120}["'”’]\s{0,20}:/y;
  member.lastIndex = at;
  return member.test(text);
}

/** `{\"key\": 1}`: JSON that was escaped once more than it should be. */
function isEscapedJson(text: string, at: number): boolean {
  const next = afterSpaces(text, at + 1);
  return text[next] === "\\" && (text[next + 1] === '"' || text[next + 1] === "n");
}

function readEscaped(text: string, at: number): LooseJson {
  const plain = text.slice(at).replace(/\\(["\\nrt])/g, (_, letter: string) => {
    if (letter === "n" || letter === "r" || letter === "t") return " ";
    return letter;
  });
  const cursor = cursorAt(plain, 0);
  repaired(cursor, "removed one level of escapes");
  return readSequence(cursor);
}

/** Prose around a value: the fenced block first, then the first bracket that begins a value, else the phrase itself. */
function readFromProse(cursor: Cursor): LooseJson {
  const { text } = cursor;
  const word = withoutEnd(text.slice(cursor.position), " \t\n\r,;");
  const scalar = word.length <= PHRASE_CHARACTERS_MAX ? scalarOf(word, true) : word;
  if (typeof scalar !== "string") {
    repaired(cursor, "read an unquoted value");
    return { value: scalar, repairs: cursor.repairs };
  }
  const start = startInProse(text, cursor.position);
  if (start >= 0) return readAmongProse(cursor, start);
  if (word.length > PHRASE_CHARACTERS_MAX || word.includes("\n") || !/[\p{L}\p{N}]/u.test(word))
    throw new LooseJsonError("There is no value", cursor.position);
  const phrase = word.replace(/"$/, "");
  repaired(cursor, "read an unquoted value");
  return { value: scalarOf(phrase, false), repairs: cursor.repairs };
}

/** A label that nothing else follows is a list of words after all. */
function readBehindLabel(cursor: Cursor): LooseJson {
  const start = startInProse(cursor.text, cursor.position);
  return start > cursor.position ? readAmongProse(cursor, start) : readSequence(cursor);
}

function readAmongProse(cursor: Cursor, start: number): LooseJson {
  repaired(cursor, "skipped the text around the value");
  cursor.position = start;
  return readSequence(cursor);
}

const FENCE = /```+[ \t]*[A-Za-z0-9_-]{0,20}[ \t]*\r?\n?/g;

function startInProse(text: string, from: number): number {
  FENCE.lastIndex = from;
  for (let match = FENCE.exec(text); match !== null; match = FENCE.exec(text)) {
    const at = afterSpaces(text, FENCE.lastIndex);
    if (text[at] === "{" || text[at] === "[") return at;
  }
  const bracket = /[[{](?=\s{0,200}["'{[\]}\-\d\w“‘])/g;
  bracket.lastIndex = from;
  let first = -1;
  for (let match = bracket.exec(text); match !== null; match = bracket.exec(text)) {
    const { index } = match;
    if (text[index] === "{" || !(isIndex(text, index) || isOfMarkdown(text, index))) return index;
    if (first < 0) first = index;
  }
  return first;
}

/** `array[0]`: a bracket that touches a word is no list. */
const isIndex = (text: string, at: number): boolean => at > 0 && /\w/.test(text[at - 1] ?? "");

/** `[a link](https://…)`, `[1]: …`, `[x] done`, `[INFO] …`: a label, which says nothing where a value stands elsewhere. */
function isOfMarkdown(text: string, at: number): boolean {
  const label = /\[([^[\]{}"'“‘`\n]{1,200})\](?:(?=[(:])|\s{0,8}(?![\s,;\]})]|$))/y;
  label.lastIndex = at;
  const words = label.exec(text)?.[1];
  if (words === undefined) return false;
  return "(:".includes(text[label.lastIndex] ?? " ") || words.split(",").every(isWord);
}

const isWord = (word: string): boolean => typeof scalarOf(word.trim(), false) === "string";
