import type { Family, Frame } from "../family.ts";
import { cursorAt, LooseJsonError, setOwn } from "../loose-json-cursor.ts";
import { readValue } from "../loose-json-value.ts";
import { isObject, NOT_A_CALL, type RawCall, type Reading, UNFINISHED } from "../model.ts";
import { isTruncated } from "../repair-arguments.ts";
import { matchAt, reach, skipSpace, type Source } from "../source.ts";

const CALL = /\s{0,40}(?:call:)?([A-Za-z_][\w.-]{0,127})\(/y;
const KEYWORD = /\s{0,40}([A-Za-z_]\w{0,127})\s{0,20}=(?!=)/y;
const ANNOUNCED = /\[Calling tools?:\s{0,8}(?=[A-Za-z_][\w.-]{0,127}\()/y;
const CALLS_MAX = 1_000;

/** Python calls: `[f(a=1), g()]` (Llama 4, LFM2), in tags without brackets (Olmo 3), `[Calling tool: f({…})]`. */
export const pythonic: Family = { name: "pythonic", starts: /[[A-Za-z_]/, read: readPythonCalls };

function readPythonCalls(source: Source, at: number, frame: Frame): Reading {
  const isList = source.text[at] === "[";
  if (!isList && !frame.isFramed) return NOT_A_CALL;
  const announced = isList ? matchAt(source, ANNOUNCED, at) : null;
  const calls: RawCall[] = [];
  let position = at + (announced?.[0].length ?? (isList ? 1 : 0));
  while (calls.length < CALLS_MAX) {
    const reading = readCall(source, position);
    if (reading.kind !== "calls") {
      if (calls.length === 0 || isList) return reading;
      break;
    }
    const name = reading.calls[0]?.name ?? "";
    if (!frame.isFramed && source.tools.resolve(name) === undefined) return NOT_A_CALL;
    calls.push(...reading.calls);
    const next = skipSpace(source, reading.end);
    if (!isList) {
      position = reading.end;
      if (source.text[next] !== "," && source.text[next] !== ";" && matchAt(source, CALL, position) === null) break;
      if (source.text[next] === "," || source.text[next] === ";") position = next + 1;
      continue;
    }
    if (source.text[next] === ",") position = next + 1;
    else if (source.text[next] === "]") return { kind: "calls", calls, end: next + 1 };
    else return next >= source.text.length ? UNFINISHED : NOT_A_CALL;
  }
  return calls.length === 0 ? NOT_A_CALL : { kind: "calls", calls, end: position };
}

/** One `name(key=value, …)`, `name({…})` or `name(value, …)`. */
function readCall(source: Source, at: number): Reading {
  const header = matchAt(source, CALL, at);
  if (header === null) return NOT_A_CALL;
  const cursor = cursorAt(source.text, at + header[0].length);
  const named: Record<string, unknown> = {};
  const placed: unknown[] = [];
  try {
    for (;;) {
      cursor.position = skipSpace(source, cursor.position);
      const character = source.text[cursor.position];
      if (character === undefined) return UNFINISHED;
      if (character === ")") break;
      if (character === ",") {
        cursor.position += 1;
        continue;
      }
      const keyword = matchAt(source, KEYWORD, cursor.position);
      if (keyword !== null) cursor.position += keyword[0].length;
      const value = readValue(cursor, "element");
      if (keyword === null) placed.push(value);
      else setOwn(named, keyword[1] ?? "", value);
      const next = source.text[skipSpace(source, cursor.position)];
      if (next !== "," && next !== ")") return next === undefined ? UNFINISHED : NOT_A_CALL;
    }
  } catch (error) {
    reach(source, cursor.position);
    if (error instanceof LooseJsonError) return NOT_A_CALL;
    throw error;
  }
  reach(source, cursor.position + 1);
  if (isTruncated(cursor.repairs)) return UNFINISHED;
  const name = header[1] ?? "";
  const values = withPlaced(source, name, named, placed);
  if (values === undefined) return NOT_A_CALL;
  return { kind: "calls", calls: [{ name, arguments: values, wire: "json", repairs: [] }], end: cursor.position + 1 };
}

/** Values without a name take the names that the tool declares, in order; a single object is the arguments themselves. */
function withPlaced(
  source: Source,
  written: string,
  named: Record<string, unknown>,
  placed: readonly unknown[],
): Record<string, unknown> | undefined {
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
