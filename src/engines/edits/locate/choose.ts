import type { LineFinder } from "./line-finder.ts";
import type { KeyLevel } from "./line-keys.ts";

/** What may break a tie between places that match equally well. */
export interface TieBreakers {
  /** 0-based line where the text says the place is. */
  readonly expected: number | undefined;
  /** The expected line comes from a header that proved right in its counts. */
  readonly isExpectedTrusted: boolean;
  /** A place must begin here or later to follow the one before it. */
  readonly after: number;
  /** Lines one of which must stand above the place, or at its top; undefined when nothing was said. */
  readonly anchors: readonly number[] | undefined;
  readonly anchorsAreHints: boolean;
  /** The place is said to end with the file. */
  readonly atEnd: boolean;
}

export const NO_TIE_BREAKERS: TieBreakers = {
  expected: undefined,
  isExpectedTrusted: false,
  after: 0,
  anchors: undefined,
  anchorsAreHints: false,
  atEnd: false,
};

export type Choice =
  | { readonly kind: "one"; readonly start: number }
  | { readonly kind: "many"; readonly starts: readonly number[] }
  | { readonly kind: "none" };

/** Distances below which two places are too close for a line number to tell them apart. */
const HINT_GAP_LINES = 3;
const HINT_DISTANCE_MAX = 3;
const HINT_RATIO = 4;

/**
 * The single place that is clearly meant, or all that it could be. Never the first, never the best score.
 * @param starts  ascending
 */
export function choose(starts: readonly number[], length: number, lineCount: number, ties: TieBreakers): Choice {
  if (starts.length === 0) return { kind: "none" };
  const last = ties.atEnd ? starts.filter((start) => start + length === lineCount) : [];
  if (last.length === 1) return oneOf(last);
  const { anchors } = ties;
  const anchored = anchors === undefined ? starts : following(firstAfterEach(anchors, starts), ties);
  if (anchored.length === 1) return oneOf(anchored);
  if (anchors !== undefined && !ties.anchorsAreHints) return oneOf(anchored);
  return chooseByOrder(starts, ties);
}

const oneOf = (starts: readonly number[]): Choice => {
  const [start] = starts;
  if (start === undefined) return { kind: "none" };
  return starts.length === 1 ? { kind: "one", start } : { kind: "many", starts };
};

/** Those behind the hunk before, or all where none is. */
function following(starts: readonly number[], { after }: TieBreakers): readonly number[] {
  const rest = starts.filter((start) => start >= after);
  return rest.length > 0 ? rest : starts;
}

/** Order alone decides nothing: hunks that come in another order are seen only where a number contradicts it. */
function chooseByOrder(starts: readonly number[], ties: TieBreakers): Choice {
  const { expected, isExpectedTrusted } = ties;
  if (expected === undefined) return oneOf(starts);
  const rivals = following(starts, ties);
  const said = clearlyNearest(starts, expected, isExpectedTrusted);
  if (said !== undefined && !rivals.includes(said)) return oneOf(starts);
  const nearest = said ?? clearlyNearest(rivals, expected, isExpectedTrusted);
  return nearest === undefined ? oneOf(rivals) : { kind: "one", start: nearest };
}

function clearlyNearest(starts: readonly number[], expected: number, isTrusted: boolean): number | undefined {
  let nearest = -1;
  let best = Number.POSITIVE_INFINITY;
  let second = Number.POSITIVE_INFINITY;
  for (const start of starts) {
    const distance = Math.abs(start - expected);
    if (distance < best) {
      second = best;
      best = distance;
      nearest = start;
    } else if (distance < second) second = distance;
  }
  if (best === 0 && isTrusted) return nearest;
  const isClear = best <= HINT_DISTANCE_MAX && second >= best * HINT_RATIO + HINT_GAP_LINES;
  return isClear ? nearest : undefined;
}

/** The first start at or after each anchor, each once. Both lists ascend. */
function firstAfterEach(anchors: readonly number[], starts: readonly number[]): number[] {
  const found: number[] = [];
  let at = 0;
  for (const anchor of anchors) {
    while (at < starts.length && (starts[at] ?? 0) < anchor) at++;
    const start = starts[at];
    if (start === undefined) break;
    if (found.at(-1) !== start) found.push(start);
  }
  return found;
}

const ANCHOR_LEVELS: readonly KeyLevel[] = ["exact", "trailing-space", "indentation"];

/**
 * Where a chain of anchors leads: the lines of its last member, each the first one below a place of the member before.
 * @returns undefined when a member is nowhere, with the one that is missing
 */
export function anchorLines(
  anchors: readonly string[],
  finder: LineFinder,
):
  | { readonly kind: "found"; readonly lines: readonly number[] }
  | { readonly kind: "missing"; readonly anchor: string } {
  let lines: readonly number[] | undefined;
  for (const anchor of anchors) {
    const places = placesOfAnchor(anchor, finder);
    const next =
      lines === undefined
        ? places
        : firstAfterEach(
            lines.map((line) => line + 1),
            places,
          );
    if (next.length === 0) return { kind: "missing", anchor };
    lines = next;
  }
  return { kind: "found", lines: lines ?? [] };
}

function placesOfAnchor(anchor: string, finder: LineFinder): readonly number[] {
  for (const level of ANCHOR_LEVELS) {
    const found = finder.find([anchor], level);
    if (found !== "exhausted" && found.length > 0) return found;
  }
  const prefixed = finder.findPrefix(anchor);
  return prefixed === "exhausted" ? [] : prefixed;
}
