import { stemOf } from "../bm25/stem.ts";
import { wordParts } from "./word-parts.ts";

/** A line, and of one that is too long the sentences that say most of some words, with `…` for what is left out. */
export function excerptOf(line: string, words: readonly string[], charactersMax: number): string {
  if (line.length <= charactersMax) return line;
  const stems = new Set(words.map(stemOf));
  const sentences = line.split(/(?<=[.!?;:|]) +/).map((text, index) => ({ text, index, count: countOf(text, stems) }));
  const kept = new Set<number>();
  let left = charactersMax;
  for (const { text, index } of sentences.toSorted(
    (one, other) => other.count - one.count || one.index - other.index,
  )) {
    if (kept.size > 0 && text.length > left) continue;
    kept.add(index);
    left -= text.length;
  }
  const parts = sentences.flatMap(({ text, index }) => {
    if (kept.has(index)) return [text];
    return kept.has(index - 1) || index === 0 ? ["…"] : [];
  });
  const joined = parts.join(" ");
  return joined.length > charactersMax * 1.5 ? `${joined.slice(0, charactersMax)}…` : joined;
}

const countOf = (text: string, stems: ReadonlySet<string>): number =>
  new Set(
    wordParts(text)
      .map(stemOf)
      .filter((stem) => stems.has(stem)),
  ).size;
