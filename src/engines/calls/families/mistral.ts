import type { Family, Frame } from "../family.ts";
import { NOT_A_CALL, type Reading } from "../model.ts";
import { readNamedJson } from "../named-json.ts";
import type { Source } from "../source.ts";

const HEADER = /\s{0,20}([\w.-]{1,128})\s{0,20}(?:\[CALL_ID\]\w{1,64})?(?:\[ARGS\])?(?=\s{0,20}\{|\s{0,20}$)/y;

/** Mistral from v11 on: `[TOOL_CALLS]name[ARGS]{…}`, with `[CALL_ID]` or without any separator. */
export const mistral: Family = { name: "mistral", starts: /[\w]/, read: readArgs };

function readArgs(source: Source, at: number, frame: Frame): Reading {
  return frame.isFramed ? readNamedJson(source, at, HEADER, ["[TOOL_CALLS]", "[/TOOL_CALLS]"]) : NOT_A_CALL;
}
