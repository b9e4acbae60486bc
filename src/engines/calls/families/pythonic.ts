import { type Cursor, cursorAt, LooseJsonError, type Repair, setOwn } from "../../json/cursor.ts";
import { readValue } from "../../json/value.ts";
import type { Family, Frame } from "../family.ts";
import { isObject, NOT_A_CALL, type RawCall, type Reading, UNFINISHED } from "../model.ts";
import { isTruncated } from "../repair-arguments.ts";
import { matchAt, reach, type Source, skipSpace } from "../source.ts";

const CALL = /\s{0,40}(?:call:)?([A-Za-z_][\w.-]{0,127})\(/y;
const KEYWORD = /\s{0,40}([A-Za-z_]\w{0,127})\s{0,20}=(?!=)/y;
const ANNOUNCED = /\[Calling tools?:\s{0,8}(?=[A-Za-z_][\w.-]{0,127}\()/y;
const LINE_END = /[ \t]{0,20}(?:\n|<|$)/y;
/** Arguments nest less than JSON may; a list that never ends is given up early. */
const DEPTH_MAX = 40;
const CALLS_MAX = 1_000;

/** Python calls: `[f(a=1), g()]` (Llama 4, LFM2), in tags without brackets (Olmo 3), `[Calling tool: f({…})]`. */
export const pythonic: Family = { name: "pythonic", starts: /[[A-Za-z_]/, read: readPythonCalls };

function readPythonCalls(source: Source, at: number, frame: Frame): Reading {
  if (source.text[at] === "[") return readList(source, at, frame);
  return frame.isFramed ? readSequence(source, at) : NOT_A_CALL;
}

/** `[f(a=1), g()]`; without markup around it only tools that exist count. */
function readList(source: Source, at: number, frame: Frame): Reading {
  const calls: RawCall[] = [];
  let position = at + (matchAt(source, ANNOUNCED, at)?.[0].length ?? 1);
  while (calls.length < CALLS_MAX) {
    const reading = readCall(source, position);
    if (reading.kind !== "calls") return reading;
    if (!frame.isFramed && reading.calls.some(({ name }) => source.tools.resolve(name) === undefined))
      return NOT_A_CALL;
    calls.push(...reading.calls);
    const next = skipSpace(source, reading.end);
    if (source.text[next] === "]")
      return frame.isFramed || isOnItsOwn(source, at, next + 1) ? { kind: "calls", calls, end: next + 1 } : NOT_A_CALL;
    if (source.text[next] !== ",") return next >= source.text.length ? UNFINISHED : NOT_A_CALL;
    position = next + 1;
  }
  return NOT_A_CALL;
}

/** Without markup, a list in the middle of a line is a piece of code in a sentence. */
function isOnItsOwn(source: Source, start: number, end: number): boolean {
  if (matchAt(source, LINE_END, end) !== null) return true;
  const line = source.text.lastIndexOf("\n", start - 1) + 1;
  return start - line < 200 && source.text.slice(line, start).trim() === "";
}

/** Calls one after the other, apart by white space, commas or semicolons. */
export function readSequence(source: Source, at: number): Reading {
  const first = readCall(source, at);
  if (first.kind !== "calls") return first;
  const calls: RawCall[] = [...first.calls];
  let end = first.end;
  while (calls.length < CALLS_MAX) {
    const next = skipSpace(source, end);
    const reading = readCall(source, source.text[next] === "," || source.text[next] === ";" ? next + 1 : next);
    if (reading.kind !== "calls") break;
    calls.push(...reading.calls);
    end = reading.end;
  }
  return { kind: "calls", calls, end };
}

/** One `name(key=value, …)`, `name({…})` or `name(value, …)`. */
function readCall(source: Source, at: number): Reading {
  const header = matchAt(source, CALL, at);
  if (header === null) return NOT_A_CALL;
  const cursor = cursorAt(source.text, at + header[0].length, DEPTH_MAX);
  const given: Given = { named: {}, placed: [] };
  const stop = readGiven(source, cursor, given);
  if (stop !== undefined) return stop;
  if (isTruncated(cursor.repairs)) return UNFINISHED;
  if (given.placed.some((value) => typeof value === "string") && cursor.repairs.some(isBareWord)) return NOT_A_CALL;
  const name = header[1] ?? "";
  const values = withPlaced(source, name, given);
  if (values === undefined) return NOT_A_CALL;
  return { kind: "calls", calls: [{ name, arguments: values, wire: "json", repairs: [] }], end: cursor.position + 1 };
}

/** A variable, and so a piece of a program. */
function isBareWord(repair: Repair): boolean {
  return repair.what === "read an unquoted value";
}

interface Given {
  readonly named: Record<string, unknown>;
  readonly placed: unknown[];
}

/** Reads up to the closing parenthesis. @returns what the place is if it is no list of arguments */
function readGiven(source: Source, cursor: Cursor, given: Given): Reading | undefined {
  try {
    for (;;) {
      cursor.position = skipSpace(source, cursor.position);
      const character = source.text[cursor.position];
      if (character === undefined) return UNFINISHED;
      if (character === ")") {
        reach(source, cursor.position + 1);
        return undefined;
      }
      if (character === ",") {
        cursor.position += 1;
        continue;
      }
      const keyword = matchAt(source, KEYWORD, cursor.position);
      if (keyword !== null) cursor.position += keyword[0].length;
      const value = readValue(cursor, "element");
      if (keyword === null) given.placed.push(value);
      else setOwn(given.named, keyword[1] ?? "", value);
      const next = source.text[skipSpace(source, cursor.position)];
      if (next !== "," && next !== ")") return next === undefined ? UNFINISHED : NOT_A_CALL;
    }
  } catch (error) {
    reach(source, cursor.position);
    if (error instanceof LooseJsonError) return NOT_A_CALL;
    throw error;
  }
}

/** Values without a name take the names that the tool declares, in order; a single object is the arguments themselves. */
function withPlaced(source: Source, written: string, { named, placed }: Given): Record<string, unknown> | undefined {
  if (placed.length === 0) return named;
  const [first] = placed;
  if (placed.length === 1 && isObject(first) && Object.keys(named).length === 0) return first;
  const name = source.tools.resolve(written);
  const schema = name === undefined ? undefined : source.tools.schemaOf(name);
  const names = isObject(schema) && isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  if (names.length < placed.length) return undefined;
  placed.forEach((value, index) => {
    setOwn(named, names[index] ?? "", value);
  });
  return named;
}
