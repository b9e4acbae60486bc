import { firstRows } from "../../../cut-lists.ts";

const ROWS_MAX = 24;

/** A heading with rows that are never cut inside: what decides may stand at the end of one. Nothing where there is none. */
export function whole(title: string, rows: readonly string[], rowsMax = ROWS_MAX): string {
  if (rows.length === 0) return "";
  const shown = firstRows(
    rows.map((row) => `- ${row}`),
    rowsMax,
  );
  return [`${title} (${rows.length}):`, ...shown].join("\n");
}
