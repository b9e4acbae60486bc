import { resolveSchema, typesOf } from "../../schema/schema-parts.ts";
import type { Family, Frame } from "../family.ts";
import { readJsonSpan } from "../json-spans.ts";
import { isObject, NOT_A_CALL, type Reading, UNFINISHED } from "../model.ts";
import { matchAt, nextOf, reach, type Source, skipSpace } from "../source.ts";
import { literalOf } from "../text-values.ts";
import { readJsonCalls } from "./hermes.ts";

const ACTION =
  /(?:Action|Ação|Acao|Tool|Ferramenta)[ \t]{0,4}:[ \t]{0,8}[`*"]{0,3}([\w.-]{1,128})[`*"]{0,3}[ \t]{0,8}\r?\n/y;
const BRACKET = /[{[]/y;
const FENCED = /Action[ \t]{0,4}:\s{0,20}```(?:json)?/y;
const INPUT = /\s{0,20}(?:Action[ _]Input|Entrada da Ação|Entrada da Acao|Input|Arguments|Args)[ \t]{0,4}:[ \t]{0,8}/y;
const FENCE = /\s{0,20}```(?:json)?\s{0,20}/y;
const FENCE_END = /\s{0,20}```/y;
const OBSERVATION = /\s{0,20}(?:Observation|Observação|Observacao)[ \t]{0,4}:/y;
const ENDINGS = [
  "\nObservation:",
  "\nObservação:",
  "\nObservacao:",
  "\nThought:",
  "\nPensamento:",
  "\nAction:",
  "\nFinal Answer:",
  "\n\n",
];

/** ReAct: `Action: tool` and `Action Input: …` on lines of their own. */
export const react: Family = { name: "react", starts: /[ATF]/, read: readAction };

function readAction(source: Source, at: number, _frame: Frame): Reading {
  if (at > 0 && source.text[at - 1] !== "\n") return NOT_A_CALL;
  const fenced = matchAt(source, FENCED, at);
  if (fenced !== null) return readFencedAction(source, at + fenced[0].length);
  const action = matchAt(source, ACTION, at);
  const name = action?.[1] ?? "";
  if (action === null || source.tools.resolve(name) === undefined) return NOT_A_CALL;
  const input = matchAt(source, INPUT, at + action[0].length);
  if (input === null) return NOT_A_CALL;
  const reading = readInput(source, name, at + action[0].length + input[0].length);
  if (reading.kind !== "calls") return reading;
  // A model that goes on with the observation makes it up, and all that follows from it.
  return matchAt(source, OBSERVATION, reading.end) === null ? reading : { ...reading, end: reachEnd(source) };
}

function reachEnd(source: Source): number {
  reach(source, source.text.length);
  return source.text.length;
}

function readInput(source: Source, name: string, start: number): Reading {
  const fence = matchAt(source, FENCE, start);
  const body = skipSpace(source, start + (fence?.[0].length ?? 0));
  if (source.text[body] === "{") {
    const reading = readJsonSpan(source, body, ["\nObservation:"]);
    if (reading.kind !== "json") return reading;
    const { value, end, repairs } = reading.span;
    const after = fence === null ? null : matchAt(source, FENCE_END, end);
    const calls = [{ name, arguments: isObject(value) ? value : {}, wire: "json" as const, repairs }];
    return { kind: "calls", calls, end: end + (after?.[0].length ?? 0) };
  }
  const found = nextOf(source, ENDINGS, start);
  const end = found < 0 ? source.text.length : found;
  const given = plainInput(source, name, source.text.slice(start, end).trim());
  if (given === undefined) return body >= source.text.length ? UNFINISHED : NOT_A_CALL;
  return { kind: "calls", calls: [{ name, arguments: given, wire: "json", repairs: [] }], end };
}

/** `Action:` and a fenced object or list of calls (Cohere, generic templates). */
function readFencedAction(source: Source, at: number): Reading {
  const start = skipSpace(source, at);
  if (matchAt(source, BRACKET, start) === null) return NOT_A_CALL;
  const reading = readJsonCalls(source, start);
  if (reading.kind !== "calls") return reading;
  return { ...reading, end: reading.end + (matchAt(source, FENCE_END, reading.end)?.[0].length ?? 0) };
}

/** Plain text is the one argument that the tool needs, or its only one. */
function plainInput(source: Source, written: string, text: string): Record<string, unknown> | undefined {
  const name = source.tools.resolve(written);
  const schema = name === undefined ? true : resolveSchema(source.tools.schemaOf(name) ?? true, undefined);
  const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  const keys = Object.keys(properties);
  if (text === "" || /^(?:none|null|\(\))$/i.test(text)) return {};
  const required = isObject(schema) && Array.isArray(schema["required"]) ? schema["required"] : [];
  const key: unknown = required.length === 1 ? required[0] : keys.length === 1 ? keys[0] : undefined;
  if (typeof key !== "string") return source.tools.isOpen ? { input: text } : undefined;
  const isText = typesOf(resolveSchema(properties[key] ?? true, schema)).includes("string");
  const plain = /^(["'`])([\s\S]*)\1$/.exec(text)?.[2] ?? text;
  return { [key]: isText ? plain : literalOf(text) };
}
