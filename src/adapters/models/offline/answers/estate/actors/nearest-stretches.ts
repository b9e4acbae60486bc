import { relatedWords, sameWords } from "../../../../../../engines/words/related-words.ts";
import { plain } from "../../../reading/tokens.ts";
import { holdsWord } from "../../../reading/word-forms.ts";
import type { ProgramText } from "../constructs/cobol-text.ts";
import { DOES, FACETS } from "./facets.ts";
import { SHOWN_LINES_MAX, type Stretch, shownLines, stretchesOf } from "./stretches.ts";

/** Stretches of a program, with how much of a question the first of them holds. */
export interface Nearest {
  readonly stretches: readonly { readonly stretch: Stretch; readonly lines: readonly number[] }[];
  readonly score: number;
}

/** The words of a question, and those of them by which the program is known. */
export interface Asking {
  readonly words: readonly string[];
  readonly known: readonly string[];
}

/** Something that a line can hold of a question, and what it counts. */
interface Feature {
  readonly holds: (text: string) => number;
  readonly isOfFacet: boolean;
  /** True: it only says again by what the program is known. */
  readonly isKnown: boolean;
}

const NEARLY = 0.6;
const FACET = 0.9;
/** What tells which program is meant stands everywhere in it. */
const OF_ACTOR = 0.4;
/** A further line that answers such a question. */
const FURTHER = 0.12;
const FURTHER_MAX = 5;
const DOING = 0.6;
const DOING_BESIDE = 0.3;
/** A condition that names what is asked about tells more than both apart. */
const TOGETHER = 0.5;
const OF_LINE = 0.02;
const AGAIN = 0.25;
const SCORE_MIN = 1;
const SHOWN_LINES_MIN = 3;
const NEXT_SHARE = 0.45;
const STRETCHES_MAX = 3;
const LINES_MAX = 26;

/** The stretches of a program that hold most of what is asked: its words, and the statements that answer such a question. */
export function nearestStretches(program: ProgramText, said: string, asking: Asking): Nearest | undefined {
  const features = featuresOf(said, asking);
  const rows = rowsOf(program, features);
  const isAsked = (line: number): boolean => (rows[line - 1]?.size ?? 0) > 0;
  const rated = stretchesOf(program).flatMap((stretch): Rated[] => {
    const lines = shownLines(program, stretch, isAsked);
    const held = heldBy(stretch, rows);
    return lines.length > SHOWN_LINES_MAX || lines.length < SHOWN_LINES_MIN || held.size === 0
      ? []
      : [{ stretch, lines, held, further: furtherIn(stretch, rows, features) }];
  });
  const chosen: Rated[] = [];
  const covered = new Map<number, number>();
  let first = 0;
  for (let left = LINES_MAX; chosen.length < STRETCHES_MAX; ) {
    const best = bestOf(rated, chosen, covered, left);
    if (!best || best.score < (chosen.length === 0 ? SCORE_MIN : first * NEXT_SHARE)) break;
    if (chosen.length === 0) first = best.score;
    left -= best.one.lines.length;
    chosen.push(best.one);
    for (const [index, value] of best.one.held) covered.set(index, Math.max(value, covered.get(index) ?? 0));
  }
  // What holds nothing that is asked besides the doing itself answers another question.
  const asks = features.some(({ isKnown }) => !isKnown);
  const tells = features.some(({ isKnown }, at) => !isKnown && chosen[0]?.held.has(at));
  return chosen.length === 0 || (asks && !tells) ? undefined : { stretches: chosen, score: first };
}

/** A stretch with the lines of it that are shown, and what they hold. */
interface Rated {
  readonly stretch: Stretch;
  readonly lines: readonly number[];
  readonly held: Held;
  readonly further: number;
}

/** The one that adds most to what is chosen, as far as there is room. */
function bestOf(
  rated: readonly Rated[],
  chosen: readonly Rated[],
  covered: Held,
  left: number,
): { readonly one: Rated; readonly score: number } | undefined {
  let best: { readonly one: Rated; readonly score: number } | undefined;
  for (const one of rated) {
    const { from, to } = one.stretch;
    if (one.lines.length > left || chosen.some(({ stretch }) => stretch.from <= to && from <= stretch.to)) continue;
    const score = gainOf(one.held, covered) + one.further - OF_LINE * one.lines.length;
    if (score > (best?.score ?? 0)) best = { one, score };
  }
  return best;
}

/** What several lines of a stretch answer: a list of checks tells more than one. */
function furtherIn({ from, to }: Stretch, rows: readonly Held[], features: readonly Feature[]): number {
  const isTold = (row: Held): boolean => features.some(({ isOfFacet }, at) => isOfFacet && row.has(at));
  const telling = rows.slice(from - 1, to).filter(isTold).length;
  return FURTHER * Math.min(FURTHER_MAX, Math.max(0, telling - 1));
}

function featuresOf(said: string, { words, known }: Asking): readonly Feature[] {
  const ofWords = words.map((word): Feature => {
    const same = [word, ...sameWords(plain(word))];
    const related = relatedWords(plain(word));
    const most = known.includes(word) ? OF_ACTOR : 1;
    return {
      isOfFacet: false,
      isKnown: known.includes(word),
      holds: (text) => {
        if (same.some((one) => holdsWord(text, one))) return most;
        return related.some((one) => holdsWord(text, one)) ? NEARLY * most : 0;
      },
    };
  });
  const ofFacets = FACETS.filter(({ asks }) => asks.test(said)).map(
    ({ tells }): Feature => ({ isOfFacet: true, isKnown: false, holds: (text) => (tells.test(text) ? FACET : 0) }),
  );
  // Where it asks for something of what is done, that it is done is known.
  const most = ofFacets.length > 0 ? DOING_BESIDE : DOING;
  const does = DOES.filter(([form]) => words.some((word) => form.test(word)));
  const ofDoing = does.map(
    ([, form]): Feature => ({ isOfFacet: true, isKnown: true, holds: (text) => (form.test(text) ? most : 0) }),
  );
  return [...ofWords, ...ofFacets, ...ofDoing];
}

/** What a line holds: by the number of the feature, what it counts. */
type Held = ReadonlyMap<number, number>;

/** What each line holds; what many lines hold counts little. */
function rowsOf(program: ProgramText, features: readonly Feature[]): readonly Held[] {
  const first = program.paragraphs[0]?.from ?? program.code.length;
  const held = program.code.map((text, index) => (index < first - 1 ? [] : features.map(({ holds }) => holds(text))));
  const total = Math.max(1, program.code.length - first);
  const weights = features.map((_, at) => {
    const holding = held.filter((one) => (one[at] ?? 0) > 0).length;
    return holding === 0 ? 0 : Math.log((total + 1) / (holding + 1)) / Math.log(total + 1);
  });
  return held.map((one) => {
    const counted = new Map<number, number>();
    for (const [at, value] of one.entries()) if (value > 0) counted.set(at, value * (weights[at] ?? 0));
    const told = (isOfFacet: boolean): number =>
      Math.max(0, ...features.map((feature, at) => (feature.isOfFacet === isOfFacet ? (counted.get(at) ?? 0) : 0)));
    const both = Math.min(told(true), told(false));
    if (both > 0) counted.set(features.length, both * TOGETHER);
    return counted;
  });
}

function heldBy({ from, to }: Stretch, rows: readonly Held[]): Held {
  const held = new Map<number, number>();
  for (const row of rows.slice(from - 1, to))
    for (const [at, value] of row) held.set(at, Math.max(value, held.get(at) ?? 0));
  return held;
}

/** What is held counts whole once, and little where it is shown already. */
function gainOf(held: Held, covered: Held): number {
  let sum = 0;
  for (const [at, value] of held)
    sum += Math.max(value - (covered.get(at) ?? 0), value * AGAIN * Number(covered.has(at)));
  return sum;
}
