import { countLines } from "../../file-facts.ts";

/** Shorter texts cost little, whoever wrote them. */
const CHARACTERS_MIN = 500_000;
/** Of what people write, and of what is bundled from it, a quarter of the lines and more are unlike all others; of a table of values, hardly any. */
const LINES_ALIKE = 20;

/** Whether hardly any line of a long text differs from all others in more than its numbers: it was written by a program. */
export function isMachineMade(text: string): boolean {
  if (text.length < CHARACTERS_MIN) return false;
  const formsMax = countLines(text) / LINES_ALIKE;
  const forms = new Set<string>();
  for (let start = 0; start < text.length && forms.size <= formsMax; ) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end < 0 ? text.length : end);
    forms.add(line.replace(/\d+/g, "0"));
    start += line.length + 1;
  }
  return forms.size <= formsMax;
}
