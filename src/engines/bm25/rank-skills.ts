import { rankByBm25, type SearchHit } from "./bm25.ts";
import { singularOf } from "./stem.ts";
import { searchWords } from "./words.ts";

interface SearchedSkill {
  readonly name: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly body: string;
}

/** Shorter words are in too many names. */
const PART_CHARS_MIN = 4;
const PART_SCORE = 1;

/**
 * Skills by how well they fit: BM25 over name, tags, description and body, and a little for a word that is a part of a
 * name, as `rate` is of `RATECALC`.
 */
export function rankSkills(query: string, skills: readonly SearchedSkill[]): readonly SearchHit[] {
  const hits = rankByBm25(
    query,
    skills.map(({ name, tags, description, body }) => [
      { text: name, weight: 6 },
      { text: tags.join(" "), weight: 3 },
      { text: description, weight: 3 },
      { text: body, weight: 1 },
    ]),
  );
  const parts = [...new Set(searchWords(query))].filter((word) => word.length >= PART_CHARS_MIN);
  const byIndex = new Map(hits.map((hit) => [hit.documentIndex, hit]));
  for (const [documentIndex, { name }] of skills.entries()) {
    const lower = name.toLowerCase();
    const known = byIndex.get(documentIndex);
    const found = parts.filter((word) => !known?.matched.includes(word) && lower.includes(singularOf(word)));
    if (found.length === 0) continue;
    const score = (known?.score ?? 0) + PART_SCORE * found.length;
    byIndex.set(documentIndex, { documentIndex, score, matched: [...(known?.matched ?? []), ...found] });
  }
  return [...byIndex.values()].sort(
    (left, right) => right.score - left.score || left.documentIndex - right.documentIndex,
  );
}
