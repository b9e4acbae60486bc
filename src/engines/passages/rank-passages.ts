import { stemOf } from "../bm25/stem.ts";
import { fileHead } from "./file-head.ts";
import type { Passage } from "./passage.ts";
import { passageShare, wishLines } from "./passage-shares.ts";
import { type Question, readQuestion } from "./question.ts";
import { type Hit, termMatcher } from "./term-matcher.ts";
import { wordParts } from "./word-parts.ts";

export interface RankedPassage extends Passage {
  readonly score: number;
  /** How much of what the question says stands in it, 0 to 1, by rarity. */
  readonly coverage: number;
  /** Words of the question that it holds, and those of weight that it does not. */
  readonly held: readonly string[];
  readonly missing: readonly string[];
  /** The lines to quote: the densest of it, from its first line on where that is near; indexes, the end exclusive. */
  readonly quote: readonly [from: number, end: number];
}

export interface PassageRanking {
  readonly question: Question;
  /** Passages of one file. */
  add(passages: readonly Passage[]): void;
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
const QUOTED_LINES_MAX = 12;
const WEIGHTY = 0.5;

interface Candidate {
  readonly passage: Passage;
  /** Of each line, of the titles, of the path and of what its file says of itself. */
  readonly lineHits: readonly (readonly Hit[])[];
  readonly aboveHits: readonly Hit[];
  readonly pathHits: readonly Hit[];
}

/**
 * Ranks passages by BM25F (Robertson and Zaragoza, 2009) over what they say, the titles that they stand under and their path, then by how
 * much of the question stands close together in them, by what sort of passage the question wishes, and by what sort of file they are of.
 */
export function createPassageRanking(query: string): PassageRanking {
  const question = readQuestion(query);
  const { match, matchLine } = termMatcher(question.terms);
  const candidates: Candidate[] = [];
  let count = 0;
  return {
    question,
    add(passages) {
      const path = passages[0]?.path ?? "";
      const pathHits = match(`${path} ${wordsOfKind(path)} ${fileHead(passages)}`);
      for (const passage of passages) {
        count++;
        const lineHits = passage.lines.map((line) => matchLine(line));
        const aboveHits = match(passage.titles.join(" "));
        if (aboveHits.length > 0 || lineHits.some((hits) => hits.length > 0))
          candidates.push({ passage, lineHits, aboveHits, pathHits });
      }
    },
    ranked(max) {
      const rarity = raritiesOf(question, candidates, count);
      return candidates
        .map((candidate) => ({ candidate, score: firstScore(candidate, question, rarity) }))
        .sort((one, other) => other.score - one.score)
        .slice(0, KEPT_MAX)
        .map(({ candidate, score }) => rankedOf(candidate, score, question, rarity))
        .sort((one, other) => other.score - one.score)
        .slice(0, max);
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

interface Rarity {
  /** Of the question's own words for a term, and of all words for it. */
  readonly own: number;
  readonly any: number;
  /** What a word for nearly the same counts: more where nothing here says it as the question does. */
  readonly relatedShare: number;
}

const SURE_STRENGTH = 0.9;
const RELATED = 0.4;
const ONLY_RELATED = 0.75;

function raritiesOf({ terms }: Question, candidates: readonly Candidate[], count: number): readonly Rarity[] {
  const own = terms.map(() => 0);
  const any = terms.map(() => 0);
  for (const { lineHits, aboveHits } of candidates) {
    const hits = [...lineHits.flat(), ...aboveHits];
    for (const term of new Set(hits.map((hit) => hit.term))) any[term] = (any[term] ?? 0) + 1;
    for (const term of new Set(hits.flatMap((hit) => (hit.isOwn && hit.strength >= SURE_STRENGTH ? [hit.term] : []))))
      own[term] = (own[term] ?? 0) + 1;
  }
  const rarityOf = (holding: number): number => Math.log(1 + (count - holding + 0.5) / (holding + 0.5));
  return terms.map((_, term) => {
    const rare = rarityOf(Math.max(1, any[term] ?? 0));
    const isSaid = (own[term] ?? 0) > 0;
    return { own: isSaid ? rarityOf(own[term] ?? 0) : rare, any: rare, relatedShare: isSaid ? RELATED : ONLY_RELATED };
  });
}

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

function worthOf(term: number, isOwn: boolean, { terms }: Question, rarity: readonly Rarity[]): number {
  const { own = 0, any = 0, relatedShare = 0 } = rarity[term] ?? {};
  return (terms[term]?.weight ?? 0) * (isOwn ? own : Math.min(own, any) * relatedShare);
}

function rankedOf(candidate: Candidate, first: number, question: Question, rarity: readonly Rarity[]): RankedPassage {
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
    titleShare(passage, question);
  const isHeld = (term: number): boolean => near.has(term);
  return {
    ...passage,
    score,
    coverage,
    held: question.terms.flatMap(({ said }, term) => (isHeld(term) ? [said] : [])),
    missing: question.terms
      .map(({ said, weight }, term) => ({ said, weight, term }))
      .filter(({ term, weight }) => !isHeld(term) && weight > WEIGHTY)
      .sort((one, other) => weigh(other.term) - weigh(one.term))
      .map(({ said }) => said),
    quote,
  };
}

const WISHED_SHARE = 1.3;
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
  const words = wordParts(title).map(stemOf);
  const said = terms.map(({ said: word }) => stemOf(word));
  const met = words.filter((word) => said.includes(word)).length;
  if (met < words.length) return met >= PARTLY_WORDS_MIN && met * 2 > words.length ? PARTLY_TITLED_SHARE : 1;
  if (kind === "outline") return wish === "list" && words.includes(said[0] ?? "") ? LISTED_SHARE : 1;
  return titles.length === 0 ? 1 : TITLED_SHARE;
}

/** How many words that follow each other in the question stand in one line, as a share of those that could. */
function pairsIn(lineHits: readonly (readonly Hit[])[], { terms }: Question): number {
  if (terms.length < 2) return 0;
  const sets = lineHits.map((hits) => new Set(hits.map(({ term }) => term)));
  const pairs = terms.slice(1).filter((_, index) => sets.some((set) => set.has(index) && set.has(index + 1)));
  return pairs.length / (terms.length - 1);
}

/** The lines that say most of the question, each term counted once in them. */
function densest(
  { passage, lineHits }: Candidate,
  wished: readonly boolean[],
  question: Question,
  rarity: readonly Rarity[],
): readonly [number, number] {
  const total = passage.lines.length;
  if (total <= QUOTED_LINES_MAX + 2) return [0, total];
  let best = { from: 0, value: -1 };
  for (let from = 0; from <= total - QUOTED_LINES_MAX; from++) {
    const end = from + QUOTED_LINES_MAX;
    const said = saidIn(lineHits.slice(from, end), question, rarity);
    const value = said * (wished.slice(from, end).some(Boolean) ? WISHED_SHARE : 1) * beginningShare(lineHits, from);
    if (value > best.value + 1e-9) best = { from, value };
  }
  const from = paragraphBefore(passage.lines, best.from);
  return [from, throughBlock(passage, from + QUOTED_LINES_MAX)];
}

const LINE_WORTH = 0.1;

function saidIn(lineHits: readonly (readonly Hit[])[], question: Question, rarity: readonly Rarity[]): number {
  const terms = new Map<number, boolean>();
  for (const { term, isOwn } of lineHits.flat()) terms.set(term, isOwn || (terms.get(term) ?? false));
  const said = [...terms].reduce((sum, [term, isOwn]) => sum + worthOf(term, isOwn, question, rarity), 0);
  return said + lineHits.filter((hits) => hits.length > 0).length * LINE_WORTH;
}

/** What stands first says what it is, and a line without anything is a poor beginning. */
function beginningShare(lineHits: readonly (readonly Hit[])[], from: number): number {
  if (from === 0) return 1.15;
  return (lineHits[from] ?? []).length === 0 && (lineHits[from - 1] ?? []).length > 0 ? 0.97 : 1;
}

const BLOCK_LINES_MAX = 12;

/** A quotation of code does not end where a block has just begun: what is done there is what was asked. */
function throughBlock({ lines, kind }: Passage, end: number): number {
  const opening = indentOf(lines[end - 1]);
  if (kind !== "code" || opening === undefined || (indentOf(lines[end]) ?? 0) <= opening) return end;
  let at = end;
  while (at < Math.min(lines.length, end + BLOCK_LINES_MAX) && (indentOf(lines[at]) ?? opening + 1) > opening) at++;
  return at;
}

/** Undefined of a line without anything. */
const indentOf = (line: string | undefined): number | undefined =>
  line === undefined || line.trim() === "" ? undefined : line.search(/\S/);

const BACK_LINES_MAX = 3;

/** Where the paragraph of a line begins, if that is near: a quotation does not begin in the midst of one. */
function paragraphBefore(lines: readonly string[], index: number): number {
  const starts = Array.from({ length: BACK_LINES_MAX }, (_, back) => index - back).filter((at) => at > 0);
  return starts.find((at) => (lines[at] ?? "").trim() !== "" && (lines[at - 1] ?? "").trim() === "") ?? index;
}
