import { isObject } from "../../base/is-object.ts";
import { setOwn } from "../json/cursor.ts";
import { ARGUMENT_KEYS, isFrameWord, NAME_KEYS, SIDE_KEYS } from "./frames.ts";
import { NO_ARGUMENTS, type RawCall } from "./model.ts";
import type { ToolIndex } from "./tool-index.ts";

/** How sure it is that a frame is one: without markup only what bears name and arguments counts. */
export interface Frame {
  readonly isFramed: boolean;
}
const NESTING_MAX = 4;

/** The calls that a JSON value spells; undefined where it is something else, or only some of a list are calls. */
export function callsOf(value: unknown, tools: ToolIndex, frame: Frame, depth = 0): readonly RawCall[] | undefined {
  if (depth > NESTING_MAX) return undefined;
  if (Array.isArray(value)) {
    const pair = pairOf(value, tools);
    if (pair !== undefined) return [pair];
    const calls = value.map((element) => callsOf(element, tools, frame, depth + 1));
    if (calls.length === 0 || calls.some((call) => call === undefined)) return undefined;
    const isMixed = new Set(value.map((element) => isObject(element) && hasArguments(element))).size > 1;
    return isMixed ? undefined : calls.flatMap((call) => call ?? []);
  }
  if (!isObject(value)) return undefined;
  const call = callOf(value, tools, frame);
  if (call !== undefined) return envelopedIn(call, tools, depth) ?? [call];
  // A wrapper: the call or the list of calls is its only member that holds anything.
  const inner = Object.entries(value).filter(
    ([key, member]) =>
      typeof member === "object" && member !== null && !ARGUMENT_KEYS.includes(key) && !SIDE_KEYS.has(key),
  );
  const [only] = inner;
  return inner.length === 1 && only !== undefined ? callsOf(only[1], tools, frame, depth + 1) : undefined;
}

/** What a call of words of frames carries: `{"method": "tools/call", "params": {"name": …, "arguments": …}}`. */
function envelopedIn({ name, given }: RawCall, tools: ToolIndex, depth: number): readonly RawCall[] | undefined {
  if (tools.isOpen ? !/[/.]/.test(name) : tools.resolve(name) !== undefined) return undefined;
  if (given.kind !== "value" || !isObject(given.value) || !hasArguments(given.value)) return undefined;
  return name.split(/[/.]/).every(isFrameWord)
    ? callsOf(given.value, tools, { isFramed: false }, depth + 1)
    : undefined;
}

/** `["name", {…}]` */
function pairOf(value: readonly unknown[], tools: ToolIndex): RawCall | undefined {
  const [name, given] = value;
  if (value.length !== 2 || typeof name !== "string" || !isObject(given) || tools.isOpen) return undefined;
  return tools.resolve(name) === undefined ? undefined : { name, given: { kind: "value", value: given }, repairs: [] };
}

function callOf(value: Record<string, unknown>, tools: ToolIndex, frame: Frame): RawCall | undefined {
  const key = nameKeyOf(value, tools);
  if (key === undefined) return keyedCall(value, tools);
  const name = String(value[key]);
  const argumentsKey = ARGUMENT_KEYS.find((candidate) => Object.hasOwn(value, candidate));
  const others = Object.entries(value).filter(([other]) => other !== key && !SIDE_KEYS.has(other));
  // Arguments beside the arguments: a bracket stands in the wrong place.
  const known = tools.keysOf(name);
  if (argumentsKey !== undefined && others.some(([other]) => other !== argumentsKey && known.has(other)))
    return undefined;
  if (argumentsKey !== undefined && isDefinition(value[argumentsKey], known)) return undefined;
  if (argumentsKey !== undefined) return { name, given: { kind: "value", value: value[argumentsKey] }, repairs: [] };
  if (others.length === 0) return frame.isFramed ? { name, given: NO_ARGUMENTS, repairs: [] } : undefined;
  const isFlat = others.every(([other]) => known.has(other));
  if (!isFlat) return undefined;
  const flat: Record<string, unknown> = {};
  for (const [other, member] of others) setOwn(flat, other, member);
  return { name, given: { kind: "value", value: flat }, repairs: [] };
}

/** A schema where arguments are expected: the tool is described, not called. */
function isDefinition(given: unknown, known: ReadonlySet<string>): boolean {
  return isObject(given) && given["type"] === "object" && isObject(given["properties"]) && !known.has("properties");
}

/** The member that names the tool: by its key, and where the tools are known, by its value. */
function nameKeyOf(value: Record<string, unknown>, tools: ToolIndex): string | undefined {
  const named = NAME_KEYS.filter((key) => typeof value[key] === "string" && value[key] !== "");
  const known = named.find((key) => tools.resolve(String(value[key])) !== undefined);
  if (known !== undefined) return known;
  if (tools.isOpen) return undefined;
  const any = Object.entries(value).filter(([, member]) => typeof member === "string" && tools.names.includes(member));
  if (any.length === 1 && ARGUMENT_KEYS.some((key) => Object.hasOwn(value, key))) return any[0]?.[0];
  return named.length > 0 && hasArguments(value) ? named[0] : undefined;
}

/** `{"tool_name": {…arguments…}}`, as some models write it. */
function keyedCall(value: Record<string, unknown>, tools: ToolIndex): RawCall | undefined {
  const entries = Object.entries(value).filter(([key]) => !SIDE_KEYS.has(key));
  const [entry] = entries;
  if (entries.length !== 1 || entry === undefined || ARGUMENT_KEYS.includes(entry[0]) || NAME_KEYS.includes(entry[0]))
    return undefined;
  if (!isObject(entry[1]) || tools.resolve(entry[0]) === undefined) return undefined;
  if (tools.isOpen && hasArguments(entry[1])) return undefined;
  return { name: entry[0], given: { kind: "value", value: entry[1] }, repairs: [] };
}

/** Whether an object names its arguments, which tells a call from other JSON that has a `name`. */
export function hasArguments(value: Record<string, unknown>): boolean {
  if (ARGUMENT_KEYS.some((key) => Object.hasOwn(value, key))) return true;
  return Object.values(value).some(
    (member) => isObject(member) && ARGUMENT_KEYS.some((key) => Object.hasOwn(member, key)),
  );
}
