import { structuredPatch } from "diff";

const CONTEXT_LINES = 3;
const DIFF_CHARACTERS_MAX = 2_000_000;

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
  const { hunks } = structuredPatch(path, path, before ?? "", after, "", "", { context: CONTEXT_LINES });
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

/** Where no line is meant, the format names the one before. */
function span(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`;
}

function countLines(text: string): number {
  return text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
