import type { HunkLine, MatchLevel } from "../model.ts";
import { type Choice, choose, type TieBreakers } from "./choose.ts";
import type { LineFinder } from "./line-finder.ts";
import { isBlank, type KeyLevel } from "./line-keys.ts";
import {
  areDepthsCredible,
  asWritten,
  isAtDepthOf,
  mappedReindent,
  pairedReindent,
  type Reindent,
  spelledAsIn,
  uniformReindent,
} from "./reindent.ts";

/**
 * One way to read what was written: as it is, with its context unprefixed, without outer blank lines, without copied
 * line numbers, unescaped. `floor` is the strictest level that a match in this shape may claim.
 */
export interface Shape {
  readonly old: readonly string[];
  readonly lines: readonly HunkLine[];
  readonly floor: MatchLevel;
}

export interface Place {
  readonly start: number;
  readonly shape: Shape;
  readonly level: MatchLevel;
  readonly reindent: Reindent;
}

export type Search =
  | { readonly kind: "found"; readonly place: Place }
  | { readonly kind: "ambiguous"; readonly starts: readonly number[]; readonly length: number }
  | { readonly kind: "none" }
  | { readonly kind: "exhausted" };

/** Strictest first; within a group every shape is tried before the next group begins. */
const LEVEL_GROUPS: readonly (readonly KeyLevel[])[] = [
  ["exact", "trailing-space", "unicode"],
  ["indentation"],
  ["trim"],
];

/** Below this many characters a match that ignores blanks says too little. */
const TRIM_CHARACTERS_MIN = 8;

/** Tries every shape at every level and stops at the first that matches anywhere, were it at too many places. */
export function searchShapes(shapes: readonly Shape[], finder: LineFinder, ties: TieBreakers): Search {
  for (const levels of LEVEL_GROUPS)
    for (const shape of shapes)
      for (const level of levels) {
        const found = searchAt(shape, level, finder, ties);
        if (found.kind !== "none") return found;
      }
  return { kind: "none" };
}

function searchAt(shape: Shape, level: KeyLevel, finder: LineFinder, ties: TieBreakers): Search {
  if (level === "exact" && isAtExpected(shape, finder, ties))
    return foundAt(shape, level, ties.expected ?? 0, asWritten);
  const starts = finder.find(shape.old, level);
  if (starts === "exhausted") return { kind: "exhausted" };
  if (starts.length === 0) return { kind: "none" };
  if (level === "trim" && significantCharacters(shape.old) < TRIM_CHARACTERS_MIN) return { kind: "none" };
  const isLoose = level === "indentation" || level === "trim";
  // Also a place that no shift fits counts as one that may be meant.
  const choice: Choice = choose(starts, shape.old.length, finder.lines.length, isLoose ? strict(ties) : ties);
  if (choice.kind === "none") return choice;
  if (choice.kind === "many") return { kind: "ambiguous", starts: choice.starts, length: shape.old.length };
  const reindent = isLoose
    ? reindentAt(shape, choice.start, finder, level)
    : spelledAsIn(finder.lines.slice(choice.start, choice.start + shape.old.length), shape.old);
  return reindent === undefined ? { kind: "none" } : foundAt(shape, level, choice.start, reindent);
}

/** Loose levels need a place that is alone; only what the form says beyond doubt may narrow them. */
const strict = (ties: TieBreakers): TieBreakers => ({ ...ties, expected: undefined, after: 0 });

/** A trusted header whose every line stands where it says needs no search: no other place could be chosen over it. */
const isAtExpected = (shape: Shape, finder: LineFinder, ties: TieBreakers): boolean =>
  ties.expected !== undefined &&
  ties.isExpectedTrusted &&
  ties.anchors === undefined &&
  ties.expected >= ties.after &&
  finder.standsAt(shape.old, ties.expected, "exact");

const foundAt = (shape: Shape, level: KeyLevel, start: number, reindent: Reindent): Search => ({
  kind: "found",
  place: { start, shape, level: level === "exact" ? shape.floor : maxLevel(shape.floor, level), reindent },
});

const maxLevel = (floor: MatchLevel, level: MatchLevel): MatchLevel =>
  floor === "exact" ? level : floor === "trim" ? floor : level;

function reindentAt(shape: Shape, start: number, finder: LineFinder, level: KeyLevel): Reindent | undefined {
  const found = finder.lines.slice(start, start + shape.old.length);
  const added = shape.lines.filter((line) => line.kind === "insert").map((line) => line.text);
  const uniform = uniformReindent(shape.old, found);
  const hasContext = shape.lines.some((line) => line.kind === "context" && !isBlank(line.text));
  if (uniform !== undefined && !hasContext && isAtDepthOf(added, found)) return asWritten;
  if (uniform !== undefined || level !== "trim") return uniform;
  if (!areDepthsCredible(shape.old, found, { onlyReplaces: !addsToNothing(shape.lines) })) return undefined;
  return pairedReindent(shape.lines, found, start) ?? mappedReindent(shape.old, found, added);
}

function significantCharacters(lines: readonly string[]): number {
  let count = 0;
  for (const line of lines) count += line.replace(/\s+/g, "").length;
  return count;
}

export const shapeOf = (lines: readonly HunkLine[], floor: MatchLevel = "exact"): Shape => ({
  old: lines.filter((line) => line.kind !== "insert").map((line) => line.text),
  lines,
  floor,
});

/**
 * Drops blank context from both ends; undefined when there is none to drop, or nothing would be left. One next to lines
 * that are added and stand in for none says where they go, and stays.
 */
export function withoutOuterBlanks(lines: readonly HunkLine[]): readonly HunkLine[] | undefined {
  const isDroppable = (line: HunkLine | undefined): boolean => line?.kind === "context" && isBlank(line.text);
  let start = 0;
  let end = lines.length;
  while (start < end && isDroppable(lines[start])) start++;
  while (end > start && isDroppable(lines[end - 1])) end--;
  const onlyAdds = (run: readonly HunkLine[]): boolean => run[0]?.kind === "insert" && runOf(run).every(isInsert);
  if (start > 0 && onlyAdds(lines.slice(start, end))) start--;
  if (end < lines.length && onlyAdds(lines.slice(start, end).reverse())) end++;
  if (start === 0 && end === lines.length) return undefined;
  const rest = lines.slice(start, end);
  return rest.some((line) => line.kind !== "insert") ? rest : undefined;
}

const isInsert = (line: HunkLine): boolean => line.kind === "insert";

/** Whether a run of changes is made of added lines alone. */
function addsToNothing(lines: readonly HunkLine[]): boolean {
  let added = 0;
  let deleted = 0;
  for (const { kind } of [...lines, { kind: "context" }]) {
    if (kind === "insert") added++;
    else if (kind === "delete") deleted++;
    else if (added > 0 && deleted === 0) return true;
    else [added, deleted] = [0, 0];
  }
  return false;
}

/** The changes up to the first context. */
function runOf(lines: readonly HunkLine[]): readonly HunkLine[] {
  const end = lines.findIndex((line) => line.kind === "context");
  return end === -1 ? lines : lines.slice(0, end);
}

const NUMBERED = /^\s*(\d{1,7})(?:\u2192|\t| ?\| ?|: )(.*)$/;
/** As a search prints a match and the lines around it. */
const FOUND = /^(\d{1,7})[:-](.*)$/;

/** Drops line numbers that were copied along: every line has one, and they count up. */
export function withoutLineNumbers(lines: readonly string[]): Unnumbered | undefined {
  const isFound = lines.some((line) => /^\d+:/.test(line)) && lines.every((line) => FOUND.test(line));
  return unnumbered(lines, NUMBERED) ?? (isFound ? unnumbered(lines, FOUND) : undefined);
}

interface Unnumbered {
  readonly lines: string[];
  readonly first: number;
}

function unnumbered(lines: readonly string[], numbered: RegExp): Unnumbered | undefined {
  const stripped: string[] = [];
  let first: number | undefined;
  for (const [index, line] of lines.entries()) {
    const match = numbered.exec(line);
    if (match === null) {
      const bare = /^\s*(\d{1,7})\s*[\u2192|:]?$/.exec(line);
      if (bare === null || Number(bare[1]) !== (first ?? Number(bare[1])) + index) return undefined;
      first ??= Number(bare[1]) - index;
      stripped.push("");
      continue;
    }
    first ??= Number(match[1]) - index;
    if (Number(match[1]) !== first + index) return undefined;
    stripped.push(match[2] ?? "");
  }
  return first === undefined ? undefined : { lines: stripped, first };
}
