import { type ExtractOptions, extractToolCalls as extract } from "../engines/calls/extract.ts";
import type { Extraction } from "../engines/calls/model.ts";
import { parseLooseJson as parse } from "../engines/json/loose-json.ts";

export type { ExtractOptions } from "../engines/calls/extract.ts";
export type { CallFamily, Extraction, ToolCall, ToolDefinition } from "../engines/calls/model.ts";

/**
 * The tool calls in a model's text, in any of the forms that models write, and the content without them.
 *
 * @param options `tools` are the functions that may be called; `family` is how the model is known to write
 */
export function extractToolCalls(text: string, options: ExtractOptions): Extraction {
  return extract(text, options);
}

/** A value out of JSON that is truncated, commented, Python-like or wrapped in prose. @throws an Error with `offset` */
export function parseLooseJson(text: string): unknown {
  return parse(text);
}
