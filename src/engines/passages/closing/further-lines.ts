import { indentIn, isComment, remarkLines } from "../code-lines.ts";
import type { RankedPassage } from "../passage.ts";

/** So many statements stand behind a quotation, by the rank of its passage. */
const STATEMENTS_BY_RANK = [2];
/** A line that says less than the best of these is one of many; so is one that says far less than what is quoted. */
const SHARE_MIN = 0.65;
const QUOTED_SHARE_MIN = 0.45;
/** Where so many times more say as much, none of them decides. */
const EQUALS_MAX = 3;
/** What a statement holds, or goes on with, is quoted so far. */
const GOES_ON_MAX = 2;

/**
 * Passages of code with the other statements of the same function or paragraph that say most of the question: a long one is parted, and what
 * decides stands as often in another part as in the one that is quoted.
 * @param all  every part that came into question, quoted or not
 */
export function withFurther(found: readonly RankedPassage[], all: readonly RankedPassage[]): readonly RankedPassage[] {
  const shown = new Set(
    found.flatMap(({ path, numbers, quote }) => numbers.slice(...quote).map((line) => `${path}:${line}`)),
  );
  return found.map((one, rank) => {
    const max = STATEMENTS_BY_RANK[rank] ?? 0;
    if (max === 0 || one.kind !== "code" || one.found !== "words") return one;
    const name = one.titles.join("\n");
    const parts = all.filter((other) => other.path === one.path && other.titles.join("\n") === name && name !== "");
    const statements = parts.flatMap((part) => statementsOf(part));
    const texts = new Set(one.lines.slice(...one.quote).map((line) => line.trim()));
    const others = statements
      .filter(({ line, text }) => !shown.has(`${one.path}:${line}`) && !texts.has(text.trim()))
      .toSorted((a, b) => b.worth - a.worth || a.line - b.line);
    const most = Math.max(0, ...statements.map(({ worth }) => worth));
    const least = Math.max((others[0]?.worth ?? 0) * SHARE_MIN, most * QUOTED_SHARE_MIN);
    const best = others.filter(({ worth }) => worth >= least);
    if (best.length > max * EQUALS_MAX) return one;
    const further = best
      .filter(({ text }, at) => best.findIndex((other) => other.text.trim() === text.trim()) === at)
      .slice(0, max)
      .flatMap(({ whole }) => whole)
      .filter(({ line }) => !shown.has(`${one.path}:${line}`));
    for (const { line } of further) shown.add(`${one.path}:${line}`);
    const unique = [...new Map(further.map((line) => [line.line, line])).values()];
    return unique.length === 0 ? one : { ...one, further: unique.toSorted((a, b) => a.line - b.line) };
  });
}

interface Line {
  readonly line: number;
  readonly text: string;
}

interface Statement extends Line {
  readonly worth: number;
  /** With the lines that it holds. */
  readonly whole: readonly Line[];
}

/** The lines that say something of the question; a remark only tells of what decides. */
function statementsOf(one: RankedPassage): readonly Statement[] {
  const { path, lines, worths } = one;
  const remarks = remarkLines(path, lines);
  const isTold = (index: number): boolean => remarks.has(index) || isComment(path, lines[index] ?? "");
  return worths.flatMap((worth, index): Statement[] => {
    if (worth <= 0 || isTold(index)) return [];
    const whole = heldBy(one, index).filter((at) => !isTold(at));
    return [{ ...lineAt(one, index), worth, whole: whole.map((at) => lineAt(one, at)) }];
  });
}

const lineAt = ({ numbers, lines }: RankedPassage, index: number): Line => ({
  line: numbers[index] ?? 0,
  text: lines[index] ?? "",
});

/** A line and those behind it that are indented deeper. */
function heldBy({ path, lines }: RankedPassage, index: number): readonly number[] {
  const own = indentIn(path, lines[index] ?? "") ?? 0;
  const behind = [...lines.keys()].slice(index + 1, index + 1 + GOES_ON_MAX);
  const end = behind.findIndex((at) => (indentIn(path, lines[at] ?? "") ?? own + 1) <= own);
  return [index, ...(end < 0 ? behind : behind.slice(0, end))];
}
