import type { Family, Frame } from "../family.ts";
import { callsOf, hasArguments, readJsonSpan } from "../json-spans.ts";
import { NOT_A_CALL, type Reading } from "../model.ts";
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
  if (reading.kind !== "json")
    return source.text[at] === "[" && reading.kind === "unfinished" ? readJsonCalls(source, at) : reading;
  const { value, end, repairs } = reading.span;
  if (!hasArguments(value)) return NOT_A_CALL;
  const calls = callsOf(value, repairs);
  return calls === undefined ? NOT_A_CALL : { kind: "calls", calls, end };
}
