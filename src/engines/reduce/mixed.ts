import type { ResultKind } from "../../base/result-kind.ts";
import { changesWithin, type Stretch } from "./diff.ts";
import { cutLine, linesWithin, type Reduction } from "./reduction.ts";

type Reduce = (text: string, charsMax: number, kind: ResultKind) => Reduction | undefined;

/** How much of the room is for what is no diff: tests, or what commits say. */
const OTHERS_SHARE = 0.5;
const HEAD_SHARE = 0.5;

/**
 * Diffs and what was printed beside them, in their order: nothing is dropped for standing beside something else. What fits stands
 * whole, a long stretch is made short by the rules of its own kind, or keeps its two ends.
 */
export function reduceMixed(stretches: readonly Stretch[], charsMax: number, reduce: Reduce): Reduction {
  const kinds = new Set<string>();
  const texts = stretches.map(({ lines }) => lines.join("\n").trimEnd());
  const lengths = (isDiff: boolean): number[] =>
    stretches.map((stretch, index) => (stretch.isDiff === isDiff ? (texts[index]?.length ?? 0) : 0));
  const others = fairMax(lengths(false), charsMax * OTHERS_SHARE);
  const spent = lengths(false).reduce((sum, length) => sum + Math.min(length, others), 0);
  const diffs = fairMax(lengths(true), charsMax - spent);
  const shown = stretches.map(({ isDiff, lines }, index) => {
    const text = texts[index] ?? "";
    const max = isDiff ? diffs : others;
    if (isDiff) kinds.add("a diff");
    if (text.length <= max) return text;
    if (isDiff) return changesWithin(lines, max);
    const reduced = reduce(text, max, "command");
    kinds.add(reduced?.kind ?? "other lines");
    return reduced?.text ?? endsWithin(lines, max);
  });
  return { kind: [...kinds].join(" and "), text: shown.join("\n") };
}

/** The length that none may be over, so that all together stay within the room: what is short leaves its share to the long ones. */
function fairMax(lengths: readonly number[], room: number): number {
  const rising = lengths.filter((length) => length > 0).sort((left, right) => left - right);
  let rest = room;
  for (const [index, length] of rising.entries()) {
    const share = rest / (rising.length - index);
    if (length > share) return Math.floor(share);
    rest -= length;
  }
  return Infinity;
}

/** The beginning and the end of lines, with how many are left out between. */
export function endsWithin(lines: readonly string[], charsMax: number): string {
  const tail: string[] = [];
  let chars = charsMax * (1 - HEAD_SHARE);
  for (const line of lines.toReversed().map(cutLine)) {
    chars -= line.length + 1;
    if (chars < 0) break;
    tail.unshift(line);
  }
  const head = linesWithin(lines.slice(0, lines.length - tail.length), charsMax * HEAD_SHARE, "lines, then");
  return [...head, ...tail].join("\n");
}
