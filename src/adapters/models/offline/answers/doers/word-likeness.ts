import { stemOf } from "../../../../../engines/bm25/stem.ts";
import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { relatedWords, sameWords } from "../../../../../engines/words/related-words.ts";
import { rootOf, sameDoings } from "./doings.ts";

/** A word of the code. */
export interface Part {
  readonly stem: string;
  readonly root: string;
}

/** A word of a question with what else may stand for it. */
export interface Term extends Part {
  readonly said: string;
  readonly same: ReadonlySet<string>;
  readonly doings: ReadonlySet<string>;
  readonly related: ReadonlySet<string>;
}

const SAME = 0.85;
const SAME_DOING = 0.6;
const RELATED = 0.4;
/** What was read of the same code and the same words before is kept up to that. */
const KEPT_MAX = 20_000;

const terms = new Map<string, Term>();
const parts = new Map<string, Part>();
const texts = new Map<string, readonly Part[]>();

function kept<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= KEPT_MAX) known.clear();
  const made = make();
  known.set(key, made);
  return made;
}

const stemsOf = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(stemOf));

export const termOf = (said: string): Term =>
  kept(terms, said, () => ({
    said,
    stem: stemOf(said),
    root: rootOf(said),
    same: stemsOf(sameWords(said)),
    doings: sameDoings(said),
    related: stemsOf(relatedWords(said)),
  }));

/** The words of a text, each once; of a name its parts. */
export const partsOf = (text: string): readonly Part[] =>
  kept(texts, text, () =>
    [...new Set(wordParts(text))].map((word) => kept(parts, word, () => ({ stem: stemOf(word), root: rootOf(word) }))),
  );

/** How surely a word of the code is what a word of a question speaks of, 0 to 1. */
export function likeness({ stem, root, same, doings, related }: Term, part: Part): number {
  if (part.stem === stem) return 1;
  if (same.has(part.stem) || part.root === root) return SAME;
  if (doings.has(part.stem)) return SAME_DOING;
  return related.has(part.stem) ? RELATED : 0;
}

/** The same of the likest of several. */
export const likest = (term: Term, own: readonly Part[]): number =>
  own.reduce((best, part) => Math.max(best, likeness(term, part)), 0);
