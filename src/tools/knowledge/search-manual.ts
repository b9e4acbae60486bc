import type { ManualSection } from "../../core/ports/knowledge.ts";
import { stemOf } from "../../engines/bm25/stem.ts";
import { createPassageRanking } from "../../engines/passages/rank-passages.ts";
import { splitSection } from "../../engines/passages/split-passages.ts";
import { IDLE_WORDS } from "../../engines/words/portuguese.ts";
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

/** Sections by their best stretch, for what somebody wishes to do by their commands, too; the guide explains, the reference lists. */
export function rankSections(query: string, sections: readonly ManualSection[]): readonly ManualSection[] {
  const ranking = createPassageRanking(query, "start");
  const commands = createPassageRanking(query, "start");
  for (const { path, line, page, heading, text } of sections) {
    const place = { path, line, titles: [...new Set([page, heading])] };
    ranking.add(splitSection(place, text));
    commands.add(splitSection(place, commandsIn(text)));
  }
  const told = new Map<string, number>();
  const typed = ranking.question.wish === "way" ? commands.ranked(STRETCHES_MAX) : [];
  for (const { path, titles, coverage } of typed) {
    const key = [path, ...titles].join("\n");
    told.set(key, Math.max(told.get(key) ?? 0, coverage));
  }
  const asked = new Set(stemsOf(query));
  const scores = new Map<string, number>();
  for (const { path, titles, score } of ranking.ranked(STRETCHES_MAX)) {
    const key = [path, ...titles].join("\n");
    const byCommands = 1 + COMMANDS_SHARE * (told.get(key) ?? 0);
    const byTitle = titles.some((title) => saysTitle(title, asked)) ? 1 + TITLE_SHARE : 1;
    scores.set(key, Math.max(scores.get(key) ?? 0, score * shareOf(path) * byCommands * byTitle));
  }
  const scoreOf = ({ path, page, heading }: ManualSection): number =>
    scores.get([path, ...new Set([page, heading])].join("\n")) ?? 0;
  return sections.filter((section) => scoreOf(section) > 0).sort((one, other) => scoreOf(other) - scoreOf(one));
}

/** The lines of a section that are commands to type, each with what is told of it. */
const commandsIn = (text: string): string =>
  text
    .split("\n")
    .filter((line) => COMMAND.test(line))
    .join("\n");

const COMMAND = /^ {4,}(?:\S+ \| )?waymark\b/;
/** What a section gains of whose commands all of the question is told. */
const COMMANDS_SHARE = 0.7;

/** Whether a question says all of a title: a section whose title is in it is about that. A title of one word says too little. */
function saysTitle(title: string, asked: ReadonlySet<string>): boolean {
  const words = stemsOf(title);
  return words.length > 1 && words.every((word) => asked.has(word));
}

const stemsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !IDLE_WORDS.has(word)).map(stemOf);

/** What a section gains whose whole title the question says. */
const TITLE_SHARE = 0.8;

const shareOf = (path: string): number => SHARES.find(([folder]) => path.includes(folder))?.[1] ?? 1;

function cut(text: string): string {
  return text.length <= SECTION_CHARS_MAX ? text : `${text.slice(0, SECTION_CHARS_MAX)}… (the section is longer)`;
}
