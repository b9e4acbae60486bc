/**
 * `waymark/toolcalls`: the calls that a model wrote into plain text. Read are the published chat templates of the families in `CallFamily`
 * (Hermes and Qwen, Mistral, Llama, DeepSeek, Harmony, Kimi, GLM, Pythonic, XML, ReAct), and fenced JSON. Pure.
 * @module
 */
import { type ExtractOptions, extractToolCalls as extract } from "../engines/calls/extract.ts";
import type { Extraction } from "../engines/calls/model.ts";
import { parseLooseJson as parse } from "../engines/json/loose-json.ts";

export type { ExtractOptions } from "../engines/calls/extract.ts";
export type {
  CallFamily,
  Extraction,
  JsonObject,
  JsonSchema,
  Rejection,
  ToolCall,
  ToolDefinition,
} from "../engines/calls/model.ts";

/**
 * The tool calls in a model's text, in their order, and the content without them. Names and arguments are held against `tools`, and what was
 * put right stands in `repairs`. What was meant as a call and is none stays content and is told in `rejected`, with its place and what to do;
 * thinking is kept apart, and no call in it runs. Code that merely looks like a call is content.
 *
 * @throws never
 */
export function extractToolCalls(text: string, options: ExtractOptions): Extraction {
  return extract(text, options);
}

/**
 * The value that a JSON text means: strict JSON as `JSON.parse` reads it, else what a tolerant reader makes of truncated, commented,
 * single-quoted, Python-like or prose-wrapped JSON. Characters inside a string stay as written.
 *
 * @throws an Error with `offset`, in UTF-16 units, where no value can be read
 */
export function parseLooseJson(text: string): unknown {
  return parse(text);
}
