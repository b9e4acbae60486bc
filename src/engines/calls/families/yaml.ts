import type { Family, Frame } from "../family.ts";
import { isObject, NOT_A_CALL, type Reading } from "../model.ts";
import { matchAt, nextIndex, type Source } from "../source.ts";
import { readYamlMapping } from "../yaml-mapping.ts";

const HEADER = /\s{0,40}name:\s/y;
/** `name:{name:"f",arguments:{…}}`: the object, with its own key in front. */
const CLOSER = "</tool_call>";

/** YAML in a tag: `<tool_call>`, `name: f`, `arguments:` and its members indented. */
export const yaml: Family = { name: "yaml", starts: /n/, read: readYamlCall };

function readYamlCall(source: Source, at: number, frame: Frame): Reading {
  if (!frame.isFramed || matchAt(source, HEADER, at) === null) return NOT_A_CALL;
  const found = nextIndex(source, CLOSER, at);
  const end = found < 0 ? source.text.length : found;
  const mapping = readYamlMapping(source.text.slice(at, end));
  const name = mapping?.["name"];
  if (mapping === undefined || typeof name !== "string") return NOT_A_CALL;
  const given = mapping["arguments"] ?? mapping["parameters"] ?? {};
  return { kind: "calls", calls: [{ name, arguments: isObject(given) ? given : {}, wire: "json", repairs: [] }], end };
}
