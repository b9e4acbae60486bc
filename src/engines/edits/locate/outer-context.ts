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
 * each insertion and one telling line of context must still match, and the rest must be alone in the whole file.
 */
export function outerContextPlace(shapes: readonly Shape[], finder: LineFinder): Search {
  for (let dropped = 1; dropped <= 2 * DROPPED_LINES_MAX; dropped++) {
    const found = placesOf(
      shapes.flatMap((shape) => withoutContext(shape.lines, dropped)),
      finder,
    );
    if (found === "exhausted") return { kind: "exhausted" };
    const [place] = found.values();
    if (found.size === 1 && place !== undefined) return { kind: "found", place };
    if (found.size > 1) return { kind: "ambiguous", starts: [...found.keys()], length: 1 };
  }
  return { kind: "none" };
}

/** Where any of the shapes stands, by the line of its first change. */
function placesOf(shapes: readonly Shape[], finder: LineFinder): ReadonlyMap<number, Place> | "exhausted" {
  const found = new Map<number, Place>();
  for (const shape of shapes) {
    const starts = startsOf(shape, finder);
    if (starts === "exhausted") return starts;
    const lead = shape.lines.findIndex((line) => !isContext(line));
    for (const start of starts) found.set(start + lead, { start, shape, level: "outer-context", reindent: asWritten });
  }
  return found;
}

function startsOf(shape: Shape, finder: LineFinder): readonly number[] | "exhausted" {
  for (const level of LEVELS) {
    const starts = finder.find(shape.old, level);
    if (starts === "exhausted" || starts.length > 0) return starts;
  }
  return [];
}

function withoutContext(lines: readonly HunkLine[], dropped: number): Shape[] {
  const shapes: Shape[] = [];
  for (let top = Math.max(0, dropped - DROPPED_LINES_MAX); top <= Math.min(dropped, DROPPED_LINES_MAX); top++) {
    const rest = lines.slice(top, lines.length - (dropped - top));
    const off = [...lines.slice(0, top), ...lines.slice(lines.length - (dropped - top))];
    if (off.every(isContext) && keepsNeighbours(lines, rest) && isCredible(rest, off)) shapes.push(shapeOf(rest));
  }
  return shapes;
}

const isContext = (line: HunkLine): boolean => line.kind === "context";
const isTelling = (line: HunkLine): boolean => line.kind !== "insert" && /\w/.test(line.text);

/** Next to an added line the context is all that says where it goes; one that is blank says too little alone. */
function keepsNeighbours(lines: readonly HunkLine[], rest: readonly HunkLine[]): boolean {
  const [whole, left] = [lines.filter(isNoBlankContext), rest.filter(isNoBlankContext)];
  const loses = (from: HunkLine | undefined, to: HunkLine | undefined): boolean =>
    to?.kind === "insert" && from?.kind !== "insert";
  return !loses(whole[0], left[0]) && !loses(whole.at(-1), left.at(-1));
}

const isNoBlankContext = (line: HunkLine): boolean => !isContext(line) || !isBlank(line.text);

/** Lines that are only added need more context that tells and is right than is wrong; a deleted line proves itself. */
function isCredible(rest: readonly HunkLine[], off: readonly HunkLine[]): boolean {
  const telling = rest.filter(isTelling);
  if (!telling.some(isContext)) return false;
  return rest.some(({ kind }) => kind === "delete") || telling.length > off.filter(({ text }) => !isBlank(text)).length;
}
