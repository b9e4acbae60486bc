import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { stemOf } from "../../../../../engines/bm25/stem.ts";
import { relatedWords, sameWords } from "../../../../../engines/words/related-words.ts";
import { sameSubject } from "../../../../../engines/words/subject-words.ts";
import type { Fact } from "./code-facts.ts";

export interface RankedFact {
  readonly fact: Fact;
  readonly held: readonly string[];
  /** How much of what is asked it says, by the rarity of its words. */
  readonly coverage: number;
  readonly score: number;
}

/** What stands around says less than what a fact says itself, and a word for nearly the same less than the word. */
const AROUND_SHARE = 0.55;
const RELATED_SHARE = 0.5;
const BEGINNING_SHARE = 0.8;
const BEGINNING_CHARS_MIN = 6;
/** What builds the project, or was generated, is seldom what is asked of. */
const APART_COST = 0.12;
const NAME_WORTH = 0.25;

/** Facts by how well they say what the words ask, the best first. */
export function rankedFacts(words: readonly string[], facts: readonly Fact[]): readonly RankedFact[] {
  const read = facts.map((fact) => ({ fact, own: stemsOf(fact.own), around: stemsOf(fact.around), name: stemsOf(fact.name) }));
  const vocabulary = new Set(read.flatMap(({ own, around }) => [...own, ...around]));
  const forms = words.map((word) => strengthsOf(word, vocabulary));
  const shares = read.map(({ own, around }) =>
    forms.map((form) => Math.max(bestOf(form, own), bestOf(form, around) * AROUND_SHARE)),
  );
  const weights = words.map((_, index) => {
    const holding = shares.filter((all) => (all[index] ?? 0) >= AROUND_SHARE).length;
    return holding === 0 ? Math.log(1 + facts.length) / 2 : Math.log(1 + (facts.length + 1) / (holding + 0.5));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return read
    .map(({ fact, name }, at): RankedFact => {
      const own = shares[at] ?? [];
      const coverage = weights.reduce((sum, weight, index) => sum + weight * (own[index] ?? 0), 0) / Math.max(all, 1e-9);
      const named = [...name].filter((part) => forms.some((form) => (form.get(part) ?? 0) >= BEGINNING_SHARE)).length;
      const isApart = /(?:^|\/)(?:scripts?|tools|build)\/|\.gen\.\w+$|(?:^|\/)generated\/|^[^/]+\.config\.\w+$/.test(fact.path);
      return {
        fact,
        held: words.filter((_, index) => (own[index] ?? 0) >= RELATED_SHARE * AROUND_SHARE),
        coverage,
        score: coverage + (name.size === 0 ? 0 : (NAME_WORTH * named) / name.size) - (isApart ? APART_COST : 0),
      };
    })
    .toSorted((one, other) => other.score - one.score);
}

const stemsOf = (text: string): ReadonlySet<string> => new Set(wordParts(text).map(stemOf));

/** How well each word of what was read says a word of the question. */
function strengthsOf(word: string, vocabulary: ReadonlySet<string>): ReadonlyMap<string, number> {
  const strengths = new Map<string, number>();
  const give = (stem: string, strength: number): void => {
    if (vocabulary.has(stem)) strengths.set(stem, Math.max(strength, strengths.get(stem) ?? 0));
  };
  for (const other of relatedWords(word)) give(stemOf(other), RELATED_SHARE);
  const stem = stemOf(word);
  if (stem.length >= BEGINNING_CHARS_MIN)
    for (const other of vocabulary)
      if (other.length >= BEGINNING_CHARS_MIN && (other.startsWith(stem) || stem.startsWith(other))) give(other, BEGINNING_SHARE);
  for (const other of [word, ...sameWords(word), ...sameSubject(word)]) give(stemOf(other), 1);
  return strengths;
}

const bestOf = (form: ReadonlyMap<string, number>, stems: ReadonlySet<string>): number => {
  let best = 0;
  for (const [stem, strength] of form) if (strength > best && stems.has(stem)) best = strength;
  return best;
};
