import { isMainframe } from "../../../../../engines/passages/code-lines.ts";
import type { Frames } from "../../frames.ts";
import type { CitedLine, FoundPassage, SingleLine } from "../../result-text.ts";

/** Where a passage stands and what it is called. */
export function placeOf({ path, from, to, titles }: FoundPassage): string {
  const above = titles.split(" > ");
  const own = above.pop() ?? "";
  // "Features" of which release?
  const release = above.findLast((title) => RELEASE.test(title));
  const name = release === undefined ? own : `${release} > ${own}`;
  return `${path}:${from}-${to}${name === "" ? "" : `, "${name}"`}`;
}

const RELEASE = /(?<![\w.])v?\d+\.\d+(?:\.\d+)*\b|\b(?:Unreleased|Upcoming)\b/i;

/** A passage below its place, without the indent that all its lines have. */
export const quotedPassage = (passage: FoundPassage): string => [headOf(passage), ...linesOf(passage)].join("\n");

/** Passages below their places, those of one file together where the first of them stands, each behind its own name. */
export const quotedPassages = (passages: readonly FoundPassage[]): readonly string[] =>
  [...Map.groupBy(passages, ({ path }) => path).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [quotedPassage(first), ...others.flatMap((other) => [behind(other, first), ...linesOf(other)])].join("\n"),
  );

/** A passage with only those of its lines that say most of the question. */
export function shortPassage(passage: FoundPassage): FoundPassage {
  const { densest, to, lines, goesOnTo = to } = passage;
  if (densest === undefined) return passage;
  const isShown = ({ line }: CitedLine): boolean =>
    (densest.from <= line && line <= densest.to) || isOutside(line, passage);
  return { ...passage, ...densest, lines: lines.filter(isShown), ...(goesOnTo > densest.to ? { goesOnTo } : {}) };
}

const headOf = (passage: FoundPassage): string =>
  `${placeOf(passage)}${passage.goesOnTo === undefined ? "" : ` (goes on to line ${passage.goesOnTo})`}:`;

const behind = (other: FoundPassage, first: FoundPassage): string =>
  `  … (line ${other.from}${nameApart(other, first)})`;

const nameApart = ({ titles }: FoundPassage, from: FoundPassage): string =>
  titles === from.titles || titles === "" ? "" : `, "${titles.split(" > ").at(-1)}"`;

function linesOf(passage: FoundPassage): readonly string[] {
  const shown = passage.lines
    .map(({ line, text }) => ({ line, text: isMainframe(passage.path) ? withoutMarks(text) : text }))
    .filter(({ text }) => text.trim() !== "");
  const indent = Math.min(...shown.map(({ text }) => text.length - text.trimStart().length));
  return shown.flatMap(({ line, text }, index) => [
    // What stands outside its place says where.
    ...(isOutside(line, passage) && line !== (shown[index - 1]?.line ?? 0) + 1 ? [`  … (line ${line})`] : []),
    `  ${text.slice(Math.max(0, indent)).trimEnd()}`,
  ]);
}

const isOutside = (line: number, { from, to }: FoundPassage): boolean => line < from || line > to;

/** What leads to the paragraph that was found, quoted; empty where nothing is known. */
export function leadsText(found: readonly FoundPassage[], frames: Frames): string {
  const leads = found.filter((one) => one.found === "leads to");
  if (leads.length === 0) return "";
  const names = [...new Set(leads.flatMap(({ held }) => held))];
  return [frames.leadsTo(names), ...leads.map(quotedPassage)].join("\n");
}

const COLUMNS_MAX = 72;

/** A line of COBOL without the numbers in front of it and behind its columns. */
const withoutMarks = (line: string): string => line.replace(/^\d{6}/, "      ").slice(0, COLUMNS_MAX);

/** Where what passages name is defined, a line each; empty where nothing is known. @param quoted  what is shown already */
export function valuesText(
  found: readonly FoundPassage[],
  frames: Frames,
  quoted: readonly FoundPassage[] = found,
): string {
  const isShown = ({ path, line }: CitedLine): boolean =>
    quoted.some((one) => one.path === path && one.from <= line && line <= one.to);
  const values = found.flatMap((one) => one.values).filter((value) => !isShown(value));
  if (values.length === 0) return "";
  const names = [...new Set(values.map(({ name }) => name))];
  const rows = values.map(({ path, line, text }) => `- ${path}:${line}  ${text}`);
  return [frames.values(names), ...new Set(rows)].join("\n");
}

/** A place that is shown already, with what of it is. */
type ShownPlace = Pick<FoundPassage, "path" | "from" | "to" | "lines" | "values">;

/** So many lines of other passages stand alone; of what stands nearer to a quotation it shows enough. */
const SINGLE_LINES_MAX = 14;
const APART = 3;

/** Lines of passages that are not quoted, each alone behind its place; empty where there are none. @param quoted  what is shown already */
export function linesText(
  lines: readonly SingleLine[],
  frames: Frames,
  quoted: readonly ShownPlace[],
  linesMax = SINGLE_LINES_MAX,
): string {
  const isShown = ({ path, line, text }: CitedLine): boolean =>
    quoted.some(
      (one) =>
        (one.path === path && one.from - APART < line && line < one.to + APART) ||
        [...one.lines, ...one.values].some((other) => other.text.trim() === text.trim()),
    );
  const rows = lines
    .filter((one) => !isShown(one))
    .slice(0, linesMax)
    .map(({ path, line, text, name }) => {
      const shown = isMainframe(path) ? withoutMarks(text) : text;
      return `- ${path}:${line}${name === undefined ? "" : ` (${name})`}  ${shown.trim()}`;
    });
  return rows.length === 0 ? "" : [frames.alsoNear, ...rows].join("\n");
}

/** Lines of a file, from the first to the last. */
export type Place = Pick<FoundPassage, "path" | "from" | "to">;

/** Whether they share lines. */
export const sharesLines = (one: Place, other: Place): boolean =>
  one.path === other.path && one.from <= other.to && other.from <= one.to;
