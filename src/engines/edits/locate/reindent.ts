import { indentOf, isBlank } from "./line-keys.ts";

/** Moves an added line to the depth at which its neighbours were found. */
export type Reindent = (line: string) => string;

export const asWritten: Reindent = (line) => line;

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
      return (line) => (line.startsWith(prefix) ? line.slice(prefix.length) : line);
  }
  return undefined;
}

function columnShift(pairs: readonly IndentPair[], first: IndentPair): Reindent | undefined {
  const usesTabs = pairs.some(([, found]) => found.includes("\t"));
  const depths = new Set(pairs.map(([searched]) => searched)).size;
  for (const tabWidth of TAB_WIDTHS) {
    const shift = columnsOf(first[1], tabWidth) - columnsOf(first[0], tabWidth);
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
 * Without one shift for all: an added line goes where searched lines of its depth were found.
 * @returns undefined when those were found at several depths, so that no depth is honest for an added line
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
    return !isBlank(line) && from !== undefined && known.get(from) === undefined;
  };
  if (added.some(isTorn)) return undefined;
  return (line) => {
    const indent = indentOf(line);
    const from = isBlank(line) ? undefined : nearestKnown(indent, known);
    return from === undefined ? line : (known.get(from) ?? from) + line.slice(from.length);
  };
}

/** The longest known indentation that a line's own begins with. */
function nearestKnown(indent: string, known: ReadonlyMap<string, string | undefined>): string | undefined {
  for (let length = indent.length; length >= 0; length--)
    if (known.has(indent.slice(0, length))) return indent.slice(0, length);
  return undefined;
}
