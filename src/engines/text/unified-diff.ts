import { type StructuredPatchHunk, structuredPatch } from "diff";
import { coarseGaps } from "./coarse-diff.ts";

const CONTEXT_LINES = 3;
const DIFF_CHARACTERS_MAX = 2_000_000;
/** Time and memory of the shortest difference grow with the square of it: of 6,000 lines 2 s. */
const EDITS_MAX = 1_000;

export interface FileDiff {
  /** A unified diff with `---`, `+++` and hunks; empty when nothing differs. */
  readonly patch: string;
  readonly added: number;
  readonly removed: number;
}

/** The difference between two texts of one file for people to read; `before` undefined means that it is created. */
export function unifiedDiff(path: string, before: string | undefined, after: string): FileDiff {
  const header = `--- ${before === undefined ? "/dev/null" : `a/${path}`}\n+++ b/${path}\n`;
  if (before === after) return { patch: "", added: 0, removed: 0 };
  if ((before?.length ?? 0) + after.length > DIFF_CHARACTERS_MAX)
    return { patch: `${header}(too large to show)\n`, added: countLines(after), removed: countLines(before ?? "") };
  const hunks = hunksOf(before ?? "", after);
  let added = 0;
  let removed = 0;
  const lines: string[] = [];
  for (const hunk of hunks) {
    lines.push(`@@ -${span(hunk.oldStart, hunk.oldLines)} +${span(hunk.newStart, hunk.newLines)} @@`);
    for (const line of hunk.lines) {
      if (line.startsWith("+")) added++;
      else if (line.startsWith("-")) removed++;
      lines.push(line);
    }
  }
  return { patch: `${header}${lines.join("\n")}\n`, added, removed };
}

function hunksOf(before: string, after: string): readonly StructuredPatchHunk[] {
  const options = { context: CONTEXT_LINES, maxEditLength: EDITS_MAX };
  return structuredPatch("", "", before, after, "", "", options)?.hunks ?? coarse(before, after);
}

/** Hunks that need not be the shortest. */
function coarse(before: string, after: string): readonly StructuredPatchHunk[] {
  const [old, made] = [linesOf(before), linesOf(after)];
  const gaps = coarseGaps(old, made);
  let shown = 0;
  return gaps.map((gap, index) => {
    const [from, to] = gap.old;
    const start = Math.max(shown, from - CONTEXT_LINES);
    shown = Math.min(to + CONTEXT_LINES, gaps[index + 1]?.old[0] ?? old.length);
    const lead = from - start;
    const tail = shown - to;
    return {
      oldStart: start + 1,
      oldLines: shown - start,
      newStart: gap.made[0] - lead + 1,
      newLines: gap.made[1] - gap.made[0] + lead + tail,
      lines: [
        ...signed(" ", old, start, from),
        ...signed("-", old, from, to),
        ...signed("+", made, ...gap.made),
        ...signed(" ", old, to, shown),
      ],
    };
  });
}

/** Each with its line end, but for a last one that has none. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const signed = (sign: string, lines: readonly string[], from: number, to: number): readonly string[] =>
  lines
    .slice(from, to)
    .flatMap((line) =>
      line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, "\\ No newline at end of file"],
    );

/** Where no line is meant, the format names the one before. */
function span(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`;
}

function countLines(text: string): number {
  return text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
