import type { Random } from "../random.ts";
import type { Call, Reach } from "./random-calls.ts";
import { ANY, each, type Framing, json, members, nested, pretty, python } from "./writers.ts";

/** Forms that no model was seen to write, put together from their parts: opener, place of the name, style, closer. */
export function composedFraming(random: Random): Framing {
  const style = random.pick(STYLES);
  const place = random.pick(style.places);
  const [open, close] = random.pick(place.brackets);
  return {
    name: `${open || "nothing"} · ${place.name} · ${style.name}`,
    reach: { ...style.reach, ...place.reach },
    isMany: open !== "",
    write: each((call) => `${open}${place.write(call, style.write(call))}${close}`),
  };
}

interface Place {
  readonly name: string;
  readonly reach: Reach;
  readonly brackets: readonly (readonly [string, string])[];
  readonly write: (call: Call, given: string) => string;
}
interface Style {
  readonly name: string;
  readonly reach: Reach;
  readonly places: readonly Place[];
  readonly write: (call: Call) => string;
}

const MARKED: readonly (readonly [string, string])[] = [
  ["<tool_call>", "</tool_call>"],
  ["<tool_call>\n", "\n</tool_call>"],
  ["<|tool_call|>", "<|/tool_call|>"],
  ["<|call_begin|>", "<|call_end|>"],
  ["<function_call>", "</function_call>"],
  ["<api_call>", "</api_call>"],
  ["<my:tool_call>", "</my:tool_call>"],
  ["<toolCall>", "</toolCall>"],
  ["<|FunctionCallBegin|>", "<|FunctionCallEnd|>"],
  ["<|invoke|>", "<|end|>"],
  ["<action>", "</action>"],
  ["[TOOL_REQUEST]", "[END_TOOL_REQUEST]"],
];
const BARE: readonly (readonly [string, string])[] = [["", ""]];
const JSON_PLACES: readonly Place[] = [
  ...["name", "tool", "tool_name", "function", "function_name", "toolName"].flatMap((name) =>
    ["arguments", "parameters", "input", "args", "params", "tool_input"].map(
      (key): Place => ({
        name: `{${name}, ${key}}`,
        reach: ANY,
        brackets: [...MARKED, ...BARE],
        write: (call, given) => `{"${name}": ${json(call.name)}, "${key}": ${given}}`,
      }),
    ),
  ),
  {
    name: "key",
    reach: { isFilled: true },
    brackets: MARKED,
    write: (call, given) => `{${json(call.name)}: ${given}}`,
  },
  { name: "name, line", reach: ANY, brackets: MARKED, write: (call, given) => `${call.name}\n${given}` },
  { name: "name:", reach: ANY, brackets: MARKED, write: (call, given) => `${call.name}: ${given}` },
  { name: "name glued", reach: ANY, brackets: MARKED, write: (call, given) => `${call.name}${given}` },
  { name: "call:name", reach: ANY, brackets: MARKED, write: (call, given) => `call:${call.name}${given}` },
  {
    name: "functions.name:0",
    reach: ANY,
    brackets: MARKED,
    write: (call, given) => `functions.${call.name}:0 ${given}`,
  },
  { name: "name()", reach: { isAscii: true }, brackets: MARKED, write: (call, given) => `${call.name}(${given})` },
  { name: "Tool: name", reach: ANY, brackets: BARE, write: (call, given) => `Tool: ${call.name}\nArguments: ${given}` },
  {
    name: "Function call: name",
    reach: ANY,
    brackets: BARE,
    write: (call, given) => `Function call: ${call.name}\nParameters: ${given}`,
  },
  {
    name: "invoke",
    reach: ANY,
    brackets: [...MARKED.slice(0, 2), ...BARE],
    write: (call, given) => `<invoke name="${call.name}">${given}</invoke>`,
  },
  {
    name: "tool tag",
    reach: ANY,
    brackets: [...MARKED.slice(0, 2), ...BARE],
    write: (call, given) => `<tool=${call.name}>${given}</tool>`,
  },
  {
    name: "name element",
    reach: { isPlain: true },
    brackets: MARKED.slice(0, 2),
    write: (call, given) => `<name>${call.name}</name><args>${given}</args>`,
  },
];
const TAG_PLACES: readonly Place[] = [
  {
    name: "own tag",
    reach: { isAscii: true },
    brackets: [...MARKED.slice(0, 2), ...BARE],
    write: (call, given) => `<${call.name}>${given}</${call.name}>`,
  },
  ...["function", "invoke", "tool", "call"].flatMap((tag): Place[] => [
    {
      name: `${tag}=`,
      reach: ANY,
      brackets: [...MARKED.slice(0, 2), ...BARE],
      write: (call, given) => `<${tag}=${call.name}>${given}</${tag}>`,
    },
    {
      name: `${tag} name=`,
      reach: ANY,
      brackets: [...MARKED.slice(0, 2), ...BARE],
      write: (call, given) => `<${tag} name='${call.name}'>${given}</${tag}>`,
    },
  ]),
  { name: "name, line", reach: ANY, brackets: MARKED.slice(0, 2), write: (call, given) => `${call.name}\n${given}` },
  {
    name: "name element",
    reach: ANY,
    brackets: MARKED.slice(0, 2),
    write: (call, given) => `<name>${call.name}</name><arguments>${given}</arguments>`,
  },
];
const STYLES: readonly Style[] = [
  { name: "JSON", reach: ANY, places: JSON_PLACES, write: (call) => json(call.arguments) },
  { name: "JSON, pretty", reach: ANY, places: JSON_PLACES, write: (call) => pretty(call.arguments) },
  { name: "Python", reach: ANY, places: JSON_PLACES, write: (call) => python(call.arguments) },
  {
    name: "child tags",
    reach: { isFilled: true },
    places: TAG_PLACES,
    write: (call) =>
      Object.entries(call.arguments)
        .map(([key, value]) => nested(value, key))
        .join("\n"),
  },
  {
    name: "parameter=",
    reach: { isFilled: true },
    places: TAG_PLACES,
    write: (call) => members(call, (key, text) => `<parameter=${key}>${text}</parameter>`),
  },
  {
    name: "param name=",
    reach: { isFilled: true },
    places: TAG_PLACES,
    write: (call) => members(call, (key, text) => `<param name="${key}">${text}</param>`),
  },
  {
    name: "key, value",
    reach: { isFilled: true },
    places: TAG_PLACES,
    write: (call) => members(call, (key, text) => `<key>${key}</key><value>${text}</value>`),
  },
];
