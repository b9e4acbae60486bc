import { JSON_VALUES_MAX } from "../../base/json-depth.ts";
import {
  afterSpaces,
  type Cursor,
  failAt,
  isQuote,
  isSpace,
  repaired,
  type StringRole,
  setOwn,
  skipFiller,
} from "./cursor.ts";
import { readBare } from "./scalar.ts";
import { readString } from "./string.ts";

/** Reads one value of any kind at the cursor. @throws LooseJsonError where none begins */
export function readValue(cursor: Cursor, role: StringRole): unknown {
  skipFiller(cursor);
  const character = cursor.text[cursor.position];
  if (character === undefined) throw failAt(cursor, "The text ends where a value should be");
  if (cursor.arrays + cursor.objects > cursor.depthMax) throw failAt(cursor, "The value is nested too deeply");
  if (++cursor.values > JSON_VALUES_MAX) throw failAt(cursor, "There are too many values");
  if (character === "{") return readObject(cursor);
  if (character === "[") return readArray(cursor, "]");
  if (character === "(") return readArray(cursor, ")");
  if (isQuote(character)) return readJoinedStrings(cursor, role);
  const quote = quoteBehindPrefix(cursor);
  if (quote < 0) return readWrapped(cursor) ?? readBare(cursor, role);
  repaired(cursor, "removed the prefix of a string");
  cursor.position = quote;
  return readJoinedStrings(cursor, role);
}

const PREFIX = /[rbfuRBFU]{1,2}(?=["'])/y;
const VALUE_END = /\s{0,8}(?:[,}\]:]|$)/y;
/** How far the end of a prefixed string that begins like the end of another is looked for. */
const PREFIXED_CHARACTERS_MAX = 1000;

/**
 * Where the string of `b"…"`, `f'…'` or `rb"…"` begins, or -1. A quote before the end of a value closes the word in
 * front, whose own opening quote was lost: unless what it opens is closed where a value may end.
 */
function quoteBehindPrefix({ text, position }: Cursor): number {
  PREFIX.lastIndex = position;
  if (!PREFIX.test(text)) return -1;
  const quote = PREFIX.lastIndex;
  if (!isValueEnd(text, quote + 1)) return quote;
  const close = text.slice(quote + 1, quote + PREFIXED_CHARACTERS_MAX).indexOf(text[quote] ?? "");
  return close >= 0 && isValueEnd(text, quote + close + 2) ? quote : -1;
}

function isValueEnd(text: string, at: number): boolean {
  VALUE_END.lastIndex = at;
  return VALUE_END.test(text);
}

/** `ObjectId("…")`, `Decimal('1')`, `datetime(…)`: the value inside; undefined where there is no such call. */
function readWrapped(cursor: Cursor): unknown {
  const call = /[A-Za-z_$][\w$.]{0,40}\((?=\s{0,8}["'\d-])/y;
  call.lastIndex = cursor.position;
  if (!call.test(cursor.text)) return undefined;
  repaired(cursor, "removed a call around a value");
  cursor.position = call.lastIndex;
  const value = readValue(cursor, "element");
  skipFiller(cursor);
  if (cursor.text[cursor.position] === ")") cursor.position += 1;
  return value;
}

/** A string, with those joined to it by `+`. */
function readJoinedStrings(cursor: Cursor, role: StringRole): string {
  let joined = readString(cursor, role);
  for (;;) {
    const before = cursor.position;
    const repairs = cursor.repairs.length;
    skipFiller(cursor);
    const next = cursor.text[cursor.position] === "+" ? afterSpaces(cursor.text, cursor.position + 1) : -1;
    if (next < 0 || !isQuote(cursor.text[next])) {
      cursor.position = before;
      cursor.repairs.length = repairs;
      return joined;
    }
    repaired(cursor, "joined strings");
    cursor.position = next;
    joined += readString(cursor, role);
  }
}

function readObject(cursor: Cursor): unknown {
  const members: Record<string, unknown> = {};
  cursor.position += 1;
  cursor.objects += 1;
  readMembersInto(cursor, members);
  cursor.objects -= 1;
  return members;
}

/** Reads members up to the brace that ends them, or to where the object must have ended. */
export function readMembersInto(cursor: Cursor, members: Record<string, unknown>): void {
  let previous: unknown;
  for (;;) {
    skipFiller(cursor);
    const character = cursor.text[cursor.position];
    if (character === undefined || ",;}])[{".includes(character)) {
      if (!continueObject(cursor, character, previous)) return;
      continue;
    }
    const key = readMember(cursor, members);
    previous = key === undefined ? undefined : members[key];
  }
}

/** Where a key should be and none is: leave the object (false), or step over what is there and go on (true). */
function continueObject(cursor: Cursor, character: string | undefined, previous: unknown): boolean {
  if (character === undefined) {
    repaired(cursor, "closed an object");
    return false;
  }
  if (",;}".includes(character)) {
    cursor.position += 1;
    return character !== "}";
  }
  if (character === "[" && Array.isArray(previous)) {
    repaired(cursor, "joined two lists");
    for (const element of readArray(cursor, "]")) previous.push(element);
    return true;
  }
  if (cursor.arrays > 0) {
    repaired(cursor, "closed an object");
    return false;
  }
  repaired(cursor, "removed a bracket");
  cursor.position += 1;
  return true;
}

/** One `key: value`, or a key alone behind others, whose value was left empty. */
function readMember(cursor: Cursor, members: Record<string, unknown>): string | undefined {
  const start = cursor.position;
  const key = readKey(cursor);
  skipFiller(cursor);
  const next = cursor.text[cursor.position];
  if (next === undefined) {
    // A text that was cut ends within its last key; one that goes on behind a bracket lost something else.
    if (/[{}[\]]/.test(key)) throw failAt(cursor, "A colon is missing");
    repaired(cursor, "dropped a member without a value", start);
    return undefined;
  }
  if (",}]".includes(next)) {
    if ((next === "]" && cursor.arrays === 0) || Object.keys(members).length === 0)
      throw failAt(cursor, "A colon is missing");
    repaired(cursor, "found a key without a value", start);
    setOwn(members, key, "");
    return key;
  }
  skipColon(cursor);
  const value = cursor.text[cursor.position];
  if (value === undefined) {
    repaired(cursor, "dropped a member without a value", start);
    return undefined;
  }
  if (value === "," || value === "}" || value === "]") {
    repaired(cursor, "added a missing value");
    setOwn(members, key, null);
    return key;
  }
  setOwn(members, key, readValue(cursor, "member"));
  return key;
}

/** Past the colon behind a key, or what stands for it, and past what follows it. A colon may be there twice. */
function skipColon(cursor: Cursor): void {
  const next = cursor.text[cursor.position];
  if (next === "=") repaired(cursor, "read `=` as a colon");
  if (next === ":" || next === "=") cursor.position += cursor.text.startsWith("=>", cursor.position) ? 2 : 1;
  else repaired(cursor, "added a colon");
  skipFiller(cursor);
  if (cursor.text[cursor.position] !== ":") return;
  repaired(cursor, "removed a colon");
  cursor.position += 1;
  skipFiller(cursor);
  if (cursor.text[cursor.position] === ":") throw failAt(cursor, "A value is missing");
}

function readKey(cursor: Cursor): string {
  const { text } = cursor;
  if (isQuote(text[cursor.position])) return readString(cursor, "key");
  const start = cursor.position;
  let at = start;
  while (at < text.length && !isKeyEnd(text, at)) at += 1;
  const key = text
    .slice(start, at)
    .trim()
    .replace(/["'”’]$/, "");
  if (key === "") throw failAt(cursor, "A key is missing");
  repaired(cursor, "quoted a key", start);
  cursor.position = at;
  return key;
}

function isKeyEnd(text: string, at: number): boolean {
  const character = text[at] ?? "";
  if (":,{}[]".includes(character) || (character === "=" && text[at + 1] !== "=")) return true;
  return isSpace(character) && isQuote(text[at + 1]);
}

function readArray(cursor: Cursor, closer: "]" | ")"): unknown[] {
  const elements: unknown[] = [];
  if (closer === ")") repaired(cursor, "read a tuple as a list");
  cursor.position += 1;
  cursor.arrays += 1;
  for (;;) {
    skipFiller(cursor);
    const character = cursor.text[cursor.position];
    if (character === ":") pairUp(cursor, elements);
    else if (character !== undefined && !"]),;}".includes(character)) elements.push(readValue(cursor, "element"));
    else if (endsList(cursor)) break;
  }
  cursor.arrays -= 1;
  return elements;
}

/** Past a bracket or a separator in a list; whether the list ends with it, or before it. */
function endsList(cursor: Cursor): boolean {
  const character = cursor.text[cursor.position];
  if (character === undefined) {
    repaired(cursor, "closed a list");
    return true;
  }
  if (character === "}") {
    if (isListLeftOpen(cursor)) return true;
    repaired(cursor, "removed a brace");
  }
  cursor.position += 1;
  return character === "]" || character === ")";
}

/** A `}` inside a list closes the object around it, unless more elements follow. */
function isListLeftOpen(cursor: Cursor): boolean {
  if (cursor.objects === 0) return false;
  const next = afterSpaces(cursor.text, cursor.position + 1);
  const character = cursor.text[next];
  if (character !== ",") return true;
  return cursor.text[afterSpaces(cursor.text, next + 1)] !== "{";
}

/** `["key": 1]`: a member among the elements becomes an object of its own. */
function pairUp(cursor: Cursor, elements: unknown[]): void {
  const key = elements.pop();
  if (typeof key !== "string") throw failAt(cursor, "A key is missing");
  repaired(cursor, "added the braces of an object");
  skipColon(cursor);
  const members: Record<string, unknown> = {};
  const isEmpty = cursor.position >= cursor.text.length || cursor.text[cursor.position] === "]";
  setOwn(members, key, isEmpty ? null : readValue(cursor, "member"));
  elements.push(members);
}
