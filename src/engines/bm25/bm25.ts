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

/**
 * Ranks documents by BM25 over weighted fields (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
 * Beyond", 2009: field weights enter the term frequency). Only exact words count, in any case; documents without one are
 * left out; equal scores keep the order given.
 */
export function rankByBm25(query: string, documents: readonly (readonly SearchField[])[]): readonly SearchHit[] {
  const wanted = [...new Set(searchWords(query))];
  if (wanted.length === 0 || documents.length === 0) return [];
  const counts = documents.map((fields) => countWords(fields, wanted));
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

function countWords(fields: readonly SearchField[], wanted: readonly string[]): WordCount {
  const asked = new Set(wanted);
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const { text, weight } of fields) {
    for (const word of searchWords(text)) {
      length++;
      if (asked.has(word)) frequencies.set(word, (frequencies.get(word) ?? 0) + weight);
    }
  }
  return { frequencies, length };
}
