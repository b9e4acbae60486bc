import { parseStrictJson, tryLooseJson } from "../json/loose-json.ts";
import { isObject, type RawCall } from "./model.ts";
import { isTruncated } from "./repair-arguments.ts";
import { nextIndex, reach, type Source } from "./source.ts";

export interface JsonSpan {
  readonly value: unknown;
  readonly end: number;
  readonly repairs: readonly string[];
}

export type JsonReading =
  | { readonly kind: "json"; readonly span: JsonSpan }
  | { readonly kind: "none" }
  | { readonly kind: "unfinished" };

/**
 * The JSON object or list at `at`, strict or repaired. Where brackets do not balance because quotes are broken, it may
 * end at the first of `closers`; a value that the text breaks off is `unfinished`.
 */
export function readJsonSpan(source: Source, at: number, closers: readonly string[]): JsonReading {
  const { text } = source;
  const end = balancedEnd(source, at);
  if (end >= 0) {
    const slice = text.slice(at, end);
    const strict = parseStrictJson(slice);
    if (strict.ok) return { kind: "json", span: { value: strict.value, end, repairs: [] } };
    const loose = readComplete(slice, end);
    if (loose !== undefined) return { kind: "json", span: loose };
  }
  const closer = firstCloser(source, closers, at);
  if (closer >= 0) {
    const loose = readComplete(text.slice(at, closer), closer);
    return loose === undefined ? { kind: "none" } : { kind: "json", span: loose };
  }
  return end < 0 ? { kind: "unfinished" } : { kind: "none" };
}

function readComplete(slice: string, end: number): JsonSpan | undefined {
  const loose = tryLooseJson(slice);
  if (!loose.ok || isTruncated(loose.repairs)) return undefined;
  return { value: loose.value, end, repairs: [...new Set(loose.repairs.map((repair) => repair.what))] };
}

function firstCloser(source: Source, closers: readonly string[], at: number): number {
  let nearest = -1;
  for (const closer of closers) {
    const found = nextIndex(source, closer, at);
    if (found >= 0 && (nearest < 0 || found < nearest)) nearest = found;
  }
  return nearest;
}

/** Offset after the bracket that closes the one at `at`, strings and comments stepped over; -1 where the text ends first. */
export function balancedEnd(source: Source, at: number): number {
  const { text } = source;
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x22:
        index = endOfString(text, index);
        break;
      case 0x2f:
        if (text.charCodeAt(index + 1) === 0x2a) index = endOfComment(text, index);
        break;
      case 0x7b:
      case 0x5b:
        depth += 1;
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        if (depth === 0) {
          reach(source, index + 1);
          return index + 1;
        }
        break;
    }
  }
  reach(source, text.length);
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

function endOfComment(text: string, at: number): number {
  const end = text.indexOf("*/", at + 2);
  return end < 0 ? at : end + 1;
}

const NAME_KEYS = ["name", "tool_name", "toolName", "function_name", "tool", "function", "action", "recipient_name"];
const ARGUMENT_KEYS = ["arguments", "parameters", "args", "input", "tool_input", "action_input", "tool_args", "kwargs"];

/**
 * The calls that a JSON value spells: one object or a list of them, in any of the usual key names, also nested in
 * `function` (as on the OpenAI wire), in `tool_calls`, or with the name as the only key.
 *
 * @returns undefined where the value is something else
 */
export function callsOf(value: unknown, repairs: readonly string[]): readonly RawCall[] | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    const calls = value.map((element) => callOf(element, repairs));
    const named = value.filter((element) => hasArguments(element)).length;
    if (named > 0 && named < value.length) return undefined;
    return calls.every((call) => call !== undefined) ? calls : undefined;
  }
  if (isObject(value) && Array.isArray(value["tool_calls"])) return callsOf(value["tool_calls"], repairs);
  const call = callOf(value, repairs);
  return call === undefined ? undefined : [call];
}

function callOf(value: unknown, repairs: readonly string[]): RawCall | undefined {
  if (!isObject(value)) return undefined;
  const inner = value["function"] ?? value["function_call"];
  if (isObject(inner) && typeof inner["name"] === "string") return callOf(inner, repairs);
  const key = NAME_KEYS.find((name) => typeof value[name] === "string" && value[name] !== "");
  if (key === undefined) return keyedCall(value, repairs);
  const argumentsKey = ARGUMENT_KEYS.find((name) => Object.hasOwn(value, name));
  return {
    name: String(value[key]),
    arguments: argumentsKey === undefined ? {} : value[argumentsKey],
    wire: "json",
    repairs,
  };
}

/** `{"tool_name": {…arguments…}}`, as some models write it. */
function keyedCall(value: Record<string, unknown>, repairs: readonly string[]): RawCall | undefined {
  const entries = Object.entries(value);
  const [entry] = entries;
  if (entries.length !== 1 || entry === undefined || !isObject(entry[1])) return undefined;
  return { name: entry[0], arguments: entry[1], wire: "json", repairs };
}

/** Whether an object names its arguments, which tells a call from other JSON that has a `name`. */
export function hasArguments(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(hasArguments);
  if (!isObject(value)) return false;
  if (Array.isArray(value["tool_calls"])) return hasArguments(value["tool_calls"]);
  const inner = value["function"] ?? value["function_call"];
  if (isObject(inner)) return hasArguments(inner);
  return ARGUMENT_KEYS.some((key) => Object.hasOwn(value, key));
}
