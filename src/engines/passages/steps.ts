import { stemOf } from "../bm25/stem.ts";
import type { Passage, RankedPassage } from "./passage.ts";
import type { Question } from "./question.ts";
import { wordParts } from "./word-parts.ts";

const STEP = /^\s*\d+[.)]\s/;
const STEPS_MIN = 3;
const STEP_LINES_MAX = 4;
const STEPS_LINES_MAX = 40;

/**
 * A step of a list with numbers says too little where the whole is asked for: then all steps of its section stand before it, each with its
 * first lines. The whole is asked for where the headings already say what the step says of the question.
 */
export function withAllSteps(
  found: readonly RankedPassage[],
  { wish, terms }: Question,
  prose: readonly Passage[],
): readonly RankedPassage[] {
  const [best] = found;
  if (best === undefined || wish !== "way" || best.kind !== "prose" || !best.lines.some((line) => STEP.test(line)))
    return found;
  const above = new Set(best.titles.flatMap(wordParts).map(stemOf));
  const isSaidAbove = (word: string): boolean =>
    terms.some(
      ({ said, words, relatedFrom }) =>
        said === word && words.slice(0, relatedFrom).some((one) => above.has(stemOf(one))),
    );
  if (!best.held.every(isSaidAbove)) return found;
  const isBeside = ({ path, titles }: Passage): boolean =>
    path === best.path && titles.join("\n") === best.titles.join("\n");
  const rows = prose.filter(isBeside).flatMap(({ lines, numbers }) => stepLines(lines, numbers));
  if (rows.filter(({ line }) => STEP.test(line)).length < STEPS_MIN) return found;
  const shown = rows.slice(0, STEPS_LINES_MAX);
  const steps = { lines: shown.map(({ line }) => line), numbers: shown.map(({ number }) => number) };
  return [{ ...best, ...steps, quote: [0, shown.length], worths: [] }, ...found.slice(1)];
}

/** The first lines of each step, without tables and what stands in fences. */
function stepLines(
  lines: readonly string[],
  numbers: readonly number[],
): readonly { readonly line: string; readonly number: number }[] {
  let left = 0;
  return lines.flatMap((line, index) => {
    if (STEP.test(line)) left = STEP_LINES_MAX;
    if (left <= 0 || line.trim() === "" || /^\s*(?:\||```)/.test(line)) return [];
    left--;
    return [{ line, number: numbers[index] ?? 0 }];
  });
}

const SECTION_LINES_MAX = 28;

/** A piece of a section that tells how something is done goes on with the next ones: what is to be done stands behind what it is good for. */
export function withRestOfSection(
  found: readonly RankedPassage[],
  { wish }: Question,
  prose: readonly Passage[],
): readonly RankedPassage[] {
  if (wish !== "way") return found;
  return found.map((one, at) => {
    if (one.kind !== "prose" || at >= SECTIONS_MAX || one.titles.length === 0) return one;
    const own = prose.filter(({ path, titles }) => path === one.path && titles.join("\n") === one.titles.join("\n"));
    const behind = own.filter(({ numbers }) => (numbers[0] ?? 0) > (one.numbers.at(-1) ?? 0));
    const rows = behind.flatMap(({ lines, numbers }) =>
      lines.map((line, index) => ({ line, number: numbers[index] ?? 0 })),
    );
    const room = rows.slice(0, Math.max(0, SECTION_LINES_MAX - (one.quote[1] - one.quote[0])));
    if (room.length === 0 || one.quote[1] < one.lines.length) return one;
    return {
      ...one,
      lines: [...one.lines, ...room.map(({ line }) => line)],
      numbers: [...one.numbers, ...room.map(({ number }) => number)],
      quote: [one.quote[0], one.quote[1] + room.length] as const,
    };
  });
}

const SECTIONS_MAX = 3;
