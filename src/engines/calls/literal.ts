import { parseStrictJson } from "../json/loose-json.ts";

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
