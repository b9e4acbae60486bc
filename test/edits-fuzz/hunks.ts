import { structuredPatch } from "diff";
import type { Random } from "../random.ts";
import type { Revision } from "./revisions.ts";

/** A line of a hunk. `at` is its index in the old file, of context and of deleted lines. */
export interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  readonly at?: number;
  /** What it says where it is written otherwise: at another depth, or without its numbered columns. */
  readonly meant?: string;
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

/** A line without the columns that COBOL numbers: they tell no lines apart. */
export const codeOf =
  (path: string) =>
  (line: string): string =>
    path.endsWith(".cbl") ? line.slice(6, 72) : line;

export const isBlank = (text: string): boolean => text.trim() === "";
export const indentOf = (text: string): string => /^[ \t]*/.exec(text)?.[0] ?? "";

/** The lines of text in their usual spelling: quotes and full-width characters as ASCII has them. */
export const plain = (text: string): string =>
  text
    .replace(/’/g, "'")
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));
