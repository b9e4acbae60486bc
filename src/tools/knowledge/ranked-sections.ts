import type { ManualSection } from "../../core/ports/knowledge.ts";
import type { ToolContext, ToolOutput } from "../../core/tool.ts";
import { stemOf } from "../../engines/bm25/stem.ts";
import { createPassageRanking } from "../../engines/passages/rank-passages.ts";
import { splitSection } from "../../engines/passages/split-passages.ts";
import { IDLE_WORDS } from "../../engines/words/portuguese.ts";

const SECTION_CHARS_MAX = 2_500;
/** The guide explains, its tasks walk through one case; the reference lists. */
const SHARES: readonly (readonly [folder: string, share: number])[] = [
  ["/tasks/", 1.3],
  ["/guide/", 1.5],
];
const STRETCHES_MAX = 100;

/** What search_manual answers. */
export function foundInManual(
  { query, limit }: { readonly query: string; readonly limit: number },
  { manual }: ToolContext,
): ToolOutput {
  const ranked = rankSections(query, manual.sections());
  const shown = ranked.slice(0, limit);
  const text = shown.map(
    ({ path, line, page, heading, text: body, best }) =>
      `## ${page === heading ? page : `${page}: ${heading}`} (${path}:${line})\n${cut(body, best[0] - line, best[1] - line)}`,
  );
  const title = `${ranked.length} sections of the manual match ${query}`;
  return {
    text: text.length === 0 ? `The manual says nothing of ${query}.` : text.join("\n\n"),
    display: { kind: "text", text: title },
  };
}

/** A section, and on which lines of its page what answers best begins and ends. */
type RankedSection = ManualSection & { readonly best: readonly [fromLine: number, endLine: number] };

/** Sections by their best stretch, for what somebody wishes to do by their commands, too; the guide explains, the reference lists. */
export function rankSections(query: string, sections: readonly ManualSection[]): readonly RankedSection[] {
  const ranking = createPassageRanking(query, { weights: "start" });
  const commands = createPassageRanking(query, { weights: "start" });
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
  const stretches = new Map<string, RankedSection["best"]>();
  for (const { path, titles, score, numbers } of ranking.ranked(STRETCHES_MAX)) {
    const key = [path, ...titles].join("\n");
    const byCommands = 1 + COMMANDS_SHARE * (told.get(key) ?? 0);
    const byTitle = titles.some((title) => saysTitle(title, asked)) ? 1 + TITLE_SHARE : 1;
    if (!stretches.has(key)) stretches.set(key, [numbers[0] ?? 0, (numbers.at(-1) ?? 0) + 1]);
    scores.set(key, Math.max(scores.get(key) ?? 0, score * shareOf(path) * byCommands * byTitle));
  }
  const keyOf = ({ path, page, heading }: ManualSection): string => [path, ...new Set([page, heading])].join("\n");
  const scoreOf = (section: ManualSection): number => scores.get(keyOf(section)) ?? 0;
  return sections
    .filter((section) => scoreOf(section) > 0)
    .sort((one, other) => scoreOf(other) - scoreOf(one))
    .map((section) => ({ ...section, best: stretches.get(keyOf(section)) ?? [0, 0] }));
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

/** A section that is too long begins with what answers best, if that would be cut off. */
function cut(text: string, from: number, end: number): string {
  if (text.length <= SECTION_CHARS_MAX) return text;
  const lines = text.split("\n");
  const isWithin = lines.slice(0, end).join("\n").length <= SECTION_CHARS_MAX;
  const told = isWithin ? text : `(the section begins above)\n${lines.slice(from).join("\n")}`;
  return told.length <= SECTION_CHARS_MAX ? told : `${told.slice(0, SECTION_CHARS_MAX)}… (the section is longer)`;
}
