import type { Passage } from "./passage.ts";
import type { Question } from "./question.ts";
import type { Hit } from "./term-matcher.ts";

/** A passage and where words of the question stand in it. */
export interface Candidate {
  readonly passage: Passage;
  readonly lineHits: readonly (readonly Hit[])[];
  /** Of its own title, of those above it, of its path and of what its file says of itself. */
  readonly nameHits: readonly Hit[];
  readonly titleHits: readonly Hit[];
  readonly pathHits: readonly Hit[];
  readonly headHits: readonly Hit[];
  /** Of names of the question that its file is the home of. */
  readonly homeHits: readonly Hit[];
  /** How far its file is behind the one that the question is about most, as a logarithm. */
  readonly standing: number;
}

/** What speaks of the question around the lines of a passage. */
export const hitsAround = ({ nameHits, titleHits, pathHits, headHits, homeHits }: Candidate): readonly Hit[] => [
  ...nameHits,
  ...titleHits,
  ...pathHits,
  ...headHits,
  ...homeHits,
];

export interface Rarity {
  /** Of the question's own words for a term, and of all words for it. */
  readonly own: number;
  readonly any: number;
  /** What a word for nearly the same counts: more where nothing here says it as the question does. */
  readonly relatedShare: number;
}

/** From here on a hit is the word itself. */
export const SURE_STRENGTH = 0.9;
const RELATED = 0.4;
const ONLY_RELATED = 0.75;

/** How rare each term is in what was read. */
export function raritiesOf(
  { terms }: Question,
  candidates: readonly Pick<Candidate, "lineHits" | "nameHits" | "titleHits">[],
  count: number,
): readonly Rarity[] {
  const own = terms.map(() => 0);
  const any = terms.map(() => 0);
  for (const { lineHits, nameHits, titleHits } of candidates) {
    const hits = [...lineHits.flat(), ...nameHits, ...titleHits];
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

/** What a term counts where it stands. @param isOwn  as the question says it */
export function worthOf(term: number, isOwn: boolean, { terms }: Question, rarity: readonly Rarity[]): number {
  const { own = 0, any = 0, relatedShare = 0 } = rarity[term] ?? {};
  return (terms[term]?.weight ?? 0) * (isOwn ? own : Math.min(own, any) * relatedShare);
}

/** What all of a question counts. */
export const worthOfAll = (question: Question, rarity: readonly Rarity[]): number =>
  question.terms.reduce((sum, _, term) => sum + worthOf(term, true, question, rarity), 0);
