import { structuredPatch } from "diff";
import type { Random } from "./random.ts";
import type { Revision } from "./revisions.ts";

/** A line of a hunk. `at` is its index in the old file, of context and of deleted lines. */
export interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  readonly at?: number;
}

export type HunkLines = readonly Line[];

/** Some of the hunks that lead from one side of a revision to the other. */
export function hunksOf(revision: Revision, random: Random): HunkLines[] {
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
  const context = random.pick([1, 2, 3, 3, 3]);
  const patch = structuredPatch("a", "b", text(revision.before), text(revision.after), "", "", { context });
  const hunks = patch.hunks.map(({ oldStart, oldLines, lines }) => {
    let at = oldLines === 0 ? oldStart : oldStart - 1;
    return lines.map((line): Line => {
      const sign = line[0] as Line["sign"];
      return sign === "+" ? { sign, text: line.slice(1) } : { sign, text: line.slice(1), at: at++ };
    });
  });
  const wanted = 1 + random.below(3);
  const first = random.below(Math.max(1, hunks.length - wanted + 1));
  return hunks.slice(first, first + wanted);
}

export const oldSide = (hunk: HunkLines): string[] => hunk.filter(({ sign }) => sign !== "+").map(({ text }) => text);
export const newSide = (hunk: HunkLines): string[] => hunk.filter(({ sign }) => sign !== "-").map(({ text }) => text);

/**
 * What the hunks say, done where they were taken from.
 * @returns undefined where a hunk says nothing that can be done: between its first and last change it leaves out lines of
 *   the file, or has them twice
 */
export function stated(
  before: readonly string[],
  hunks: readonly HunkLines[],
  { blanksCount = "above" }: { readonly blanksCount?: "above" | "none" } = {},
): string[] | undefined {
  const result: string[] = [];
  let next = 0;
  for (const hunk of hunks) {
    const first = hunk.findIndex(({ sign }) => sign !== " ");
    const last = hunk.findLastIndex(({ sign }) => sign !== " ");
    if (first === -1) continue;
    const around = [...hunk.slice(first, last + 1)];
    const above = neighbour(hunk[first - 1], blanksCount === "above");
    const below = neighbour(hunk[last + 1], false);
    const inside = around.flatMap(({ at }) => (at === undefined ? [] : [at]));
    if (inside.some((at, index) => index > 0 && at !== (inside[index - 1] ?? 0) + 1)) return undefined;
    const start = around[0]?.at ?? (above === undefined ? (inside[0] ?? hunk[last + 1]?.at) : above + 1);
    if (start === undefined || start < next) return undefined;
    // Lines that are added at an edge and stand in for none need the line next to them to be the next one of the file.
    if (onlyAdds(around) && above !== undefined && (inside[0] ?? below ?? start) !== start) return undefined;
    const end = (inside.at(-1) ?? start - 1) + 1;
    if (onlyAdds(around.toReversed()) && below !== undefined && below !== end) return undefined;
    result.push(...before.slice(next, start));
    result.push(
      ...around
        .filter(({ sign }) => sign !== "-")
        .map(({ text, at }) => (at === undefined ? text : (before[at] ?? ""))),
    );
    next = end;
  }
  return [...result, ...before.slice(next)];
}

/** Whether the changes up to the first context are all additions. */
function onlyAdds(lines: HunkLines): boolean {
  const end = lines.findIndex(({ sign }) => sign === " ");
  return lines.slice(0, end === -1 ? undefined : end).every(({ sign }) => sign === "+");
}

/** Blank lines below a hunk are no more than that; a text that is searched for may have them above it as well. */
const neighbour = (line: Line | undefined, blanksCount: boolean): number | undefined =>
  blanksCount || line?.text.trim() !== "" ? line?.at : undefined;

/** Every result of doing the hunks where their old sides stand to the letter, but for blanks at line ends. */
export function elsewhere(before: readonly string[], hunks: readonly HunkLines[]): string[] | undefined {
  const lines = before.map((line) => line.trimEnd());
  const moved: Line[][] = [];
  for (const hunk of hunks) {
    const wanted = oldSide(hunk).map((line) => line.trimEnd());
    const starts = lines.flatMap((_, start) =>
      wanted.every((line, index) => lines[start + index] === line) ? [start] : [],
    );
    if (starts.length !== 1 || wanted.length === 0) return undefined;
    let at = starts[0] ?? 0;
    moved.push(hunk.map((line) => (line.sign === "+" ? line : { ...line, at: at++ })));
  }
  return stated(
    before,
    moved.toSorted((one, other) => (one[0]?.at ?? 0) - (other[0]?.at ?? 0)),
  );
}
