import { stemOf } from "../bm25/stem.ts";
import { OF_BUSINESS } from "./spoken/business.ts";
import { OF_PORTUGUESE } from "./spoken/portuguese.ts";
import { OF_PROGRAMS } from "./spoken/programs.ts";
import { OF_RUNNING } from "./spoken/running.ts";

/** What several words say together: their stems, and what code says for it. */
interface Phrase {
  readonly stems: readonly string[];
  readonly means: readonly string[];
}

interface Said {
  readonly byStem: ReadonlyMap<string, readonly string[]>;
  readonly byBeginning: readonly (readonly [beginning: string, means: readonly string[]])[];
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
}

/** Rows say it in one direction: what people say may mean what code says, but the words of code do not mean each other. */
const ROWS = {
  english: [...OF_PROGRAMS, ...OF_RUNNING, ...OF_BUSINESS],
  portuguese: OF_PORTUGUESE,
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Language = keyof typeof ROWS;

const known = new Map<Language, Said>();

function saidIn(language: Language): Said {
  const found = known.get(language) ?? readRows(ROWS[language]);
  known.set(language, found);
  return found;
}

function readRows(rows: readonly string[]): Said {
  const byStem = new Map<string, readonly string[]>();
  const byBeginning: (readonly [string, readonly string[]])[] = [];
  const phrases = new Map<string, readonly Phrase[]>();
  for (const row of rows) {
    const [spoken = [], means = []] = row.split(" = ").map((half) => half.split(" "));
    for (const one of spoken) {
      const words = one.split("_");
      const [first = ""] = words;
      const stem = stemOf(first);
      if (words.length > 1) phrases.set(stem, [...(phrases.get(stem) ?? []), { stems: words.map(stemOf), means }]);
      else if (first.endsWith("*")) byBeginning.push([first.slice(0, -1), means]);
      else byStem.set(stem, [...(byStem.get(stem) ?? []), ...means]);
    }
  }
  return { byStem, byBeginning, phrases };
}

/** What code may say for a word that people say. @param word  plain, in lower case */
export function meantWords(word: string, language: Language): readonly string[] {
  const { byStem, byBeginning } = saidIn(language);
  const stem = stemOf(word);
  const begun = byBeginning.flatMap(([beginning, means]) => (word.startsWith(beginning) ? means : []));
  return [...new Set([...(byStem.get(stem) ?? []), ...begun])].filter((other) => stemOf(other) !== stem);
}

/** So many other words may stand within a phrase: "turn the request down". */
const WITHIN_MAX = 2;

/** Several words that mean something together: which of a text they are, and what code says for it. */
export interface MeantPhrase {
  readonly indexes: readonly number[];
  readonly means: readonly string[];
}

/** The phrases in a text, no word in two. @param words  plain, in lower case */
export function meantPhrases(words: readonly string[], language: Language): readonly MeantPhrase[] {
  const taken = new Set<number>();
  return phrasesIn(words, language).filter(({ indexes }) => {
    const isFree = !indexes.some((index) => taken.has(index));
    if (isFree) for (const index of indexes) taken.add(index);
    return isFree;
  });
}

function phrasesIn(words: readonly string[], language: Language): readonly MeantPhrase[] {
  const { phrases } = saidIn(language);
  const stems = words.map(stemOf);
  return stems.flatMap((stem, index) => {
    const found = (phrases.get(stem) ?? []).flatMap((phrase) => {
      const indexes = placesOf(phrase.stems, stems, index);
      return indexes === undefined ? [] : [{ indexes, means: phrase.means }];
    });
    return found.toSorted((one, other) => other.indexes.length - one.indexes.length).slice(0, 1);
  });
}

const PARTICLES: ReadonlySet<string> = new Set("up down off out away back over on in".split(" "));

/** Where a phrase stands from a word on; only its last word, where that is a particle, may stand apart. */
function placesOf(phrase: readonly string[], stems: readonly string[], from: number): readonly number[] | undefined {
  const indexes: number[] = [];
  let at = from;
  for (const [nth, wanted] of phrase.entries()) {
    const reach = nth === phrase.length - 1 && nth > 0 && PARTICLES.has(wanted) ? WITHIN_MAX : 0;
    const found = stems.slice(at, at + reach + 1).findIndex((stem) => isSame(stem, wanted));
    if (found < 0) return undefined;
    indexes.push(at + found);
    at += found + 1;
  }
  return indexes;
}

const isSame = (stem: string, wanted: string): boolean =>
  wanted.endsWith("*") ? stem.startsWith(wanted.slice(0, -1)) : stem === wanted;
