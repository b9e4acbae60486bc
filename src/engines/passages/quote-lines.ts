import { isComment } from "./code-lines.ts";
import { wholeConstruct } from "./construct.ts";
import type { DecidingLine, RankedPassage } from "./passage.ts";
import type { Question } from "./question.ts";
import { type Candidate, type Rarity, worthOf } from "./rarity.ts";
import type { Hit } from "./term-matcher.ts";

const QUOTED_LINES_MAX = 12;
/** A quotation of code goes on to the end of what it has begun, so far. */
const WHOLE_LINES_MAX = 25;
/** The same where all branches are asked, or all that there is to choose. */
const ALL_LINES_MAX = 40;
const OF_ALL: ReadonlySet<Question["wish"]> = new Set(["condition", "reason", "list"]);
/** What counts more that is of the sort that the question wishes. */
export const WISHED_SHARE = 1.3;

/** The lines that say most of the question, each term counted once in them. */
export function densest(
  { passage, lineHits }: Candidate,
  wished: readonly boolean[],
  question: Question,
  rarity: readonly Rarity[],
): readonly [number, number] {
  const total = passage.lines.length;
  const linesMax = passage.kind === "code" && OF_ALL.has(question.wish) ? ALL_LINES_MAX : WHOLE_LINES_MAX;
  if (total <= linesMax) return [0, total];
  let best = { from: 0, value: -1 };
  for (let from = 0; from <= total - QUOTED_LINES_MAX; from++) {
    const end = from + QUOTED_LINES_MAX;
    const said = saidIn(lineHits.slice(from, end), question, rarity);
    const value = said * (wished.slice(from, end).some(Boolean) ? WISHED_SHARE : 1) * beginningShare(lineHits, from);
    if (value > best.value + 1e-9) best = { from, value };
  }
  const from = paragraphBefore(passage.lines, best.from);
  const quote = [from, from + QUOTED_LINES_MAX] as const;
  return passage.kind === "code" ? wholeConstruct(passage, quote, linesMax) : quote;
}

/** Of each only the lines that decide: what answers is more often in one of the next ones than in more lines of the best. */
const LINES_BY_RANK = [8, 6, 5];
const LINES_FAR_MAX = 3;
/** To leave out less than this says no more in less room. */
const LEFT_OUT_MIN = 3;
/** So much more where that completes a condition. */
const CONSTRUCT_LINES = 2;
/** Of the line that names a passage its place tells as much; it is quoted with what stands so near behind it. */
const NAMED_SHARE = 0.3;
const NAMED_LINES_MAX = 2;

/** Ranked passages with less quoted of each that follows. */
export const shortened = (found: readonly RankedPassage[]): readonly RankedPassage[] =>
  found.map((one, rank) => withLines(one, LINES_BY_RANK[rank] ?? LINES_FAR_MAX));

/** A passage with only so many lines quoted of it, those that say most of the question. */
function withLines(one: RankedPassage, linesMax: number): RankedPassage {
  const [from, end] = one.quote;
  if (end - from < linesMax + LEFT_OUT_MIN || one.worths.length === 0) return one;
  const name = one.titles.at(-1) ?? "";
  const named = one.kind === "code" && name !== "" ? one.lines.findIndex((line) => line.includes(name)) : -1;
  const worths = one.worths.map((own, index) => (index === named ? own * NAMED_SHARE : own));
  let best = { from, worth: -1 };
  for (let at = from; at + linesMax <= end; at++) {
    const worth = worths.slice(at, at + linesMax).reduce((sum, own) => sum + own, 0);
    if (worth > best.worth + 1e-9) best = { from: at, worth };
  }
  const isNear = named >= from && named < best.from && best.from - named <= NAMED_LINES_MAX;
  const quote = [isNear ? named : best.from, best.from + linesMax] as const;
  return { ...one, quote: one.kind === "code" ? wholeConstruct(one, quote, linesMax + CONSTRUCT_LINES) : quote };
}

/** So many of the best passages show a line alone, each so many of them; a later one of a passage waits for those of passages so far behind. */
const PASSAGES_OF_LINES_MAX = 20;
const LINES_OF_PASSAGE_MAX = 3;
const WAITS_FOR = 5;
/** What stands nearer to a line is seen where that is. */
const APART = 3;

/**
 * The lines that say most of the question, each alone: of passages in their order the best line, of each other part of a file, each text once.
 * What answers is as often far behind in that order as among the first, and one line of it is mostly enough to see so.
 */
export function decidingLines(found: readonly RankedPassage[], max: number): readonly DecidingLine[] {
  const inOrder = found
    .slice(0, PASSAGES_OF_LINES_MAX)
    .flatMap((one, rank) => bestLines(one).map((index, nth) => ({ one, index, turn: rank + nth * WAITS_FOR })))
    .sort((one, other) => one.turn - other.turn);
  const taken: DecidingLine[] = [];
  for (const { one, index } of inOrder) {
    if (taken.length === max) break;
    const line = decidingLine(one, index);
    if (!taken.some((other) => isSeenWith(line, other))) taken.push(line);
  }
  return taken;
}

function decidingLine({ path, numbers, lines, titles, held }: RankedPassage, index: number): DecidingLine {
  const text = lines[index] ?? "";
  const name = titles.at(-1) ?? "";
  const isTelling = name !== "" && !text.includes(name);
  return { path, line: numbers[index] ?? 0, text, held, ...(isTelling ? { name } : {}) };
}

const isSeenWith = (one: DecidingLine, other: DecidingLine): boolean =>
  one.text.trim() === other.text.trim() || (one.path === other.path && Math.abs(one.line - other.line) < APART);

/** What stands around a line says which of several that hold the same is meant. */
const AROUND_LINES = 2;
const AROUND_SHARE = 0.1;
/** A comment only tells of the line that decides. */
const COMMENT_SHARE = 0.7;

/** The lines of a passage that say most and lie apart, those around each counted in a little, as indexes. */
function bestLines({ path, lines, worths }: RankedPassage): readonly number[] {
  const around = (index: number): number =>
    worths.slice(Math.max(0, index - AROUND_LINES), index + AROUND_LINES + 1).reduce((sum, own) => sum + own, 0);
  const inOrder = worths
    .map((own, index) => ({ own, index, worth: own + AROUND_SHARE * (around(index) - own) }))
    .filter(({ own }) => own > 0)
    .map(({ index, worth }) => ({ index, worth: isComment(path, lines[index] ?? "") ? worth * COMMENT_SHARE : worth }))
    .sort((one, other) => other.worth - one.worth);
  const taken: number[] = [];
  for (const { index } of inOrder)
    if (taken.length < LINES_OF_PASSAGE_MAX && taken.every((other) => Math.abs(index - other) >= APART))
      taken.push(index);
  return taken;
}

/** How much each line says of a question; more where it is of the sort that is wished. */
export const worthsOf = (
  { lineHits }: Candidate,
  wished: readonly boolean[],
  question: Question,
  rarity: readonly Rarity[],
): readonly number[] =>
  lineHits.map((hits, index) =>
    hits.length === 0 ? 0 : saidIn([hits], question, rarity) * (wished[index] === true ? WISHED_SHARE : 1),
  );

const LINE_WORTH = 0.1;

function saidIn(lineHits: readonly (readonly Hit[])[], question: Question, rarity: readonly Rarity[]): number {
  const terms = new Map<number, boolean>();
  for (const { term, isOwn } of lineHits.flat()) terms.set(term, isOwn || (terms.get(term) ?? false));
  const said = [...terms].reduce((sum, [term, isOwn]) => sum + worthOf(term, isOwn, question, rarity), 0);
  return said + lineHits.filter((hits) => hits.length > 0).length * LINE_WORTH;
}

/** A line without anything is a poor beginning where the one above it has something. */
const beginningShare = (lineHits: readonly (readonly Hit[])[], from: number): number =>
  (lineHits[from] ?? []).length === 0 && (lineHits[from - 1] ?? []).length > 0 ? 0.97 : 1;

const BACK_LINES_MAX = 3;

/** Where the paragraph of a line begins, if that is near: a quotation does not begin in the midst of one. */
function paragraphBefore(lines: readonly string[], index: number): number {
  const starts = Array.from({ length: BACK_LINES_MAX }, (_, back) => index - back).filter((at) => at > 0);
  return starts.find((at) => (lines[at] ?? "").trim() !== "" && (lines[at - 1] ?? "").trim() === "") ?? index;
}
