import { isComment, isTestPath, textsIn } from "../code-lines.ts";
import { wordsOfKind } from "../kinds-of-file.ts";
import type { Passage } from "../passage.ts";
import type { Question } from "../question.ts";
import { type Candidate, SURE_STRENGTH } from "../rarity.ts";
import type { Hit } from "../term-matcher.ts";
import { namedFiles, nameOf, stemOf, toldOfOthers } from "./told-of.ts";

/** Where a profile of a file says something, and what a hit there counts: what it is called, where it lies, what it says of itself, what pages, jobs and definitions say of it, what it declares and shows. */
const FIELDS = {
  name: 2,
  folder: 0.5,
  head: 2,
  spokenOf: 2,
  declared: 1,
  texts: 0.7,
  comments: 0.5,
  lines: 0.2,
} as const;
type ProfileField = keyof typeof FIELDS;

/** What only a few files say in these, tells which is meant, however many speak of it in their lines. */
const TELLING: ReadonlySet<ProfileField> = new Set(["name", "head", "spokenOf", "declared", "texts"]);
const OF_ANY_LENGTH: ReadonlySet<ProfileField> = new Set(["name", "folder", "head"]);
const LINES_SHARE = 0.3;
const RELATED = 0.4;
const SATURATION = 2;
const LENGTH_SHARE = 0.5;
/** A file that says nothing of it stands so far behind. */
const STANDING_MIN = 0.1;
/** Of fewer files none is lost among the others, and how rare a word is in them tells little. */
const FILES_MIN = 20;

type Match = (text: string) => readonly Hit[];

interface Profile {
  readonly path: string;
  /** How much longer than others it is. */
  readonly long: number;
  /** How much it says of each term, and of each with the one that follows it in the question. */
  readonly terms: number[];
  readonly pairs: number[];
  /** Terms that it says where that tells, and anywhere. */
  readonly telling: Set<number>;
  readonly saying: Set<number>;
}

/**
 * Ranks files by how well their profiles say a question, by BM25F over the fields of each: which program, job, record, page or module is meant.
 * A word that the profiles of all files say tells nothing; words that follow each other count beyond what each does.
 * @param passages  all that were read, those without a hit too
 * @returns         how far each is behind the best, as a logarithm; none where there are few
 */
export function standingsOf(
  question: Question,
  candidates: readonly Candidate[],
  passages: readonly Passage[],
  match: Match,
): ReadonlyMap<string, number> {
  const profiles = profilesOf(passages);
  if (profiles.size < FILES_MIN) return new Map();
  const named = namedFiles([...profiles.keys()]);
  const byFile = Map.groupBy(candidates, ({ passage }) => passage.path);
  for (const [path, own] of byFile) {
    for (const [field, hits] of saidOfItself(path, own, match)) add(profiles.get(path), field, hits);
    for (const candidate of own)
      for (const [other, hits] of toldOfOthers(candidate, named)) add(profiles.get(other), "spokenOf", hits);
  }
  return standings(question, [...profiles.values()]);
}

function profilesOf(passages: readonly Passage[]): ReadonlyMap<string, Profile> {
  const lines = new Map<string, number>();
  for (const { path, lines: own } of passages) lines.set(path, (lines.get(path) ?? 0) + own.length);
  const usual = [...lines.values()].reduce((sum, own) => sum + own, 0) / Math.max(1, lines.size);
  const profileOf = (path: string, own: number): Profile => ({
    path,
    long: 1 - LENGTH_SHARE + (LENGTH_SHARE * own) / usual,
    terms: [],
    pairs: [],
    telling: new Set(),
    saying: new Set(),
  });
  return new Map([...lines].map(([path, own]) => [path, profileOf(path, own)]));
}

type Said = readonly [field: ProfileField, hits: readonly Hit[]];

function saidOfItself(path: string, own: readonly Candidate[], match: Match): readonly Said[] {
  return [
    ["name", match(`${stemOf(path)} ${wordsOfKind(path)}`)],
    ["folder", match(path.slice(0, -nameOf(path).length))],
    ["head", own[0]?.headHits ?? []],
    ...own.filter(({ passage }) => passage.kind !== "outline").flatMap((candidate) => saidIn(candidate, match)),
  ];
}

const saidIn = ({ passage: { path, kind, lines }, nameHits, lineHits }: Candidate, match: Match): readonly Said[] => [
  ["declared", nameHits],
  ...lineHits.flatMap((hits, index): readonly Said[] => {
    const line = lines[index] ?? "";
    if (hits.length === 0) return [];
    if (kind === "prose") return [["lines", hits]];
    return [
      [isComment(path, line) ? "comments" : "lines", hits],
      ...textsIn(line).map((text) => ["texts", match(text)] as const),
    ];
  }),
];

function add(profile: Profile | undefined, field: ProfileField, hits: readonly Hit[]): void {
  if (profile === undefined) return;
  const { terms, pairs, telling, saying, long } = profile;
  const weight = FIELDS[field] / (OF_ANY_LENGTH.has(field) ? 1 : long);
  for (const { term, strength, isOwn } of hits)
    terms[term] = (terms[term] ?? 0) + weight * strength * (isOwn ? 1 : RELATED);
  const own = hits.filter(({ isOwn }) => isOwn);
  for (const { term } of own.filter(({ strength }) => strength >= SURE_STRENGTH)) {
    saying.add(term);
    if (TELLING.has(field)) telling.add(term);
  }
  const said = new Set(own.map(({ term }) => term));
  for (const term of said) if (said.has(term + 1)) pairs[term] = (pairs[term] ?? 0) + weight;
}

function standings({ terms, ofTests }: Question, profiles: readonly Profile[]): ReadonlyMap<string, number> {
  const rarityOf = (sort: "telling" | "saying", term: number): number => {
    const holding = profiles.filter((profile) => profile[sort].has(term)).length;
    return Math.log(1 + (profiles.length - holding + 0.5) / (Math.max(1, holding) + 0.5));
  };
  const worths = terms.map(
    ({ weight }, term) =>
      weight * ((1 - LINES_SHARE) * rarityOf("telling", term) + LINES_SHARE * rarityOf("saying", term)),
  );
  const worthOf = (term: number): number => worths[term] ?? 0;
  const sum = (amounts: readonly number[], worth: (term: number) => number): number =>
    amounts.reduce((all, amount, term) => all + worth(term) * saturated(amount), 0);
  const scores = profiles.map((profile) => ({
    path: profile.path,
    score: sum(profile.terms, worthOf) + sum(profile.pairs, (term) => Math.min(worthOf(term), worthOf(term + 1))),
  }));
  // Tests repeat what is told of what they test.
  const meant = scores.filter(({ path }) => ofTests || !isTestPath(path));
  const best = Math.max(Number.EPSILON, ...meant.map(({ score }) => score));
  const standing = (score: number): number => Math.log((STANDING_MIN + Math.min(1, score / best)) / (1 + STANDING_MIN));
  return new Map(scores.map(({ path, score }) => [path, standing(score)]));
}

const saturated = (amount: number): number => (amount * (SATURATION + 1)) / (amount + SATURATION);
