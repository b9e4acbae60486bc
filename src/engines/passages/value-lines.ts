import { stemOf } from "../bm25/stem.ts";
import { isComment, isMainframe, isTestPath, remarkLines } from "./code-lines.ts";
import { wholeConstruct } from "./construct.ts";
import type { RankedPassage } from "./passage.ts";
import type { Question } from "./question.ts";
import { type Candidate, hitsAround, type Rarity, worthOf, worthOfAll } from "./rarity.ts";
import type { Hit } from "./term-matcher.ts";
import { wordParts } from "./word-parts.ts";

/** Lines that give a value, of a passage. */
export interface ValueLines {
  readonly candidate: Candidate;
  readonly quote: RankedPassage["quote"];
}

/** So much of the question, by the rarity of its words, such a line and what stands around it must say. */
const SHARE_MIN = 0.55;
/** Less where no other line says nearly as much, */
const SHARE_ALONE_MIN = 0.42;
const ALONE_LEAD = 1.25;
/** or where the name says so many words of the question itself. */
const SHARE_NAMED_MIN = 0.25;
const NAMED_WORDS_MIN = 3;
/** Another name for the same is one as well. */
const NAMED_STRENGTH = 0.8;
const FOUND_MAX = 2;
const NEAR_SHARE = 0.93;
const NEAR_LINES = 3;
const CONSTRUCT_LINES_MAX = 9;
/** What a word counts that stands beside the line, around its passage, or further off in it. */
const BESIDE = 0.6;
const AROUND = 0.5;
const WITHIN = 0.35;
/** What a part of the name costs that the question does not say: `totalTimeout` is not the timeout. */
const OTHER_PART_COST = 0.06;

/** The lines of code that give the thing a question names a fixed value; the best first, none where no line says enough of it. */
export function valueLines(
  candidates: readonly Candidate[],
  question: Question,
  rarity: readonly Rarity[],
): readonly ValueLines[] {
  const all = worthOfAll(question, rarity);
  if (all === 0) return [];
  const found = candidates
    .filter(({ passage: { kind, path } }) => (kind === "code" || kind === "settings") && !isTestPath(path))
    .flatMap((candidate) =>
      givenIn(candidate).flatMap(({ index, name }): readonly Given[] => {
        const named = namedWords(name, candidate.lineHits[index] ?? [], question);
        if (named === 0) return [];
        const said = saidAround(candidate, index, question, rarity) / all;
        return [{ candidate, index, name, named, share: said - OTHER_PART_COST * otherParts(name, question) }];
      }),
    )
    .sort((one, other) => other.share - one.share);
  if (!saysEnough(found)) return [];
  return found
    .filter(({ share }) => share >= (found[0]?.share ?? 0) * NEAR_SHARE)
    .slice(0, FOUND_MAX)
    .map(({ candidate, index }) => ({
      candidate,
      quote: wholeConstruct(candidate.passage, [index, index + 1], CONSTRUCT_LINES_MAX),
    }));
}

/** A line that gives a name a value. */
interface Given {
  readonly candidate: Candidate;
  readonly index: number;
  readonly name: string;
  /** Words of the question that the name says. */
  readonly named: number;
  readonly share: number;
}

/** Whether the best of them is what was asked for. */
function saysEnough([best, ...others]: readonly Given[]): boolean {
  if (best === undefined || best.share >= SHARE_MIN) return best !== undefined;
  if (best.named >= NAMED_WORDS_MIN) return best.share >= SHARE_NAMED_MIN;
  const next = others.find(({ name }) => name !== best.name)?.share ?? 0;
  return best.share >= SHARE_ALONE_MIN && best.share >= next * ALONE_LEAD;
}

const MOVED = /\bMOVE\s+[-+]?\d[\d.,]*\s+TO\s+([A-Z][\w-]*)/i;
const DECLARED = /^.{6}\s+\d\d\s+([A-Z][\w-]*).*\bVALUE\s+(?:IS\s+)?[-+]?\.?\d/i;
const ASSIGNED =
  /^\s*(?:(?:export|const|let|var|static|readonly|private|public|final|int|long)\s+)*(?:(?:this|self)\.)?#?([A-Za-z_$][\w$]*)["']?\s*(?::[^=,{}?]+=|:|=|\?\?=)\s*(?:[^"'`{([]*(?:\?\?|\|\|)\s*)?[-+]?\d[\d_.]*(?:\s*[*+]\s*[\d_.]+)*\s*[,;)}]*\s*(?:(?:\/\/|#).*)?$/;

/** The lines of a passage that give a name a number, with that name. */
function givenIn({
  passage: { path, lines },
}: Candidate): readonly { readonly index: number; readonly name: string }[] {
  const remarks = remarkLines(path, lines);
  return lines.flatMap((line, index) => {
    if (remarks.has(index) || isComment(path, line)) return [];
    const match = isMainframe(path) ? (MOVED.exec(line) ?? DECLARED.exec(line)) : ASSIGNED.exec(line);
    return match?.[1] === undefined ? [] : [{ index, name: match[1] }];
  });
}

/** How many words of the question the name itself says; none where they mean nothing alone. */
function namedWords(name: string, hits: readonly Hit[], { terms }: Question): number {
  const parts = new Set(wordParts(name).map(stemOf));
  const said = new Set(
    hits.flatMap(({ term, isOwn, strength }) => (isOwn && strength >= NAMED_STRENGTH ? [term] : [])),
  );
  const named = [...said]
    .flatMap((term) => terms[term] ?? [])
    .filter(({ words }) => words.some((word) => parts.has(stemOf(word))));
  return named.some(({ weight, form }) => weight >= 1 && form === undefined) ? named.length : 0;
}

const otherParts = (name: string, { terms }: Question): number => {
  const said = new Set(terms.flatMap(({ words }) => words.map(stemOf)));
  return wordParts(name).filter((part) => part.length > 2 && !said.has(stemOf(part))).length;
};

/** How much of the question a line says with what stands around it, each word where it counts most. */
function saidAround(candidate: Candidate, index: number, question: Question, rarity: readonly Rarity[]): number {
  const { lineHits } = candidate;
  const shares: readonly (readonly [hits: readonly Hit[], share: number])[] = [
    [lineHits[index] ?? [], 1],
    [lineHits.slice(Math.max(0, index - NEAR_LINES), index + NEAR_LINES + 1).flat(), BESIDE],
    [hitsAround(candidate), AROUND],
    [lineHits.flat(), WITHIN],
  ];
  const best = new Map<number, number>();
  for (const [hits, share] of shares)
    for (const { term, isOwn } of hits)
      best.set(term, Math.max(best.get(term) ?? 0, share * worthOf(term, isOwn, question, rarity)));
  return [...best.values()].reduce((sum, worth) => sum + worth, 0);
}
