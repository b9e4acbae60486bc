import { linesWithin, type Reducer } from "./reduction.ts";

const ROWS_MIN = 50;
const ALIKE_SHARE = 0.9;
const HEAD_ROWS = 15;
const TAIL_ROWS = 5;
const DELIMITERS = ["\t", "|", ";", ","] as const;

/** Rows of one shape (CSV, a table of a query, columns of blanks): the head with its first rows, how many there are, the last. */
export const reduceTable: Reducer = (text, charsMax) => {
  const lines = text.trimEnd().split("\n");
  if (lines.length < ROWS_MIN) return undefined;
  const delimiter = DELIMITERS.find((candidate) => isTable(lines, candidate));
  if (delimiter === undefined) return undefined;
  const columns = (lines[0] ?? "").split(delimiter).length;
  const shown = [
    `${lines.length} rows of ${columns} columns`,
    ...linesWithin(lines.slice(0, HEAD_ROWS), charsMax * 0.7, "rows"),
    `… ${lines.length - HEAD_ROWS - TAIL_ROWS} rows left out`,
    ...linesWithin(lines.slice(-TAIL_ROWS), charsMax * 0.3, "rows"),
  ];
  return { kind: "a table", text: shown.join("\n") };
};

function isTable(lines: readonly string[], delimiter: string): boolean {
  const widths = new Map<number, number>();
  for (const line of lines) {
    const width = line.split(delimiter).length;
    if (width > 1) widths.set(width, (widths.get(width) ?? 0) + 1);
  }
  return Math.max(0, ...widths.values()) >= lines.length * ALIKE_SHARE;
}
