import { stemOf } from "../../bm25/stem.ts";
import { isAskingWord } from "../asking-words.ts";
import { isTestPath, textsIn } from "../code-lines.ts";
import type { Passage } from "../passage.ts";
import type { Question } from "../question.ts";
import { type Candidate, type Rarity, worthOf, worthOfAll } from "../rarity.ts";
import type { Hit } from "../term-matcher.ts";
import { wordParts } from "../word-parts.ts";
import type { SortFeature } from "./sorts.ts";

/** What is known of a passage when it is weighed against the others. */
export interface Seen {
  readonly candidate: Candidate;
  /** Its worth by BM25F. */
  readonly first: number;
  /** The lines that would be quoted. */
  readonly quote: readonly [from: number, end: number];
  /** Whether one of them is of the sort that the question wishes. */
  readonly hasWished: boolean;
  /** How much of the question stands in them, 0 to 1. */
  readonly coverage: number;
}

/** The same with what several features look at. */
interface Looked extends Seen {
  readonly lines: readonly string[];
  readonly hits: readonly (readonly Hit[])[];
  readonly titleFit: ReturnType<typeof titleFitOf>;
}

export interface Weighing {
  readonly question: Question;
  readonly rarity: readonly Rarity[];
  readonly match: (text: string) => readonly Hit[];
  readonly weightOf: (name: FeatureName) => number;
}

export type Features = ReadonlyMap<FeatureName, number>;
export type FeatureName = SortFeature | MatchFeature;

const MATCH_FEATURES = {
  "worth of its words, as a logarithm": ({ first }) => Math.log(first),
  "coverage, as a logarithm": ({ coverage }) => Math.log(COVERAGE_BASE + coverage),
  "holds all that is asked": ({ coverage }) => Number(coverage > COVERAGE_WHOLE),
  "words that stand together": ({ hits }, { question }) => pairsIn(hits, question),
  "is of the sort that is wished": ({ hasWished }) => Number(hasWished),
  "code that only tells": ({ hasWished, candidate: { passage } }, { question: { wish } }) =>
    Number(!hasWished && passage.kind === "code" && (wish === "place" || wish === "condition")),
  "its title is asked for": ({ titleFit }) => Number(titleFit === "whole"),
  "most of its title is asked for": ({ titleFit }) => Number(titleFit === "most"),
  "the list that is asked for": ({ titleFit }) => Number(titleFit === "list"),
  "its name says of the question": ({ candidate }, weighing) => saidBy(candidate.nameHits, weighing),
  "its headings say of the question": ({ candidate }, weighing) => saidBy(candidate.titleHits, weighing),
  "its path says of the question": ({ candidate }, weighing) => saidBy(candidate.pathHits, weighing),
  "one name joins words of the question": ({ lines, hits }, { match }) => Number(joinsInName(lines, hits, match)),
  "spells a name of the question": ({ candidate: { passage } }, { question: { names } }) =>
    Number(names.some((name) => passage.lines.some((line) => line.includes(name)))),
  "lies where a name of the question is at home": ({ candidate: { homeHits } }) =>
    Math.max(0, ...homeHits.map(({ strength }) => strength)),
  "its file is what is spoken of": ({ candidate: { standing } }) => standing,
  "is what a name of the question names": ({ candidate: { passage } }, { question: { names } }) =>
    Number(names.some((name) => passage.titles.at(-1) === name.replace(/\(\)$/, ""))),
  "says it in a text": ({ lines }, weighing) => saidBy(lines.flatMap(textsIn).flatMap(weighing.match), weighing),
  "says it in a comment": ({ lines, hits }, weighing) =>
    saidBy(
      hits.flatMap((own, index) => (COMMENT.test(lines[index] ?? "") ? own : [])),
      weighing,
    ),
  "has numbers, where a value is asked for": ({ lines, hits }, { question: { wish } }) =>
    Number(wish === "value" && lines.some((line, index) => (hits[index] ?? []).length > 0 && NUMBER.test(line))),
  "a text that code shows": ({ lines, candidate: { passage } }, { question: { ofMessages } }) =>
    Number(ofMessages && passage.kind === "code" && lines.some((line) => TEXT.test(line))),
  // Those of an outline lie far apart.
  "lines, as a logarithm": ({ candidate: { passage } }) =>
    passage.kind === "outline" ? 0 : Math.log(passage.lines.length),
  "a test": ({ candidate: { passage } }, { question: { ofTests } }) => Number(ofTests && isTestPath(passage.path)),
} as const satisfies Readonly<Record<string, (looked: Looked, weighing: Weighing) => number>>;

/** What a passage shows of a question, by its name in the table of weights. */
export type MatchFeature = keyof typeof MATCH_FEATURES;

const MATCHES = Object.entries(MATCH_FEATURES) as readonly (readonly [
  MatchFeature,
  (looked: Looked, weighing: Weighing) => number,
])[];

/** What a passage shows of a question. */
export function matchFeatures(seen: Seen, weighing: Weighing): Features {
  const { candidate, quote } = seen;
  const looked: Looked = {
    ...seen,
    lines: candidate.passage.lines.slice(...quote),
    hits: candidate.lineHits.slice(...quote),
    titleFit: titleFitOf(candidate.passage, weighing.question),
  };
  return new Map(MATCHES.map(([name, value]) => [name, value(looked, weighing)]));
}

const COVERAGE_BASE = 0.25;
const COVERAGE_WHOLE = 0.99;
const NUMBER = /(?<![\w.])\d/;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|"""|''')|^.{6}[*/]/;
const TEXT = /(['"`])[^'"`]*\p{L}{2,}[ :,.][^'"`]*\1/u;

/** How much of the question some hits say, 0 to 1, by rarity. */
export function saidBy(hits: readonly Hit[], { question, rarity }: Weighing): number {
  const near = new Map<number, number>();
  for (const { term, strength, isOwn } of hits)
    near.set(term, Math.max(near.get(term) ?? 0, strength * (isOwn ? 1 : (rarity[term]?.relatedShare ?? 0))));
  const all = worthOfAll(question, rarity);
  if (all === 0) return 0;
  return [...near].reduce((sum, [term, strength]) => sum + worthOf(term, true, question, rarity) * strength, 0) / all;
}

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

const MOST_WORDS_MIN = 2;

/** How much of its own title the question says; a list of just what is asked for is one by its title. */
function titleFitOf({ titles, path, kind }: Passage, { terms, wish }: Question): "whole" | "most" | "list" | undefined {
  const title = titles.at(-1) ?? path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const words = titleWords(title);
  const said = terms.map(({ said: word }) => stemOf(word));
  const met = words.filter((word) => said.includes(word)).length;
  if (met < words.length) return met >= MOST_WORDS_MIN && met * 2 > words.length ? "most" : undefined;
  if (kind === "outline") return wish === "list" && words.includes(said[0] ?? "") ? "list" : undefined;
  return titles.length === 0 ? undefined : "whole";
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
