import type { Family, Frame } from "../family.ts";
import { callsOf, hasArguments, readJsonSpan } from "../json-spans.ts";
import { NOT_A_CALL, type Reading, UNFINISHED } from "../model.ts";
import { matchAt, type Source } from "../source.ts";
import { readJsonCalls } from "./hermes.ts";

const KEYS =
  "name|needs_tools|tool_name|toolName|function_name|function|tool|action|type|id|arguments|parameters|tool_call_id|tool_calls|recipient_name";
/** The beginning of a call that is nothing but JSON. */
export const BARE_JSON = new RegExp(`(?:\\[\\s{0,40})?\\{\\s{0,40}["']?(?:${KEYS})["']?\\s{0,20}:`, "y");

/** Llama 3 and others without markup: `{"name": …, "parameters": {…}}` as it is, alone, in a list or between `;`. */
export const llama: Family = { name: "llama", starts: /[{[]/, read: readBareJson };

function readBareJson(source: Source, at: number, frame: Frame): Reading {
  if (frame.isFramed) return NOT_A_CALL;
  if (matchAt(source, BARE_JSON, at) === null) return NOT_A_CALL;
  const reading = readJsonSpan(source, at, []);
  if (reading.kind === "unfinished") return readBroken(source, at);
  if (reading.kind === "none") return NOT_A_CALL;
  const { value, end, repairs } = reading.span;
  if (!hasArguments(value)) return NOT_A_CALL;
  const calls = callsOf(value, repairs);
  return calls === undefined ? NOT_A_CALL : { kind: "calls", calls, end };
}

const NAME = /["']?(?:name|tool_name|toolName|function_name|action|tool)["']?\s{0,20}:\s{0,20}["']([\w.-]{1,128})["']/;
const ONLY_BEGUN = /^(?:\[\s{0,40})?\{\s{0,40}["']?\w{0,40}["']?\s{0,20}:?\s{0,20}(?:["'][\w.-]{0,128})?$/;
const HEAD_CHARACTERS_MAX = 400;

/** A bracket that never closes is a call broken off only if it names a tool, or has not come to the name. */
function readBroken(source: Source, at: number): Reading {
  const head = source.text.slice(at, at + HEAD_CHARACTERS_MAX);
  const name = NAME.exec(head)?.[1];
  if (name === undefined) return ONLY_BEGUN.test(head) ? UNFINISHED : NOT_A_CALL;
  if (source.tools.resolve(name) === undefined) return NOT_A_CALL;
  return source.text[at] === "[" ? readJsonCalls(source, at) : UNFINISHED;
}
