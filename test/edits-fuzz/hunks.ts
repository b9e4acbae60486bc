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
  for (const written of hunks) {
    const hunk = written.filter(({ sign, at }) => sign !== " " || at !== undefined);
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

/**
 * The old sides as texts that stand once each, replaced in turn by the new ones: also where they end within a line, or
 * of whole lines alone, which tells a blank line from the end of one.
 */
export function literally(
  before: readonly string[],
  hunks: readonly HunkLines[],
  { edge = "" }: { readonly edge?: "" | "\n" } = {},
): string[] | undefined {
  let text = edge + before.join("\n") + edge;
  for (const hunk of hunks) {
    const [old, now] = [oldSide(hunk), newSide(hunk)].map(
      (lines) => edge + lines.map((line) => line + edge).join(edge === "" ? "\n" : ""),
    );
    const at = text.indexOf(old ?? "");
    if (old === undefined || at === -1 || text.indexOf(old, at + 1) !== -1) return undefined;
    text = text.slice(0, at) + now + text.slice(at + old.length);
  }
  return (edge === "" ? text : text.slice(1, -1)).split("\n");
}

/**
 * Blank context as the line of the file below the one that is written above it, where that is blank. Which of equal
 * lines was copied is not said by the text; where it is written is.
 */
export function withBlanksInPlace(before: readonly string[], hunk: HunkLines): HunkLines {
  let next: number | undefined;
  return hunk.map((line) => {
    const isBlank = line.sign === " " && line.text.trim() === "";
    const at = isBlank && next !== undefined && before[next]?.trim() === "" ? next : line.at;
    if (at === undefined) return line;
    next = at + 1;
    return { ...line, at };
  });
}

/** A hunk without the blank lines at its ends that nothing is done to. */
export function withoutOuterBlanks(hunk: HunkLines): HunkLines {
  const isKept = ({ sign, text }: Line): boolean => sign !== " " || text.trim() !== "";
  return hunk.slice(hunk.findIndex(isKept), hunk.findLastIndex(isKept) + 1);
}

/**
 * The hunks, each where its old side stands as `seen`: once in the file, or once below the hunk before it; else at home,
 * or next to it, where lines at another depth stand to the letter and a number that is one off says no more.
 * In the order of the file.
 */
export function placed(
  before: readonly string[],
  hunks: readonly HunkLines[],
  seen: (line: string) => string,
): HunkLines[] {
  const lines = before.map(seen);
  let below = 0;
  const moved = hunks.map((hunk): HunkLines => {
    const wanted = oldSide(hunk).map(seen);
    const starts = lines.flatMap((_, start) =>
      wanted.every((line, index) => lines[start + index] === line) ? [start] : [],
    );
    const home = hunk.find((line) => line.at !== undefined)?.at ?? -1;
    const following = starts.filter((start) => start >= below);
    const isOnlyOne = starts.length === 1 || following.length === 1;
    const start = isOnlyOne ? (following[0] ?? starts[0]) : starts.find((one) => Math.abs(one - home) <= 1);
    if (start === undefined || wanted.length === 0) return hunk;
    below = start + wanted.length;
    let at = start;
    return hunk.map((line) => (line.sign === "+" ? line : { ...line, at: at++ }));
  });
  const startOf = (hunk: HunkLines): number => hunk.find(({ at }) => at !== undefined)?.at ?? 0;
  return moved.toSorted((one, other) => startOf(one) - startOf(other));
}
