import type { ManualSection } from "../../core/ports/knowledge.ts";
import { rankByBm25, type SearchHit } from "../../engines/bm25/bm25.ts";
import { defineTool } from "../define-tool.ts";

const SECTION_CHARS_MAX = 2_500;
const GUIDE_SHARE = 1.5;

export const searchManual = defineTool({
  name: "search_manual",
  description: "Waymark's own documentation by words: its commands, settings, keys, permissions, models, undo.",
  schema: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 1 },
      limit: { type: "integer", minimum: 1, maximum: 10, default: 3 },
    },
    required: ["query"],
  },
  intent: ({ query }) => ({ accesses: [], display: { kind: "text", text: `Search Waymark's manual for ${query}` } }),
  async run({ query, limit }, { manual }) {
    const sections = manual.sections();
    const ranked = rankSections(query, sections);
    const shown = ranked.slice(0, limit).flatMap(({ documentIndex }) => sections[documentIndex] ?? []);
    const text = shown.map(
      ({ path, line, page, heading, text: body }) =>
        `## ${page === heading ? page : `${page}: ${heading}`} (${path}:${line})\n${cut(body)}`,
    );
    const title = `${ranked.length} sections of the manual match ${query}`;
    return {
      text: text.length === 0 ? `The manual says nothing of ${query}.` : text.join("\n\n"),
      display: { kind: "text", text: title },
    };
  },
});

/** The guide explains; the reference lists. */
export function rankSections(query: string, sections: readonly ManualSection[]): readonly SearchHit[] {
  const hits = rankByBm25(
    query,
    sections.map(({ page, heading, text }) => [
      { text: page, weight: 4 },
      { text: heading, weight: 4 },
      { text, weight: 1 },
    ]),
  );
  const weightOf = ({ documentIndex, score }: SearchHit): number =>
    sections[documentIndex]?.path.includes("/guide/") ? score * GUIDE_SHARE : score;
  return hits.toSorted((one, other) => weightOf(other) - weightOf(one));
}

function cut(text: string): string {
  return text.length <= SECTION_CHARS_MAX ? text : `${text.slice(0, SECTION_CHARS_MAX)}… (the section is longer)`;
}
