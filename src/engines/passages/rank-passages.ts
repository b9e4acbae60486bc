import { closed } from "./closing/closed.ts";
import { withFurther } from "./closing/further-lines.ts";
import { withWholeBest } from "./closing/whole-unit.ts";
import { isComment, legalLines } from "./code-lines.ts";
import { completed } from "./complete-passages.ts";
import { fileHead } from "./file-head.ts";
import { wordsOfKey, wordsOfKind } from "./kinds-of-file.ts";
import { messageFinder } from "./messages.ts";
import type { DecidingLine, Passage, PassageKind, RankedPassage } from "./passage.ts";
import { type Question, readQuestion } from "./question.ts";
import { decidingLines, densest, shortened, worthsOf } from "./quote-lines.ts";
import { type Candidate, hitsAround, raritiesOf, SURE_STRENGTH, worthOf } from "./rarity.ts";
import { type Respelling, respelled } from "./respell.ts";
import { type Hit, termMatcher } from "./term-matcher.ts";
import { valueLines } from "./value-lines.ts";
import { type FeatureName, type Features, matchFeatures, saidBy, type Weighing } from "./weigh/features.ts";
import { homesOf } from "./weigh/homes.ts";
import { type SortFeature, sortsOf } from "./weigh/sorts.ts";
import { standingsOf } from "./weigh/subjects.ts";
import { FIELD_WEIGHTS, type Field, WEIGHTS } from "./weigh/weights.ts";
import { wishLines } from "./weigh/wish-lines.ts";

export interface PassageRanking {
  readonly question: Question;
  /** Passages of one file. */
  add(passages: readonly Passage[]): void;
  /** What of the question stands nowhere in what was added, and seems to be misspelled. */
  respellings(): readonly Respelling[];
  /** Words of the question that nothing says which was added, in no form, nor shortened as names shorten them. */
  unsaid(): readonly string[];
  ranked(max: number): readonly RankedPassage[];
  /** Single lines of more passages than a reader would read, the best first, whether `ranked` quotes them or not. */
  decidingLines(max: number): readonly DecidingLine[];
  /** The passages that come into question, with what was seen of each: what weights are learnt from. */
  weighed(): readonly WeighedPassage[];
}

/** A passage with the features that its score was made of. */
export interface WeighedPassage {
  readonly passage: RankedPassage;
  readonly features: Features;
}

const SATURATION = 1.2;
const LENGTH_SHARE = 0.6;
const CHARACTERS_USUAL = 600;
/** A short passage is not better for being short alone. */
const LENGTH_MIN = 0.5;
const COLUMNS = { start: 0, learnt: 1 } as const;
const KEPT_MAX = 400;
const WEIGHTY = 0.5;
const NONE: ReadonlySet<number> = new Set();

/**
 * Ranks passages by BM25F (Robertson and Zaragoza, 2009) over their fields, then by features of each passage whose weights were learnt from
 * questions with known answers: how much of the question stands close together in it, what sort of passage it wishes and this one is.
 * @param weights  what was learnt of the files of projects; a manual, which only tells, is weighed better by what learning started from
 * @param about  what was asked before, whose subject the query has
 * @param quotes  of what was put together of lines that stand apart, those lines: nothing whole is around them
 */
export function createPassageRanking(
  query: string,
  {
    weights = "learnt",
    about,
    quotes = "whole",
  }: { readonly weights?: keyof typeof COLUMNS; readonly about?: string; readonly quotes?: "whole" | "lines" } = {},
): PassageRanking {
  const question = readQuestion(query, about);
  const { match, matchLine, vocabulary } = termMatcher(question.terms);
  const candidates: Candidate[] = [];
  const messages = messageFinder(query);
  const byKind: Readonly<Record<PassageKind, Passage[]>> = { prose: [], code: [], settings: [], outline: [] };
  const named = new Set<number>();
  let count = 0;
  let order: { readonly weighing: Weighing; readonly found: readonly RankedPassage[] } | undefined;
  return {
    question,
    add(passages) {
      order = undefined;
      const path = passages[0]?.path ?? "";
      const pathHits = match(`${path} ${wordsOfKind(path)}`);
      for (const { term } of pathHits.filter(isOwnHit)) named.add(term);
      const headHits = match(fileHead(passages));
      for (const passage of passages) {
        count++;
        messages.look(passage);
        byKind[passage.kind].push(passage);
        const lineHits = hitsIn(passage, matchLine);
        const nameHits = match(passage.titles.at(-1) ?? "");
        const titleHits = match(passage.titles.slice(0, -1).join(" "));
        if (nameHits.length + titleHits.length > 0 || lineHits.some((hits) => hits.length > 0))
          candidates.push({ passage, lineHits, nameHits, titleHits, pathHits, headHits, homeHits: [], standing: 0 });
      }
    },
    respellings: () => respellingsOf(question, candidates, vocabulary),
    unsaid: () => unsaidOf(question, candidates, named),
    weighed: () => weighed(weighingNow()),
    ranked(max) {
      const { weighing, found } = inOrder();
      const giving = givingFirst(found, candidates, weighing);
      const read = { question, ...byKind };
      const all = shortened(completed([...giving, ...found], messages.found(), read).slice(0, max));
      // A line that gives the value is all that is asked for.
      const quoted = giving.length > 0 || quotes === "lines" ? all : withWholeBest(all, byKind);
      return closed(withFurther(quoted, found), read);
    },
    decidingLines: (max) => decidingLines(inOrder().found, max),
  };
  function inOrder(): NonNullable<typeof order> {
    if (order !== undefined) return order;
    const weighing = weighingNow();
    const found = weighed(weighing).map(({ passage }) => passage);
    order = { weighing, found: found.sort((one, other) => other.score - one.score) };
    return order;
  }
  function weighingNow(): Weighing {
    const rarity = raritiesOf(question, candidates, count);
    return { question, rarity, match, weightOf: (name: FeatureName) => WEIGHTS[name][COLUMNS[weights]] };
  }
  function weighed(weighing: Weighing): readonly WeighedPassage[] {
    const homes = homesOf(question, [...byKind.code, ...byKind.settings]);
    const standings = standingsOf(question, candidates, Object.values(byKind).flat(), match);
    return candidates
      .map(
        (candidate): Candidate => ({
          ...candidate,
          homeHits: homes.get(candidate.passage.path) ?? [],
          standing: standings.get(candidate.passage.path) ?? 0,
        }),
      )
      .map((candidate) => firstOf(candidate, weighing))
      .sort((one, other) => other.score - one.score)
      .slice(0, KEPT_MAX)
      .map((first) => rankedOf(first, weighing));
  }
}

function respellingsOf(
  question: Question,
  candidates: readonly Candidate[],
  vocabulary: () => ReturnType<ReturnType<typeof termMatcher>["vocabulary"]>,
): readonly Respelling[] {
  const met = termsMet(candidates, ({ strength }) => strength >= SURE_STRENGTH);
  // A word with others for the same is none that is misspelled.
  const unmet = question.terms.filter(({ words }, term) => words.length === 1 && !met.has(term));
  if (unmet.length === 0) return [];
  const words = vocabulary();
  return unmet.flatMap(({ said }) => respelled(said, words) ?? []);
}

/** The terms that a hit of some kind says anywhere. */
function termsMet(candidates: readonly Candidate[], counts: (hit: Hit) => boolean): ReadonlySet<number> {
  const met = new Set<number>();
  for (const candidate of candidates)
    for (const hits of [...candidate.lineHits, hitsAround(candidate)])
      for (const hit of hits) if (counts(hit)) met.add(hit.term);
  return met;
}

/** For each line its hits; what only says who may copy a file has none. */
function hitsIn({ path, kind, lines }: Passage, matchLine: (line: string) => readonly Hit[]): Candidate["lineHits"] {
  const legal = kind === "prose" ? NONE : legalLines(lines);
  return lines.map((line, index) => (legal.has(index) ? [] : matchLine(`${line} ${wordsOfKey(path, line)}`)));
}

const isOwnHit = ({ isOwn }: Hit): boolean => isOwn;

/** A word that stands for another is said where that is; one that only speaks of nearly the same says it not. */
function unsaidOf(
  { terms }: Question,
  candidates: readonly Candidate[],
  named: ReadonlySet<number>,
): readonly string[] {
  const met = termsMet(candidates, isOwnHit);
  return terms.flatMap(({ said, weight }, term) =>
    met.has(term) || named.has(term) || weight < WEIGHTY ? [] : [said],
  );
}

/** The lines that give the value which is asked for, to stand before all that only speaks of it. */
function givingFirst(
  [best]: readonly RankedPassage[],
  candidates: readonly Candidate[],
  weighing: Weighing,
): readonly RankedPassage[] {
  if (!weighing.question.wantsOneValue || best === undefined) return [];
  return valueLines(candidates, weighing.question, weighing.rarity).map(({ candidate, quote }) => ({
    ...rankedOf(firstOf(candidate, weighing), weighing, quote).passage,
    score: best.score,
  }));
}

/** A candidate with what its words are worth, and that with what sort of passage it is. */
interface First {
  readonly candidate: Candidate;
  readonly sorts: readonly SortFeature[];
  readonly worth: number;
  readonly score: number;
}

/** What a hit is worth before saturation is taken from the strongest kind of hit of its term. */
function firstOf(candidate: Candidate, { question, rarity, weightOf }: Weighing): First {
  const { passage, lineHits, nameHits, titleHits, pathHits, headHits, homeHits } = candidate;
  const frequencies = new Map<number, { amount: number; isOwn: boolean }>();
  const add = (hits: readonly Hit[], field: Field): void => {
    for (const { term, strength, isOwn } of hits) {
      const before = frequencies.get(term);
      const amount = strength * FIELD_WEIGHTS[field];
      if (before === undefined) frequencies.set(term, { amount, isOwn });
      else {
        before.amount += amount;
        before.isOwn ||= isOwn;
      }
    }
  };
  for (const [index, hits] of lineHits.entries())
    if (hits.length > 0) add(hits, isComment(passage.path, passage.lines[index] ?? "") ? "comment" : "line");
  add(nameHits, "name");
  add(titleHits, "titles");
  add(pathHits, "path");
  add(headHits, "head");
  add(homeHits, "home");
  const length = Math.max(LENGTH_MIN, charactersOf(passage) / CHARACTERS_USUAL);
  const norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length);
  let worth = 0;
  for (const [term, { amount, isOwn }] of frequencies)
    worth += worthOf(term, isOwn, question, rarity) * ((amount * (SATURATION + 1)) / (amount + norm));
  const sorts = sortsOf(passage, question);
  return { candidate, sorts, worth, score: worth * Math.exp(sorts.reduce((sum, name) => sum + weightOf(name), 0)) };
}

const charactersOf = ({ lines }: Passage): number => lines.reduce((sum, line) => sum + line.trim().length, 0);

/** @param given  lines to quote, where it is known which */
function rankedOf(
  { candidate, sorts, worth }: First,
  weighing: Weighing,
  given?: RankedPassage["quote"],
): WeighedPassage {
  const { question, rarity, weightOf } = weighing;
  const { passage, lineHits } = candidate;
  const wished = wishLines(passage, lineHits, question);
  const quote = given ?? densest(candidate, wished, question, rarity);
  const near = [...lineHits.slice(...quote).flat(), ...hitsAround(candidate)];
  const coverage = saidBy(near, weighing);
  const hasWished = wished.slice(...quote).some(Boolean);
  const features: Features = new Map([
    ...matchFeatures({ candidate, first: worth, quote, hasWished, coverage }, weighing),
    ...sorts.map((name) => [name, 1] as const),
  ]);
  const held = new Set(near.map(({ term }) => term));
  const weigh = (term: number): number => worthOf(term, true, question, rarity);
  const ranked: RankedPassage = {
    ...passage,
    score: Math.exp([...features].reduce((sum, [name, value]) => sum + weightOf(name) * value, 0)),
    coverage,
    found: "words",
    values: [],
    held: question.terms.flatMap(({ said }, term) => (held.has(term) ? [said] : [])),
    missing: question.terms
      .map(({ said, weight }, term) => ({ said, weight, term }))
      .filter(({ term, weight }) => !held.has(term) && weight > WEIGHTY)
      .sort((one, other) => weigh(other.term) - weigh(one.term))
      .map(({ said }) => said),
    quote,
    worths: worthsOf(candidate, wished, question, rarity),
  };
  return { passage: ranked, features };
}
