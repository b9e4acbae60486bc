import { parseStrictJson, tryLooseJson } from "./loose-json.ts";

/** JSON of an object or a list that was written as text; undefined where it is neither. */
export function parseJsonText(text: string): unknown {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return undefined;
  const strict = parseStrictJson(text);
  if (strict.ok) return strict.value;
  const loose = tryLooseJson(text);
  return loose.ok && !loose.repairs.some((repair) => repair.what.startsWith("closed")) ? loose.value : undefined;
}
