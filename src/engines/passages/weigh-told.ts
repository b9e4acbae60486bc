import { type Question, readWords, type Term } from "./question.ts";
import { type Rarity, raritiesOf, worthOf, worthOfAll } from "./rarity.ts";
import { type Hit, termMatcher } from "./term-matcher.ts";
import { wordParts } from "./word-parts.ts";

/** Something that may answer a question, smaller or larger than a passage. */
export interface Told {
  readonly name: string;
  /** What it says itself, and what stands around it. */
  readonly own: string;
  readonly around: string;
}

/** How well it says what is asked. */
export interface WeighedTold {
  readonly held: readonly string[];
  /** How much of its name is asked for, 0 to 1. */
  readonly named: number;
  /** How many words of the question any of them says. */
  readonly sayable: number;
  /** How much of what is asked it says, 0 to 1, by the rarity of its words. */
  readonly coverage: number;
  /** The same by what it says itself. */
  readonly ownCoverage: number;
}

/** What stands around says less than what it says itself. */
const AROUND_SHARE = 0.55;
/** Less is only a likeness. */
const HELD_MIN = 0.2;
/** A word that none of them says tells none of them from the others. */
const UNSAID_SHARE = 0.25;

/** Weighs all of some things against the words of a question, as passages are: with the other names of what it says. */
export function weighTold(words: readonly string[], all: readonly Told[]): readonly WeighedTold[] {
  const asked = readWords(words);
  const { match } = termMatcher(asked.terms);
  const read = all.map((one) => ({ own: match(one.own), around: match(one.around), name: match(one.name), told: one }));
  const rarity = raritiesOf(
    asked,
    read.map(({ own, around, name }) => ({ lineHits: [own, around], nameHits: name, titleHits: [] })),
    all.length,
  );
  const ownShares = read.map(({ own }) => sharesOf(asked.terms, rarity, [own, 1]));
  const shares = read.map(({ own, around }) => sharesOf(asked.terms, rarity, [own, 1], [around, AROUND_SHARE]));
  const isSaid = asked.terms.map((_, term) => shares.some((own) => (own[term] ?? 0) > 0));
  const question: Question = {
    ...asked,
    terms: asked.terms.map((term, index) =>
      isSaid[index] === true ? term : { ...term, weight: term.weight * UNSAID_SHARE },
    ),
  };
  const whole = Math.max(worthOfAll(question, rarity), Number.EPSILON);
  const covered = (own: readonly number[] = []): number =>
    own.reduce((sum, share, term) => sum + share * worthOf(term, true, question, rarity), 0) / whole;
  return read.map(({ name, told }, at): WeighedTold => {
    const own = shares[at] ?? [];
    return {
      held: asked.terms.flatMap(({ said }, term) => ((own[term] ?? 0) >= HELD_MIN ? [said] : [])),
      named:
        told.name === "" ? 0 : Math.min(1, name.reduce((sum, { strength }) => sum + strength, 0) / partsOf(told.name)),
      sayable: isSaid.filter(Boolean).length,
      coverage: covered(own),
      ownCoverage: covered(ownShares[at]),
    };
  });
}

const partsOf = (name: string): number => Math.max(1, wordParts(name).length);

/** For each term how strongly it is said by some of several hits, each worth a share. */
function sharesOf(
  terms: readonly Term[],
  rarity: readonly Rarity[],
  ...worths: readonly (readonly [hits: readonly Hit[], share: number])[]
): readonly number[] {
  const shares = terms.map(() => 0);
  for (const [hits, share] of worths)
    for (const { term, strength, isOwn } of hits) {
      const worth = share * strength * (isOwn ? 1 : (rarity[term]?.relatedShare ?? 0));
      shares[term] = Math.max(shares[term] ?? 0, worth);
    }
  return shares;
}

/** The stretch of so many lines that says most of what is asked, as indexes, the end exclusive. */
export function bestStretch(
  words: readonly string[],
  lines: readonly string[],
  linesMax: number,
): readonly [number, number] {
  const { terms } = readWords(words);
  const { match } = termMatcher(terms);
  const hits = lines.map((line) => match(line));
  const rare = terms.map((_, term) => 1 + 1 / (1 + hits.filter((own) => own.some((hit) => hit.term === term)).length));
  let best = { from: 0, sum: -1 };
  for (let from = 0; from <= Math.max(0, lines.length - linesMax); from++) {
    const told = new Map<number, number>();
    for (const { term, strength } of hits.slice(from, from + linesMax).flat())
      told.set(term, Math.max(told.get(term) ?? 0, strength));
    const sum = [...told].reduce((all, [term, strength]) => all + strength * (rare[term] ?? 1), 0);
    if (sum > best.sum) best = { from, sum };
  }
  return [best.from, Math.min(lines.length, best.from + linesMax)];
}
