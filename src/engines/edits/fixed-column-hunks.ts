import type { Hunk } from "./model.ts";
import { type FixedColumns, viewOfWritten } from "./text-form/fixed-columns.ts";

/**
 * Hunks as they compare with lines in fixed columns: copied sequence numbers and identifications are dropped from what is
 * searched for. An added line keeps its own.
 */
export function inFixedColumns(hunks: readonly Hunk[], columns: FixedColumns): readonly Hunk[] {
  return hunks.map((hunk) => viewOfHunk(hunk, (line) => viewOfWritten(line, columns)));
}

function viewOfHunk(hunk: Hunk, view: (line: string) => string): Hunk {
  switch (hunk.kind) {
    case "insert":
      return hunk;
    case "lines":
      return {
        ...hunk,
        lines: hunk.lines.map((line) => (line.kind === "insert" ? line : { ...line, text: view(line.text) })),
      };
    case "text":
      return { ...hunk, view };
  }
}
