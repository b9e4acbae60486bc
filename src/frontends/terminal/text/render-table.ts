import { lineWidth } from "./width.ts";
import { wrapStyled } from "./wrap.ts";

type Alignment = "left" | "right" | "center";

export interface TableParts {
  /** One line of Markdown with its signs turned into styles. */
  readonly inline: (text: string) => string;
  readonly border: (text: string) => string;
  readonly heading: (text: string) => string;
}

const COLUMN_MIN = 4;
const DELIMITER = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/;

/** Whether the two lines begin a table of GitHub Flavored Markdown: a head, and a delimiter row of as many cells. */
export function beginsTable(head: string, delimiter: string): boolean {
  return (
    head.includes("|") &&
    delimiter.includes("-") &&
    DELIMITER.test(delimiter) &&
    cellsOf(head).length === cellsOf(delimiter).length
  );
}

/** A table at most `width` columns wide, its cells aligned as the delimiter row says; what is too long goes on below. */
export function renderTable(lines: readonly string[], width: number, parts: TableParts): readonly string[] {
  const [head = "", delimiter = "", ...body] = lines;
  const alignments = cellsOf(delimiter).map(alignmentOf);
  const shown = [head, ...body].map((line) => {
    const cells = cellsOf(line);
    return alignments.map((_, index) => parts.inline(cells[index] ?? ""));
  });
  const widths = columnWidths(shown, width - 3 * (alignments.length - 1));
  const bar = parts.border(" │ ");
  const rows = shown.map((cells, at) => {
    const styled = at === 0 ? cells.map(parts.heading) : cells;
    return rowLines(styled, widths, alignments).map((line) => line.join(bar).trimEnd());
  });
  const rule = parts.border(widths.map((columns) => "─".repeat(columns)).join("─┼─"));
  return [...(rows[0] ?? []), rule, ...rows.slice(1).flat()];
}

/** Between the bars; one that is escaped, or stands in code, belongs to its cell. */
function cellsOf(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  const cells = [""];
  for (const [part] of inner.matchAll(/\\\||(`+)[\s\S]*?\1|[\s\S]/g)) {
    if (part === "|") cells.push("");
    else cells[cells.length - 1] += part === "\\|" ? "|" : part.replaceAll("\\|", "|");
  }
  return cells.map((cell) => cell.trim());
}

function alignmentOf(cell: string): Alignment {
  if (cell.endsWith(":")) return cell.startsWith(":") ? "center" : "right";
  return "left";
}

/**
 * As wide as what is in them; where that is too much the widest give way first: as long as that helps those that have
 * words to part, and only then where a word is broken.
 */
function columnWidths(rows: readonly (readonly string[])[], room: number): readonly number[] {
  const columns = rows[0]?.length ?? 0;
  const widest = (widthOf: (cell: string) => number) =>
    Array.from({ length: columns }, (_, at) => Math.max(1, ...rows.map((row) => widthOf(row[at] ?? ""))));
  const widths = widest(lineWidth);
  const longestWords = widest((cell) => Math.max(0, ...cell.split(/\s+/).map(lineWidth)));
  narrow(widths, room, longestWords);
  narrow(
    widths,
    room,
    widths.map(() => COLUMN_MIN),
  );
  return widths;
}

/** Takes from the widest of those that may be narrower, until all fit or none may. */
function narrow(widths: number[], room: number, least: readonly number[]): void {
  for (let over = widths.reduce((sum, each) => sum + each, 0) - room; over > 0; over--) {
    const free = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = Math.max(...free);
    if (widest === 0) return;
    widths[free.indexOf(widest)] = widest - 1;
  }
}

function rowLines(
  cells: readonly string[],
  widths: readonly number[],
  alignments: readonly Alignment[],
): readonly (readonly string[])[] {
  const wrapped = cells.map((cell, at) => wrapStyled(cell, widths[at] ?? 1));
  const height = Math.max(1, ...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    wrapped.map((rows, at) => aligned(rows[line] ?? "", widths[at] ?? 1, alignments[at] ?? "left")),
  );
}

function aligned(text: string, width: number, alignment: Alignment): string {
  const gap = Math.max(0, width - lineWidth(text));
  const before = alignment === "right" ? gap : alignment === "center" ? Math.floor(gap / 2) : 0;
  return " ".repeat(before) + text + " ".repeat(gap - before);
}
