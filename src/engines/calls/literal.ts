import { parseStrictJson, tryLooseJson } from "../json/loose-json.ts";

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["True", true],
  ["False", false],
  ["None", null],
]);

/** JSON or a literal of Python, or the text as it is. */
export function literalOf(text: string): unknown {
  const word = text.trim();
  if (WORDS.has(word)) return WORDS.get(word);
  const strict = parseStrictJson(word);
  return strict.ok &&
    typeof strict.value !== "string" &&
    !(typeof strict.value === "number" && !Number.isFinite(strict.value))
    ? strict.value
    : text;
}

const LOSSES = /^(?:closed|dropped|found a key|removed what|skipped|collected)/;

/** JSON of an object or a list that was written as text; undefined where it is neither. */
export function jsonText(text: string): unknown {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return undefined;
  const strict = parseStrictJson(text);
  if (strict.ok) return strict.value;
  const loose = tryLooseJson(text);
  const isLoss = !loose.ok || loose.repairs.some(({ what }) => LOSSES.test(what)) || hasOddKey(loose.value);
  return isLoss ? undefined : loose.value;
}

/** Whether a key holds what no key holds: then what was put right was not what was meant. */
export function hasOddKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => /["'<>{}[\]\n,]/.test(key) || hasOddKey(member));
}
