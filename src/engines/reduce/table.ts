import { linesWithin, type Reducer } from "./reduction.ts";

const ROWS_MIN = 50;
const ALIKE_SHARE = 0.98;
const HEAD_ROWS = 15;
const TAIL_ROWS = 5;
const OTHERS_MAX = 20;
const DELIMITERS = ["\t", "|", ";", ","] as const;
/** The comma of a time parts no columns, nor does one of a sentence. */
const NO_DELIMITER = /(?<=\d\d:\d\d:\d\d),(?=\d{3}(?!\d))|[,;] /g;

/** Rows of one shape (CSV, a table of a query): the head with its first rows, how many there are, the last, and what is no row of it. */
export const reduceTable: Reducer = (text, charsMax) => {
  const lines = text.trimEnd().split("\n");
  if (lines.length < ROWS_MIN) return undefined;
  const parted = lines.map((line) => line.replace(NO_DELIMITER, " "));
  const table = DELIMITERS.map((delimiter) => tableBy(lines, parted, delimiter)).find((found) => found !== undefined);
  if (table === undefined) return undefined;
  const { columns, rows, others } = table;
  const shown = [
    `${rows.length} rows of ${columns} columns${others.length === 0 ? "" : `, and ${others.length} other lines`}`,
    ...linesWithin(rows.slice(0, HEAD_ROWS), charsMax * 0.5, "rows"),
    `… ${rows.length - HEAD_ROWS - TAIL_ROWS} rows left out`,
    ...linesWithin(rows.slice(-TAIL_ROWS), charsMax * 0.2, "rows"),
    ...(others.length === 0
      ? []
      : ["Other lines:", ...linesWithin(others.slice(0, OTHERS_MAX), charsMax * 0.2, "of them")]),
    ...(others.length > OTHERS_MAX ? [`… ${others.length - OTHERS_MAX} more of them`] : []),
  ];
  return { kind: "a table", text: shown.join("\n") };
};

interface Table {
  readonly columns: number;
  readonly rows: readonly string[];
  readonly others: readonly string[];
}

/** @param parted  the lines with those delimiters alone that may part columns */
function tableBy(lines: readonly string[], parted: readonly string[], delimiter: string): Table | undefined {
  const widths = parted.map((line) => line.split(delimiter).length);
  const byWidth = Map.groupBy(lines, (_line, index) => widths[index] ?? 0);
  const [columns, rows] = [...byWidth].reduce((most, each) => (each[1].length > most[1].length ? each : most));
  if (columns < 2 || rows.length < lines.length * ALIKE_SHARE) return undefined;
  return { columns, rows, others: lines.filter((_line, index) => widths[index] !== columns) };
}
