import type { HunkLine } from "../model.ts";
import { indentOf, isBlank } from "./line-keys.ts";

/**
 * Moves an added line to the depth at which its neighbours were found.
 * @param replaced  index in the file of the line that it stands in for
 */
export type Reindent = (line: string, replaced?: number) => string;

export const asWritten: Reindent = (line) => line;

/** An added line that is one of the searched lines to the letter is that line of the file, however it is spelled there. */
export function spelledAsIn(found: readonly string[], searched: readonly string[]): Reindent {
  const spellings = new Map(searched.map((line, index) => [line, found[index] ?? line]));
  return (line) => spellings.get(line) ?? line;
}

const TAB_WIDTHS = [4, 2, 8, 3, 1];

/**
 * One shift that takes every searched line to its file line, or undefined when there is none: a common prefix added or
 * removed, or blanks written for tabs (or the reverse) at one tab width.
 * @param searched  and `found` have the same number of lines, equal but for their indentation
 */
export function uniformReindent(searched: readonly string[], found: readonly string[]): Reindent | undefined {
  const pairs: (readonly [string, string])[] = [];
  for (const [index, line] of searched.entries())
    if (!isBlank(line)) pairs.push([indentOf(line), indentOf(found[index] ?? "")]);
  const first = pairs[0];
  if (first === undefined) return undefined;
  return prefixShift(pairs, first) ?? columnShift(pairs, first);
}

type IndentPair = readonly [searched: string, found: string];

function prefixShift(pairs: readonly IndentPair[], first: IndentPair): Reindent | undefined {
  const [searched, found] = first;
  if (found.endsWith(searched)) {
    const prefix = found.slice(0, found.length - searched.length);
    if (pairs.every(([from, to]) => prefix + from === to)) return (line) => (isBlank(line) ? line : prefix + line);
  }
  if (searched.endsWith(found)) {
    const prefix = searched.slice(0, searched.length - found.length);
    if (pairs.every(([from, to]) => from === prefix + to))
      return (line) => (line.startsWith(prefix) ? line.slice(prefix.length) : prefix.startsWith(line) ? "" : line);
  }
  return undefined;
}

function columnShift(pairs: readonly IndentPair[], first: IndentPair): Reindent | undefined {
  const usesTabs = pairs.some(([, found]) => found.includes("\t"));
  const depths = new Set(pairs.map(([searched]) => searched)).size;
  const shiftAt = (tabWidth: number): number => columnsOf(first[1], tabWidth) - columnsOf(first[0], tabWidth);
  // A width at which nothing moves says less that may be wrong than one at which all lines do.
  for (const tabWidth of [
    ...TAB_WIDTHS.filter((width) => shiftAt(width) === 0),
    ...TAB_WIDTHS.filter((width) => shiftAt(width) !== 0),
  ]) {
    const shift = shiftAt(tabWidth);
    const fits = pairs.every(([from, to]) => columnsOf(to, tabWidth) - columnsOf(from, tabWidth) === shift);
    // One depth alone proves a tab width only where it needs no shift besides.
    if (!fits || (shift !== 0 && depths < 2)) continue;
    const known = new Map(pairs);
    return (line) => {
      if (isBlank(line)) return line;
      const indent = indentOf(line);
      const columns = columnsOf(indent, tabWidth) + shift;
      // Less indented than the shift takes away: there is no honest depth for it, so it stays as written.
      if (columns < 0) return line;
      return (known.get(indent) ?? renderIndent(columns, usesTabs ? tabWidth : 0)) + line.slice(indent.length);
    };
  }
  return undefined;
}

function columnsOf(indent: string, tabWidth: number): number {
  let columns = 0;
  for (const character of indent) columns += character === "\t" ? tabWidth - (columns % tabWidth) : 1;
  return columns;
}

const renderIndent = (columns: number, tabWidth: number): string =>
  tabWidth === 0 ? " ".repeat(columns) : "\t".repeat(Math.floor(columns / tabWidth)) + " ".repeat(columns % tabWidth);

/**
 * Depths that no one shift explains are believed in two cases: all were written as the same multiple of the file's, or a
 * single line is off and nothing is added but in place of something. Else it is another block that has the same words.
 */
export function areDepthsCredible(
  searched: readonly string[],
  found: readonly string[],
  { onlyReplaces }: { readonly onlyReplaces: boolean },
): boolean {
  const depths = searched.flatMap((line, index) =>
    isBlank(line) ? [] : [[indentOf(line).length, indentOf(found[index] ?? "").length, /\w/.test(line)] as const],
  );
  const ratios = new Set(depths.filter(([from, to]) => from !== 0 || to !== 0).map(([from, to]) => to / from));
  if (ratios.size === 1 && !ratios.has(Number.POSITIVE_INFINITY) && !ratios.has(0)) return true;
  const counts = new Map<number, number>();
  for (const [from, to] of depths) counts.set(to - from, (counts.get(to - from) ?? 0) + 1);
  const most = [...counts.values()].reduce((max, count) => Math.max(max, count), 0);
  // A brace at another depth is another brace.
  const isTelling = depths.every(([from, to, hasWord]) => hasWord || counts.get(to - from) === most);
  // Of two lines neither is the one that is off, unless the first was copied without its blanks.
  const isFirstBare = depths.length === 2 && depths[0]?.[0] === 0 && depths[1]?.[0] === depths[1]?.[1];
  return onlyReplaces && isTelling && most === depths.length - 1 && (depths.length > 2 || isFirstBare);
}

/** Added lines that begin where the file's lines begin were written at the file's depth: no shift is due to them. */
export function isAtDepthOf(added: readonly string[], found: readonly string[]): boolean {
  const base = commonIndent(added);
  return base !== undefined && base !== "" && base === commonIndent(found);
}

function commonIndent(lines: readonly string[]): string | undefined {
  let common: string | undefined;
  for (const line of lines) {
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    common ??= indent;
    while (!indent.startsWith(common)) common = common.slice(0, -1);
  }
  return common;
}

/**
 * Without one shift for all: where deleted and added lines pair one to one, an added line takes the depth of its pair.
 * @param start  index in the file of `found`'s first line
 * @returns undefined unless all of them were written at the depth of their pairs, or one was, which ties the two sides
 *   together, and they step in and out as the file's lines do
 */
export function pairedReindent(
  lines: readonly HunkLine[],
  found: readonly string[],
  start: number,
): Reindent | undefined {
  const all = pairsOf(lines);
  if (all === undefined) return undefined;
  const pairs = all.filter(({ isKept }) => !isKept);
  const byPair: Reindent = (line, replaced) => {
    if (isBlank(line)) return "";
    return replaced === undefined ? line : indentOf(found[replaced - start] ?? "") + line.trimStart();
  };
  const shown = pairs.filter(({ text, offset }) => !isBlank(text) || !isBlank(found[offset] ?? ""));
  if (shown.some(({ text, offset }) => isBlank(text) || isBlank(found[offset] ?? ""))) return undefined;
  const isAtOwnDepth = ({ text, searched }: LinePair): boolean => indentOf(text) === indentOf(searched);
  if (shown.every(isAtOwnDepth)) return byPair;
  return shown.some(isAtOwnDepth) && stepsAlike(all, found) ? byPair : undefined;
}

/** Whether the new side steps in and out as the lines of the file do, those that it keeps included. */
function stepsAlike(pairs: readonly LinePair[], found: readonly string[]): boolean {
  const depths = new Map<number, number>();
  for (const { text, offset } of pairs) {
    if (isBlank(text)) continue;
    const [from, to] = [text, found[offset] ?? ""].map((line) => columnsOf(indentOf(line), TAB_COLUMNS));
    if (from === undefined || to === undefined || (depths.get(from) ?? to) !== to) return false;
    depths.set(from, to);
  }
  const steps = [...depths].sort(([one], [other]) => one - other);
  return steps.every(([, to], index) => index === 0 || to > (steps[index - 1]?.[1] ?? 0));
}

const TAB_COLUMNS = 8;

interface LinePair {
  readonly text: string;
  /** The old line that it stands in for, as it was written. */
  readonly searched: string;
  readonly offset: number;
  /** Context, which is its own pair. */
  readonly isKept: boolean;
}

/** Each line of the new side with its old line; undefined unless every run of changes has as many of both. */
function pairsOf(lines: readonly HunkLine[]): readonly LinePair[] | undefined {
  const old = lines.filter(({ kind }) => kind !== "insert");
  const now = lines.filter(({ kind }) => kind !== "delete");
  const isKept = (line: HunkLine | undefined): boolean => line?.kind === "context";
  if (old.length !== now.length || !old.every((line, offset) => isKept(line) === isKept(now[offset]))) return undefined;
  return old.map((line, offset) => ({
    text: now[offset]?.text ?? "",
    searched: line.text,
    offset,
    isKept: isKept(line),
  }));
}

/**
 * Without one shift for all: an added line goes where searched lines of its depth were found.
 * @returns undefined when those were found at several depths, or moved onto a depth that others were at and kept, so
 *   that no depth is honest for an added line
 */
export function mappedReindent(
  searched: readonly string[],
  found: readonly string[],
  added: readonly string[],
): Reindent | undefined {
  const known = new Map<string, string | undefined>();
  for (const [index, line] of searched.entries()) {
    if (isBlank(line)) continue;
    const from = indentOf(line);
    const to = indentOf(found[index] ?? "");
    known.set(from, !known.has(from) || known.get(from) === to ? to : undefined);
  }
  const isTorn = (line: string): boolean => {
    const from = nearestKnown(indentOf(line), known);
    if (isBlank(line) || from === undefined) return false;
    const to = known.get(from);
    return to === undefined || (to !== from && known.get(to) === to);
  };
  if (added.some(isTorn)) return undefined;
  return (line) => {
    // The blanks of a blank line are of a depth that is not the file's.
    if (isBlank(line)) return "";
    const from = nearestKnown(indentOf(line), known);
    return from === undefined ? line : (known.get(from) ?? from) + line.slice(from.length);
  };
}

/** The longest known indentation that a line's own begins with. */
function nearestKnown(indent: string, known: ReadonlyMap<string, string | undefined>): string | undefined {
  for (let length = indent.length; length >= 0; length--)
    if (known.has(indent.slice(0, length))) return indent.slice(0, length);
  return undefined;
}
