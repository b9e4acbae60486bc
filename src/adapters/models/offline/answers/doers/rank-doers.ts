import type { OwnCode } from "../packages/own-code.ts";
import { askedWords } from "./asked-words.ts";
import { type Doer, doersOf, FAILS_HERE } from "./doer.ts";
import { likeness, likest, type Part, partsOf, type Term, termOf } from "./word-likeness.ts";

/** A function or class, and how likely it is the one that does what a question speaks of. */
export interface RankedDoer extends Doer {
  readonly score: number;
  /** Its share of the likelihood of all, 0 to 1. */
  readonly share: number;
  /** How much of what is asked any of its words say, 0 to 1. */
  readonly coverage: number;
  /** Words of the question that it says. */
  readonly held: readonly string[];
}

/** What a question asks of, with what each word of it tells. */
export interface AskedDoing {
  readonly terms: readonly Term[];
  readonly weights: readonly number[];
  readonly whole: number;
  /** Whether it asks what happens where something fails. */
  readonly ofFailing: boolean;
  readonly isHowTo: boolean;
}

const FAILING =
  /\b(?:throw[ns]?|rais\w+|errors?|exceptions?|fail\w*|crash\w*|reject\w*|invalid|wrong|missing|malformed|die[sd]?)\b/i;
const HOW_TO = /\bhow (?:do|can|could|would|should|to)\b|\b(?:can|could|may) (?:i|we|one|you)\b|\bis it possible\b/i;
/** Lines that stand together. */
const WINDOW_LINES = 8;
const NARROW_WINDOW_LINES = 3;
/** A word that nothing says tells nothing from another. */
const UNSAID_WEIGHT = 0.15;
const HELD_MIN = 0.5;

/** Functions and classes, the likeliest first. */
export function rankedDoers(
  question: string,
  files: readonly OwnCode[],
): {
  readonly asked: AskedDoing;
  readonly ranked: readonly RankedDoer[];
} {
  const terms = askedWords(question).map(termOf);
  const doers = files.flatMap(doersOf);
  const rows = doers.map((doer) => ({ doer, told: terms.map((term) => toldBy(doer, term)) }));
  const weights = terms.map((_, index) =>
    rarityOf(
      rows.map(({ told }) => told[index]),
      doers.length,
    ),
  );
  const asked: AskedDoing = {
    terms,
    weights,
    whole: Math.max(
      Number.EPSILON,
      weights.reduce((sum, weight) => sum + weight, 0),
    ),
    ofFailing: FAILING.test(question),
    isHowTo: HOW_TO.test(question),
  };
  const scored = rows.map(({ doer, told }) => {
    const features = featuresOf(doer, told, asked);
    return {
      ...doer,
      score: features.reduce((sum, value, index) => sum + value * (WEIGHTS[index] ?? 0), 0),
      coverage: coverageOf(told, asked, anyOf),
      held: terms.flatMap(({ said }, index) => (anyOf(told[index]) >= HELD_MIN ? [said] : [])),
    };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  const sum = scored.reduce((all, { score }) => all + Math.exp(score - best), 0);
  const ranked = scored
    .map((one) => ({ ...one, share: Math.exp(one.score - best) / sum }))
    .toSorted((one, other) => other.score - one.score);
  return { asked, ranked };
}

/** How surely each of its fields speaks of a word. */
interface Told {
  readonly name: number;
  readonly owner: number;
  readonly sentence: number;
  readonly said: number;
  readonly head: number;
  readonly body: number;
  readonly path: number;
}

const toldBy = (doer: Doer, term: Term): Told => ({
  name: likest(term, doer.name),
  owner: likest(term, doer.owner),
  sentence: likest(term, doer.sentence),
  said: likest(term, doer.said),
  head: likest(term, doer.head),
  body: likest(term, doer.body),
  path: likest(term, doer.path),
});

const NOTHING: Told = { name: 0, owner: 0, sentence: 0, said: 0, head: 0, body: 0, path: 0 };

const anyOf = (told: Told = NOTHING): number =>
  Math.max(
    told.name,
    0.8 * told.sentence,
    0.7 * told.owner,
    0.7 * told.head,
    0.6 * told.path,
    0.6 * told.said,
    0.6 * told.body,
  );

function rarityOf(told: readonly (Told | undefined)[], count: number): number {
  const holding = told.reduce(
    (sum, one = NOTHING) => sum + Math.max(one.name, one.sentence, one.head, 0.7 * one.body),
    0,
  );
  return holding < UNSAID_WEIGHT ? UNSAID_WEIGHT : Math.log(1 + (count + 1) / (holding + 0.5));
}

const coverageOf = (told: readonly Told[], { weights, whole }: AskedDoing, pick: (told: Told) => number): number =>
  told.reduce((sum, one, index) => sum + pick(one) * (weights[index] ?? 0), 0) / whole;

/** Learnt, as those of passages are, from questions with the lines that answer them. */
const WEIGHTS = [
  0.56, 0.48, 1.63, 0.69, -0.85, 1.46, 1.73, 3.51, 3.33, 1.95, -3.59, 0.35, 1.39, 0.78, -0.42, 0.08, 1.14, -0.11, -0.77,
  0.66, -0.3, -1.21, 3.4, 3.07,
];

function featuresOf(doer: Doer, told: readonly Told[], asked: AskedDoing): readonly number[] {
  const { unit, name, lines } = doer;
  const [doing] = name;
  const covered = coverageOf(told, asked, anyOf);
  const named = namedBy(name, asked.terms);
  const size = unit.end - unit.headEnd;
  const texts = lines.map(({ text }) => text);
  return [
    coverageOf(told, asked, (one) => one.name),
    coverageOf(told, asked, (one) => one.owner),
    coverageOf(told, asked, (one) => one.sentence),
    coverageOf(told, asked, (one) => one.said),
    coverageOf(told, asked, (one) => one.head),
    coverageOf(told, asked, (one) => one.body),
    coverageOf(told, asked, (one) => one.path),
    covered,
    named,
    Math.log10(1 + size),
    Number(unit.kind === "class"),
    Number(/^[_#]/.test(unit.name)),
    bestWindow(texts, asked),
    Number(asked.ofFailing && doer.fails),
    doing === undefined ? 0 : Math.max(0, ...asked.terms.map((term) => likeness(term, doing))),
    Number(size < 4),
    covered * covered,
    Number(name.length > 1 && named > 0.95),
    Number(/^(?:constructor|__init__)$/.test(unit.name)),
    Number(asked.isHowTo && !/^[_#]/.test(unit.name) && !/^_/.test(unit.owner)),
    Number(asked.isHowTo && /^[_#]/.test(unit.name)),
    Math.min(1, unit.said.length / 6),
    bestWindow(texts, asked, NARROW_WINDOW_LINES),
    asked.ofFailing ? Math.min(1, failingNear(texts, asked)) : 0,
  ];
}

/** How much of its name is asked for. */
const namedBy = (name: readonly Part[], terms: readonly Term[]): number =>
  name.reduce((sum, part) => sum + Math.max(0, ...terms.map((term) => likeness(term, part))), 0) /
  Math.max(1, name.length);

/** How much of a question some lines that stand together say at most. */
function bestWindow(lines: readonly string[], asked: AskedDoing, size = WINDOW_LINES): number {
  let best = 0;
  for (let from = 0; from < Math.max(1, lines.length - size / 2); from += Math.max(1, Math.floor(size / 2)))
    best = Math.max(best, saidBy(lines.slice(from, from + size), asked));
  return best;
}

/** How much of a question the lines around those say by which it fails. */
function failingNear(texts: readonly string[], asked: AskedDoing): number {
  return Math.max(
    0,
    ...texts.map((text, at) => (FAILS_HERE.test(text) ? saidBy(texts.slice(Math.max(0, at - 4), at + 4), asked) : 0)),
  );
}

/** How much of a question lines say, 0 to 1. */
export function saidBy(lines: readonly string[], { terms, weights, whole }: AskedDoing): number {
  const told = terms.map((term) => Math.max(0, ...lines.map((line) => likest(term, partsOf(line)))));
  return told.reduce((sum, one, index) => sum + one * (weights[index] ?? 0), 0) / whole;
}
