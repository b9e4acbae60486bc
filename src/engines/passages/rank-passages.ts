import { stemOf } from "../bm25/stem.ts";
import { isAskingWord } from "./asking-words.ts";
import { completed } from "./complete-passages.ts";
import { fileHead } from "./file-head.ts";
import { messageFinder } from "./messages.ts";
import type { Passage, RankedPassage } from "./passage.ts";
import { passageShare, wishLines } from "./passage-shares.ts";
import { type Question, readQuestion } from "./question.ts";
import { densest, WISHED_SHARE } from "./quote-lines.ts";
import { type Candidate, type Rarity, raritiesOf, SURE_STRENGTH, worthOf } from "./rarity.ts";
import { type Respelling, respelled } from "./respell.ts";
import { type Hit, termMatcher } from "./term-matcher.ts";
import { wordParts } from "./word-parts.ts";

export interface PassageRanking {
  readonly question: Question;
  /** Passages of one file. */
  add(passages: readonly Passage[]): void;
  /** What of the question stands nowhere in what was added, and seems to be misspelled. */
  respellings(): readonly Respelling[];
  ranked(max: number): readonly RankedPassage[];
}

const SATURATION = 1.2;
const LENGTH_SHARE = 0.6;
const CHARACTERS_USUAL = 600;
/** A short passage is not better for being short alone. */
const LENGTH_MIN = 0.5;
const TITLE_WEIGHT = 2.5;
const PATH_WEIGHT = 1;
const KEPT_MAX = 400;
const COVERAGE_BASE = 0.25;
const PAIR_BONUS = 0.4;
const WEIGHTY = 0.5;

/**
 * Ranks passages by BM25F (Robertson and Zaragoza, 2009) over what they say, the titles that they stand under and their path, then by how
 * much of the question stands close together in them, by what sort of passage the question wishes, and by what sort of file they are of.
 */
export function createPassageRanking(query: string): PassageRanking {
  const question = readQuestion(query);
  const { match, matchLine, vocabulary } = termMatcher(question.terms);
  const candidates: Candidate[] = [];
  const messages = messageFinder(query);
  const code: Passage[] = [];
  const prose: Passage[] = [];
  let count = 0;
  return {
    question,
    add(passages) {
      const path = passages[0]?.path ?? "";
      const pathHits = match(`${path} ${wordsOfKind(path)} ${fileHead(passages)}`);
      for (const passage of passages) {
        count++;
        messages.look(passage);
        if (passage.kind === "code") code.push(passage);
        if (passage.kind === "prose") prose.push(passage);
        const lineHits = passage.lines.map((line) => matchLine(line));
        const aboveHits = match(passage.titles.join(" "));
        if (aboveHits.length > 0 || lineHits.some((hits) => hits.length > 0))
          candidates.push({ passage, lineHits, aboveHits, pathHits });
      }
    },
    respellings() {
      const met = new Set(
        candidates.flatMap(({ lineHits, aboveHits, pathHits }) =>
          [...lineHits.flat(), ...aboveHits, ...pathHits].flatMap(({ term, strength }) =>
            strength >= SURE_STRENGTH ? [term] : [],
          ),
        ),
      );
      // A word with others for the same is none that is misspelled.
      const unmet = question.terms.filter(({ words }, term) => words.length === 1 && !met.has(term));
      if (unmet.length === 0) return [];
      const words = vocabulary();
      return unmet.flatMap(({ said }) => respelled(said, words) ?? []);
    },
    ranked(max) {
      const rarity = raritiesOf(question, candidates, count);
      const found = candidates
        .map((candidate) => ({ candidate, score: firstScore(candidate, question, rarity) }))
        .sort((one, other) => other.score - one.score)
        .slice(0, KEPT_MAX)
        .map(({ candidate, score }) => rankedOf(candidate, score, { question, rarity, match }))
        .sort((one, other) => other.score - one.score)
        .slice(0, KEPT_MAX);
      return completed(found, messages.found(), { question, code, prose }).slice(0, max);
    },
  };
}

const KINDS: readonly (readonly [ending: RegExp, words: string])[] = [
  [/\.bms$/i, "screen map field"],
  [/\.(?:jcl|prc|proc)$/i, "job step"],
  [/\.cpy$/i, "copybook record layout"],
  [/\.(?:sql|ddl|dcl)$/i, "table"],
];

/** What a file is by its ending, which its lines seldom say. */
const wordsOfKind = (path: string): string => KINDS.find(([ending]) => ending.test(path))?.[1] ?? "";

/** What a hit is worth before saturation is taken from the strongest kind of hit of its term. */
function firstScore(
  { passage, lineHits, aboveHits, pathHits }: Candidate,
  question: Question,
  rarity: readonly Rarity[],
): number {
  const frequencies = new Map<number, { amount: number; isOwn: boolean }>();
  const add = (hits: readonly Hit[], weight: number): void => {
    for (const { term, strength, isOwn } of hits) {
      const before = frequencies.get(term);
      if (before === undefined) frequencies.set(term, { amount: strength * weight, isOwn });
      else {
        before.amount += strength * weight;
        before.isOwn ||= isOwn;
      }
    }
  };
  for (const hits of lineHits) add(hits, 1);
  add(aboveHits, TITLE_WEIGHT);
  add(pathHits, PATH_WEIGHT);
  const length = Math.max(LENGTH_MIN, charactersOf(passage) / CHARACTERS_USUAL);
  const norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length);
  let score = 0;
  for (const [term, { amount, isOwn }] of frequencies)
    score += worthOf(term, isOwn, question, rarity) * ((amount * (SATURATION + 1)) / (amount + norm));
  return score * passageShare(passage, question);
}

const charactersOf = ({ lines }: Passage): number => lines.reduce((sum, line) => sum + line.trim().length, 0);

/** What a question is weighed by. */
interface Weighing {
  readonly question: Question;
  readonly rarity: readonly Rarity[];
  readonly match: (text: string) => readonly Hit[];
}

function rankedOf(candidate: Candidate, first: number, { question, rarity, match }: Weighing): RankedPassage {
  const { passage, lineHits, aboveHits, pathHits } = candidate;
  const wished = wishLines(passage, lineHits, question);
  const quote = densest(candidate, wished, question, rarity);
  const near = new Map<number, number>();
  const hasWished = wished.slice(...quote).some(Boolean);
  for (const { term, strength, isOwn } of [...lineHits.slice(...quote).flat(), ...aboveHits, ...pathHits])
    near.set(term, Math.max(near.get(term) ?? 0, strength * (isOwn ? 1 : (rarity[term]?.relatedShare ?? 0))));
  const weigh = (term: number): number => worthOf(term, true, question, rarity);
  const all = question.terms.reduce((sum, _, term) => sum + weigh(term), 0);
  const coverage = all === 0 ? 0 : [...near].reduce((sum, [term, strength]) => sum + weigh(term) * strength, 0) / all;
  const score =
    first *
    (COVERAGE_BASE + coverage) *
    (1 + pairsIn(lineHits.slice(...quote), question) * PAIR_BONUS) *
    wishedShare(passage, question, hasWished) *
    titleShare(passage, question) *
    (joinsInName(passage.lines.slice(...quote), lineHits.slice(...quote), match) ? JOINED_SHARE : 1) *
    (spellsName(passage, question) ? NAMED_SHARE : 1);
  const isHeld = (term: number): boolean => near.has(term);
  return {
    ...passage,
    score,
    coverage,
    found: "words",
    values: [],
    held: question.terms.flatMap(({ said }, term) => (isHeld(term) ? [said] : [])),
    missing: question.terms
      .map(({ said, weight }, term) => ({ said, weight, term }))
      .filter(({ term, weight }) => !isHeld(term) && weight > WEIGHTY)
      .sort((one, other) => weigh(other.term) - weigh(one.term))
      .map(({ said }) => said),
    quote,
  };
}

const JOINED_SHARE = 1.4;
const COMPOUND = /[A-Za-z]\w*(?:-\w+)+|[a-z]\w*_\w+|[A-Za-z][a-z]+(?:[A-Z][a-z]*)+/g;
const SURELY = 0.8;

/** Whether one name of code joins several words of the question: `BERTH-CLOSED` of a closed berth. */
const joinsInName = (
  lines: readonly string[],
  lineHits: readonly (readonly Hit[])[],
  match: (text: string) => readonly Hit[],
): boolean =>
  lines.some(
    (line, index) =>
      new Set((lineHits[index] ?? []).map(({ term }) => term)).size > 1 &&
      (line.match(COMPOUND) ?? []).some(
        (name) => new Set(match(name).flatMap(({ term, strength }) => (strength >= SURELY ? [term] : []))).size > 1,
      ),
  );

const NAMED_SHARE = 2.5;

/** Whether a name of the question stands in it as the question spells it, and not only its parts. */
const spellsName = ({ lines }: Passage, { names }: Question): boolean =>
  names.some((name) => lines.some((line) => line.includes(name)));

const UNWISHED_SHARE = 0.7;

/** Code that is asked for what it does, and only tells of it, is a poor answer. */
function wishedShare({ kind }: Passage, { wish }: Question, hasWished: boolean): number {
  if (hasWished) return WISHED_SHARE;
  return kind === "code" && (wish === "place" || wish === "condition") ? UNWISHED_SHARE : 1;
}

const TITLED_SHARE = 1.5;
const PARTLY_TITLED_SHARE = 1.25;
const PARTLY_WORDS_MIN = 2;
const LISTED_SHARE = 6;

/** More where the question says what its own title says, or most of it; most of all for a list of just what is asked for. */
function titleShare({ titles, path, kind }: Passage, { terms, wish }: Question): number {
  const title = titles.at(-1) ?? path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const words = titleWords(title);
  const said = terms.map(({ said: word }) => stemOf(word));
  const met = words.filter((word) => said.includes(word)).length;
  if (met < words.length) return met >= PARTLY_WORDS_MIN && met * 2 > words.length ? PARTLY_TITLED_SHARE : 1;
  if (kind === "outline") return wish === "list" && words.includes(said[0] ?? "") ? LISTED_SHARE : 1;
  return titles.length === 0 ? 1 : TITLED_SHARE;
}

/** The words of a title by their stems, without those that only bind the others: "Change a copybook" is said by "change this copybook". */
function titleWords(title: string): readonly string[] {
  const words = wordParts(title);
  const saying = words.filter((word) => !isAskingWord(word));
  return (saying.length > 0 ? saying : words).map(stemOf);
}

/** How many words that follow each other in the question stand in one line, as a share of those that could. */
function pairsIn(lineHits: readonly (readonly Hit[])[], { terms }: Question): number {
  if (terms.length < 2) return 0;
  const sets = lineHits.map((hits) => new Set(hits.map(({ term }) => term)));
  const pairs = terms.slice(1).filter((_, index) => sets.some((set) => set.has(index) && set.has(index + 1)));
  return pairs.length / (terms.length - 1);
}
