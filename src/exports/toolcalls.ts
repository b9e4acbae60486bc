/** `waymark/toolcalls`: tool calls and JSON out of what a model wrote. */
export { extractToolCalls } from "../engines/calls/extract.ts";
export { parseLooseJson } from "../engines/calls/loose-json.ts";
export { LooseJsonError } from "../engines/calls/loose-json-cursor.ts";
