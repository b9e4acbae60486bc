import { stemOf } from "../../../../../engines/bm25/stem.ts";
import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { relatedWords, sameWords } from "../../../../../engines/words/related-words.ts";
import { sameSubject } from "../../../../../engines/words/subject-words.ts";
import type { CitedLine } from "../../result-text.ts";
import type { Fact } from "./code-facts.ts";

export interface RankedFact {
  readonly fact: Fact;
  readonly held: readonly string[];
  /** How much of its name is asked for. */
  readonly named: number;
  /** How many of the words any fact says. */
  readonly sayable: number;
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
const APART_COST = 0.08;
/** A word that none of them says tells none of them from the others. */
const UNSAID_SHARE = 0.25;
const NAME_WORTH = 0.25;

/** Facts by how well they say what the words ask, the best first. */
export function rankedFacts(words: readonly string[], facts: readonly Fact[]): readonly RankedFact[] {
  const read = facts.map((fact) => ({ fact, ...stemsOfFact(fact) }));
  const vocabulary = new Set(read.flatMap(({ own, around }) => [...own, ...around]));
  const forms = words.map((word) => strengthsOf(word, vocabulary));
  const shares = read.map(({ own, around }) =>
    forms.map((form) => Math.max(bestOf(form, own), bestOf(form, around) * AROUND_SHARE)),
  );
  const weights = words.map((_, index) => {
    const holding = shares.filter((all) => (all[index] ?? 0) >= AROUND_SHARE).length;
    return holding === 0
      ? Math.log(1 + facts.length) * UNSAID_SHARE
      : Math.log(1 + (facts.length + 1) / (holding + 0.5));
  });
  const sayable = words.filter((_, index) => shares.some((one) => (one[index] ?? 0) > 0)).length;
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return read
    .map(({ fact, name }, at): RankedFact => {
      const own = shares[at] ?? [];
      const coverage =
        weights.reduce((sum, weight, index) => sum + weight * (own[index] ?? 0), 0) / Math.max(all, 1e-9);
      const parts = [...name].reduce((sum, part) => sum + Math.max(0, ...forms.map((form) => form.get(part) ?? 0)), 0);
      const named = name.size === 0 ? 0 : parts / name.size;
      const isApart = /(?:^|\/)(?:scripts?|tools|build)\/|\.gen\.\w+$|(?:^|\/)generated\/|^[^/]+\.config\.\w+$/.test(
        fact.path,
      );
      return {
        fact,
        named,
        sayable,
        held: words.filter((_, index) => (own[index] ?? 0) >= RELATED_SHARE * AROUND_SHARE),
        coverage,
        score: coverage + NAME_WORTH * named - (isApart ? APART_COST : 0),
      };
    })
    .toSorted((one, other) => other.score - one.score);
}

/** The stretch of lines that says most of what is asked. */
export function bestStretch(
  words: readonly string[],
  lines: readonly CitedLine[],
  linesMax: number,
): readonly CitedLine[] {
  const read = lines.map(({ text }) => stemsOf(text));
  const vocabulary = new Set(read.flatMap((stems) => [...stems]));
  const forms = words.map((word) => strengthsOf(word, vocabulary));
  const rare = forms.map((form) => 1 / (1 + read.filter((stems) => bestOf(form, stems) > 0).length));
  let best = { from: 0, sum: -1 };
  for (let from = 0; from <= Math.max(0, lines.length - linesMax); from++) {
    const within = read.slice(from, from + linesMax);
    const told = (form: ReadonlyMap<string, number>): number => Math.max(...within.map((stems) => bestOf(form, stems)));
    const sum = forms.reduce((all, form, index) => all + told(form) * (1 + (rare[index] ?? 0)), 0);
    if (sum > best.sum) best = { from, sum };
  }
  return lines.slice(best.from, best.from + linesMax);
}

interface Stems {
  readonly own: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
  readonly name: ReadonlySet<string>;
}

const known = new WeakMap<Fact, Stems>();

function stemsOfFact(fact: Fact): Stems {
  const stems = known.get(fact) ?? { own: stemsOf(fact.own), around: stemsOf(fact.around), name: stemsOf(fact.name) };
  known.set(fact, stems);
  return stems;
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
      if (other.length >= BEGINNING_CHARS_MIN && (other.startsWith(stem) || stem.startsWith(other)))
        give(other, BEGINNING_SHARE);
  for (const other of [word, ...sameWords(word), ...sameSubject(word)]) give(stemOf(other), 1);
  return strengths;
}

const bestOf = (form: ReadonlyMap<string, number>, stems: ReadonlySet<string>): number => {
  let best = 0;
  for (const [stem, strength] of form) if (strength > best && stems.has(stem)) best = strength;
  return best;
};
