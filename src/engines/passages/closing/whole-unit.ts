import { grownByBlocks, wholeConstruct } from "../construct.ts";
import type { Passage, PassageKind, RankedPassage } from "../passage.ts";

/** A function, paragraph or section of so many lines is quoted whole, of a longer one what stands around the lines that say most. */
const UNIT_LINES_MAX = 40;
const GROWN_LINES_MAX = 25;

/** Which lines of a function, paragraph or section to quote, as indexes. @param densest  those that say most of what is asked */
export function unitQuote(
  unit: { readonly path: string; readonly lines: readonly string[] },
  densest: readonly [number, number],
): readonly [number, number] {
  if (unit.lines.filter((line) => line.trim() !== "").length <= UNIT_LINES_MAX) return [0, unit.lines.length];
  return grownByBlocks(unit, wholeConstruct(unit, densest, GROWN_LINES_MAX), GROWN_LINES_MAX);
}

/**
 * Ranked passages, the best with all that it is a piece of: what answers stands as often beside the lines that say most of a question as in
 * them, and a text that is cut in its midst shows nobody that it answers.
 * @param all  passages of each kind, those of one file in order
 */
export function withWholeBest(
  [best, ...others]: readonly RankedPassage[],
  all: Readonly<Record<PassageKind, readonly Passage[]>>,
): readonly RankedPassage[] {
  if (best === undefined) return [];
  // Rows of an outline stand apart from each other; so do steps that were put together.
  if (best.found !== "words" || best.kind === "outline" || best.worths.length === 0) return [best, ...others];
  // A document is parted where one thing ends that it tells, and another begins.
  const unit = best.kind === "prose" ? best : unitOf(best, all[best.kind]);
  return [{ ...unit, quote: unitQuote(unit, unit.quote), densest: unit.quote }, ...others];
}

/** The pieces that a stretch was parted into because it is long, put together again. */
function unitOf(best: RankedPassage, all: readonly Passage[]): RankedPassage {
  const pieces = all.filter(({ path }) => path === best.path);
  const title = best.titles.join("\n");
  const isOther = ({ titles }: Passage): boolean => titles.join("\n") !== title;
  const own = pieces.findLastIndex(({ numbers }) => (numbers[0] ?? 0) <= (best.numbers[0] ?? 0));
  const before = pieces.findLastIndex((piece, at) => at < own && isOther(piece));
  const behind = pieces.findIndex((piece, at) => at > own && isOther(piece));
  const joined = pieces.slice(before + 1, behind < 0 ? pieces.length : behind);
  const texts = new Map(
    [...joined, best].flatMap(({ numbers, lines }) => numbers.map((number, index) => [number, lines[index] ?? ""])),
  );
  const first = Math.min(...texts.keys());
  const numbers = Array.from({ length: Math.max(...texts.keys()) - first + 1 }, (_, index) => first + index);
  const shift = (best.numbers[0] ?? first) - first;
  return {
    ...best,
    numbers,
    lines: numbers.map((number) => texts.get(number) ?? ""),
    worths: numbers.map((number) => best.worths[best.numbers.indexOf(number)] ?? 0),
    quote: [best.quote[0] + shift, best.quote[1] + shift],
  };
}
