import type { HunkLine } from "../model.ts";
import type { LineFinder } from "./line-finder.ts";
import { isBlank, type KeyLevel } from "./line-keys.ts";
import { asWritten } from "./reindent.ts";
import { type Place, type Search, type Shape, shapeOf } from "./shapes.ts";

/** Context lines that may be wrong at each end of a hunk. */
const DROPPED_LINES_MAX = 2;
const LEVELS: readonly KeyLevel[] = ["exact", "trailing-space", "unicode"];

/**
 * The one place where a hunk stands when its outermost context is not believed. Every deleted line, the line next to
 * each change and one telling line of context must still match. What may not be chosen is counted all the same: a
 * place that needs one more line to be wrong is as likely, and so is one where an end of the hunk stands with all of its
 * context.
 */
export function outerContextPlace(shapes: readonly Shape[], finder: LineFinder): Search {
  for (let dropped = 1; dropped <= 2 * DROPPED_LINES_MAX; dropped++) {
    const cut = shapes.flatMap((shape) => withoutContext(shape.lines, dropped));
    const found = placesOf(cut.filter(isCredible), finder);
    if (found === "exhausted") return { kind: "exhausted" };
    const [place] = found.values();
    if (place === undefined) continue;
    const closeBy = shapes.flatMap((shape) => withoutContext(shape.lines, dropped + 1, DROPPED_LINES_MAX + 1));
    const rivals = placesOf([...cut, ...closeBy], finder);
    if (rivals === "exhausted") return { kind: "exhausted" };
    const others = shapes.flatMap((shape) => endsElsewhere(shape.lines, changeOf(place), finder));
    const starts = [...new Set([...rivals.keys(), ...others])].toSorted((one, other) => one - other);
    return starts.length === 1 ? { kind: "found", place } : { kind: "ambiguous", starts, length: 1 };
  }
  return { kind: "none" };
}

interface CutShape extends Shape {
  readonly whole: readonly HunkLine[];
  readonly off: readonly HunkLine[];
}

/** Where any of the shapes stands, by the line of its first change. */
function placesOf(shapes: readonly Shape[], finder: LineFinder): ReadonlyMap<number, Place> | "exhausted" {
  const found = new Map<number, Place>();
  for (const { old, lines, floor } of shapes) {
    const shape = { old, lines, floor };
    const starts = startsOf(shape, finder);
    if (starts === "exhausted") return starts;
    for (const start of starts) {
      const place: Place = { start, shape, level: "outer-context", reindent: asWritten };
      found.set(changeOf(place), place);
    }
  }
  return found;
}

/** The line of a place's first change. */
const changeOf = ({ start, shape }: Place): number => start + leadOf(shape.lines);
const leadOf = (lines: readonly HunkLine[]): number => lines.findIndex((line) => !isContext(line));

/**
 * Where the context above the first change and what is deleted there, or what is deleted last and the context below it,
 * stand whole, though not where a first change at this line would have them.
 */
function endsElsewhere(lines: readonly HunkLine[], change: number, finder: LineFinder): readonly number[] {
  const lead = leadOf(lines);
  const top = lines.slice(0, lead + Math.max(0, lines.slice(lead).findIndex(isContext)));
  const tail = lines.findLastIndex((line) => !isContext(line));
  const bottom = lines.slice(lines.slice(0, tail + 1).findLastIndex(isContext) + 1);
  const isFound = (end: readonly HunkLine[]): boolean =>
    end.length < lines.length &&
    end.some((line) => line.kind === "delete") &&
    end.some((line) => isContext(line) && isTelling(line));
  return [top, bottom].filter(isFound).flatMap((end) => {
    const above = lines.slice(lead, lines.length - end.length).filter((line) => line.kind !== "insert").length;
    const expected = end === top ? change - lead : change + above;
    const starts = startsOf(shapeOf(end), finder);
    return starts === "exhausted" || starts.includes(expected) ? [] : starts;
  });
}

function startsOf(shape: Shape, finder: LineFinder): readonly number[] | "exhausted" {
  for (const level of LEVELS) {
    const starts = finder.find(shape.old, level);
    if (starts === "exhausted" || starts.length > 0) return starts;
  }
  return [];
}

function withoutContext(whole: readonly HunkLine[], dropped: number, perSide = DROPPED_LINES_MAX): CutShape[] {
  const shapes: CutShape[] = [];
  for (let top = Math.max(0, dropped - perSide); top <= Math.min(dropped, perSide); top++) {
    const rest = whole.slice(top, whole.length - (dropped - top));
    const off = [...whole.slice(0, top), ...whole.slice(whole.length - (dropped - top))];
    if (off.every(isContext) && rest.some(isTelling)) shapes.push({ ...shapeOf(rest), whole, off });
  }
  return shapes;
}

const isContext = (line: HunkLine): boolean => line.kind === "context";
const isTelling = (line: HunkLine): boolean => line.kind !== "insert" && /\w/.test(line.text);

/** The line that is written next to a change says where it goes, were it a blank one. */
function keepsNeighbours(lines: readonly HunkLine[], rest: readonly HunkLine[]): boolean {
  const loses = (from: HunkLine | undefined, to: HunkLine | undefined): boolean =>
    to?.kind !== "context" && from?.kind === "context";
  return !loses(lines[0], rest[0]) && !loses(lines.at(-1), rest.at(-1));
}

/** More lines that tell must be right than wrong; lines that are added and stand in for none have their context alone. */
function isCredible({ whole, lines: rest, off }: CutShape): boolean {
  if (!whole.some((line) => line.kind === "delete")) return false;
  const telling = rest.filter(isTelling);
  const wrong = off.filter(({ text }) => !isBlank(text));
  return keepsNeighbours(whole, rest) && telling.some(isContext) && telling.length > wrong.length;
}
