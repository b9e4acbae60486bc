import type { ManualSection } from "../../core/ports/knowledge.ts";
import { createPassageRanking } from "../../engines/passages/rank-passages.ts";
import { splitSection } from "../../engines/passages/split-passages.ts";
import { defineTool } from "../define-tool.ts";

const SECTION_CHARS_MAX = 2_500;
/** The guide explains, its tasks walk through one case; the reference lists. */
const SHARES: readonly (readonly [folder: string, share: number])[] = [
  ["/tasks/", 1.3],
  ["/guide/", 1.5],
];
const STRETCHES_MAX = 100;

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
    const ranked = rankSections(query, manual.sections());
    const shown = ranked.slice(0, limit);
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

/** Sections by their best stretch; the guide explains, the reference lists. */
export function rankSections(query: string, sections: readonly ManualSection[]): readonly ManualSection[] {
  const ranking = createPassageRanking(query);
  for (const { path, line, page, heading, text } of sections)
    ranking.add(splitSection({ path, line, titles: [...new Set([page, heading])] }, text));
  const scores = new Map<string, number>();
  for (const { path, titles, score } of ranking.ranked(STRETCHES_MAX)) {
    const key = [path, ...titles].join("\n");
    scores.set(key, Math.max(scores.get(key) ?? 0, score * shareOf(path)));
  }
  const scoreOf = ({ path, page, heading }: ManualSection): number =>
    scores.get([path, ...new Set([page, heading])].join("\n")) ?? 0;
  return sections.filter((section) => scoreOf(section) > 0).sort((one, other) => scoreOf(other) - scoreOf(one));
}

const shareOf = (path: string): number => SHARES.find(([folder]) => path.includes(folder))?.[1] ?? 1;

function cut(text: string): string {
  return text.length <= SECTION_CHARS_MAX ? text : `${text.slice(0, SECTION_CHARS_MAX)}… (the section is longer)`;
}
