import type { Family, Frame } from "../family.ts";
import { NOT_A_CALL, type Reading } from "../model.ts";
import { readNamedJson } from "../named-json.ts";
import type { Source } from "../source.ts";

const KIMI = /\s{0,20}(?:functions\.)?([\w.-]{1,128}?)(?::\d{1,6})?\s{0,20}<\|tool_call_argument_begin\|>/y;
const SOLAR = /\s{0,20}[\w-]{0,64}<\|tool_call:name\|>\s{0,20}([\w.-]{1,128})\s{0,20}<\|tool_call:args\|>/y;

/** Kimi K2: `functions.name:0<|tool_call_argument_begin|>{…}`. Solar Open names the parts with tokens in the same way. */
export const kimi: Family = { name: "kimi", starts: /[\w<]/, read: readNumbered };

function readNumbered(source: Source, at: number, frame: Frame): Reading {
  if (!frame.isFramed) return NOT_A_CALL;
  const reading = readNamedJson(source, at, KIMI, ["<|tool_call_end|>", "<|tool_call_begin|>"]);
  return reading.kind === "none" ? readNamedJson(source, at, SOLAR, ["<|tool_call:end|>"]) : reading;
}
