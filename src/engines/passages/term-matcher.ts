import { stemOf } from "../bm25/stem.ts";
import type { Term } from "./question.ts";
import { writtenParts } from "./word-parts.ts";

/** A word of a text that speaks of a term. */
export interface Hit {
  readonly term: number;
  /** 1 for the word itself; less for what only resembles it. */
  readonly strength: number;
  /** False: it only speaks of nearly the same, and counts for less. */
  readonly isOwn: boolean;
}

/** Where it is a word of the language. */
const KEYWORD_DEFAULT = /\bexport default\b|^\s*default:/g;
const OTHER_NAME = 0.85;
const FORM = 0.6;
const INSIDE = 0.5;
const SHORTENED = 0.45;
const BEGINNING = 0.6;
const INSIDE_CHARS_MIN = 6;
const BEGINNING_CHARS_MIN = 5;
const SHORT_CHARS_MIN = 3;
const PREFIX_CHARS_MIN = 4;

interface Form {
  readonly word: string;
  readonly stem: string;
  readonly hit: Hit;
}

/** Finds the words of a text that speak of any term; what a word speaks of is worked out once. */
export function termMatcher(terms: readonly Term[]): {
  readonly match: (text: string) => readonly Hit[];
  readonly matchLine: (line: string) => readonly Hit[];
  /** Every word that was looked at, in lower case, and how often it stood there. */
  readonly vocabulary: () => ReadonlyMap<string, number>;
} {
  const forms = terms.flatMap(({ words, relatedFrom }, term) =>
    words.map((word, index): Form => {
      const isOwn = index < relatedFrom;
      // What stands for it elsewhere is not quite what was said.
      return { word, stem: stemOf(word), hit: { term, strength: isOwn && index > 0 ? OTHER_NAME : 1, isOwn } };
    }),
  );
  const known = new Map<string, { readonly hits: readonly Hit[]; count: number }>();
  const match = (text: string): readonly Hit[] => {
    const hits: Hit[] = [];
    for (const part of writtenParts(text)) {
      let found = known.get(part);
      if (found === undefined) {
        found = { hits: hitsOf(part, forms), count: 0 };
        known.set(part, found);
      }
      found.count++;
      if (found.hits.length > 0) hits.push(...found.hits);
    }
    return hits;
  };
  const ofForm = terms.flatMap(({ form }, term) => (form === undefined ? [] : [{ form, term }]));
  return {
    match,
    vocabulary() {
      const counts = new Map<string, number>();
      for (const [part, { count }] of known)
        counts.set(part.toLowerCase(), (counts.get(part.toLowerCase()) ?? 0) + count);
      return counts;
    },
    matchLine(line) {
      const hits = match(line.replace(KEYWORD_DEFAULT, " "));
      if (hits.length === 0 || ofForm.length === 0) return hits;
      // By its form alone a line says nothing of what was asked.
      const said = ofForm.filter(({ term, form }) => hits.some((hit) => hit.term !== term) && form.test(line));
      return said.length === 0 ? hits : [...hits, ...said.map(({ term }) => ({ term, strength: FORM, isOwn: true }))];
    },
  };
}

/** For each term the strongest way in which a word speaks of it. */
function hitsOf(part: string, forms: readonly Form[]): readonly Hit[] {
  const word = part.toLowerCase();
  const stem = stemOf(word);
  const isCapital = part === part.toUpperCase();
  const best = new Map<number, Hit>();
  for (const form of forms) {
    const likeness = stem === form.stem ? 1 : likenessOf(word, form, isCapital);
    const strength = form.hit.strength * likeness;
    if (strength > (best.get(form.hit.term)?.strength ?? 0)) best.set(form.hit.term, { ...form.hit, strength });
  }
  return [...best.values()];
}

function likenessOf(word: string, { word: wanted, stem, hit }: Form, isCapital: boolean): number {
  const isLong = isCapital && word.length >= INSIDE_CHARS_MIN && !ENDS_AS_OTHERS.has(word);
  if (isLong && wanted.length >= SHORT_CHARS_MIN && (word.startsWith(wanted) || word.endsWith(wanted))) return INSIDE;
  if (!hit.isOwn) return 0;
  if (stem.length >= BEGINNING_CHARS_MIN && word.startsWith(stem)) return BEGINNING;
  if (isCapital && isSquashed(word, wanted)) return SHORTENED;
  // In lower case three letters are too many other words.
  return (isCapital || word.length > SHORT_CHARS_MIN) && isShortFor(word, wanted) ? SHORTENED : 0;
}

/** Words of their own that end as others do: who populates is not late, and what is validated is no date. */
const ENDS_AS_OTHERS: ReadonlySet<string> = new Set(
  "populate calculate translate template simulate generate operate separate integrate illustrate update validate candidate consolidate aggregate navigate investigate activate terminate message storage percentage".split(
    " ",
  ),
);

/** `cust` of customer, `acct` of account: its beginning, or its first letter and then no vowel. */
function isShortFor(short: string, word: string): boolean {
  if (short.length < SHORT_CHARS_MIN || short.length >= word.length || short[0] !== word[0]) return false;
  if (short.length >= PREFIX_CHARS_MIN && short.length * 2 >= word.length && word.startsWith(short)) return true;
  if (/[aeiou]/.test(short.slice(1))) return false;
  return isWithin(short, word);
}

/** `BKUP` of backup: a name of a mainframe that leaves out letters and ends as the word does. */
const isSquashed = (short: string, word: string): boolean =>
  short.length >= PREFIX_CHARS_MIN &&
  short.length * 2 > word.length &&
  short.length < word.length &&
  short[0] === word[0] &&
  short.at(-1) === word.at(-1) &&
  isWithin(short, word);

/** Whether a word has the letters of another in their order. */
function isWithin(letters: string, word: string): boolean {
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at++;
  return at === letters.length;
}
