import { IDLE_WORDS, plainForm, translated, withoutAccents } from "../words/portuguese.ts";
import { stemOf } from "./stem.ts";
import { searchWords } from "./words.ts";

/** A field of a document, with how much a hit in it counts. */
export interface SearchField {
  readonly text: string;
  readonly weight: number;
}

export interface SearchHit {
  /** 0-based index of the document as it was given. */
  readonly documentIndex: number;
  readonly score: number;
  /** Words of the query that were found, in the query's order. */
  readonly matched: readonly string[];
}

const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
const OTHER_FORM_SHARE = 0.5;
/** Words that can be forms of one begin alike; shorter ones are names and codes. */
const BEGINNING_CHARS = 3;

/**
 * Ranks documents by BM25 over weighted fields (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
 * Beyond", 2009: field weights enter the term frequency). Case does not matter; another form of a word (`posting` for
 * `post`, `conta` for `account`) counts as half of it. Documents without any are left out; equal scores keep the order given.
 */
export function rankByBm25(query: string, documents: readonly (readonly SearchField[])[]): readonly SearchHit[] {
  const said = [...new Set(searchWords(query))];
  const telling = said.filter((word) => !IDLE_WORDS.has(word));
  const wanted = telling.length > 0 ? telling : said;
  if (wanted.length === 0 || documents.length === 0) return [];
  const asked = askedFor(wanted);
  const counts = documents.map((fields) => countWords(fields, asked));
  const averageLength = counts.reduce((sum, count) => sum + count.length, 0) / documents.length || 1;
  const rarity = new Map(
    wanted.map((word) => {
      const holding = counts.filter((count) => count.frequencies.has(word)).length;
      return [word, Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5))];
    }),
  );
  const hits = counts.flatMap(({ frequencies, length }, documentIndex): SearchHit[] => {
    const matched = wanted.filter((word) => frequencies.has(word));
    if (matched.length === 0) return [];
    const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / averageLength);
    const score = matched.reduce((sum, word) => {
      const frequency = frequencies.get(word) ?? 0;
      return sum + ((rarity.get(word) ?? 0) * frequency * (SATURATION + 1)) / (frequency + norm);
    }, 0);
    return [{ documentIndex, score, matched }];
  });
  return hits.sort((left, right) => right.score - left.score || left.documentIndex - right.documentIndex);
}

interface WordCount {
  readonly frequencies: ReadonlyMap<string, number>;
  readonly length: number;
}

interface Asked {
  readonly words: ReadonlySet<string>;
  readonly byStem: ReadonlyMap<string, string>;
  readonly beginnings: ReadonlySet<string>;
}

const formOf = (word: string): string => stemOf(plainForm(word));

function askedFor(wanted: readonly string[]): Asked {
  const inflected = wanted.filter((word) => word.length > BEGINNING_CHARS && !/\d/.test(word));
  const byStem = new Map<string, string>();
  // What was said itself goes before what it is in the other language.
  for (const word of inflected) for (const other of translated(word, formOf)) byStem.set(formOf(other), word);
  for (const word of inflected) byStem.set(formOf(word), word);
  return {
    words: new Set(wanted),
    byStem,
    beginnings: new Set([...byStem.keys()].map((stem) => stem.slice(0, BEGINNING_CHARS))),
  };
}

function countWords(fields: readonly SearchField[], asked: Asked): WordCount {
  const frequencies = new Map<string, number>();
  let length = 0;
  const add = (word: string, weight: number): void => void frequencies.set(word, (frequencies.get(word) ?? 0) + weight);
  for (const { text, weight } of fields) {
    for (const word of searchWords(text)) {
      length++;
      if (asked.words.has(word)) add(word, weight);
      else if (asked.beginnings.has(withoutAccents(word.slice(0, BEGINNING_CHARS)))) {
        const form = asked.byStem.get(formOf(word));
        if (form !== undefined) add(form, weight * OTHER_FORM_SHARE);
      }
    }
  }
  return { frequencies, length };
}
