import { graphemes, graphemeWidth, linePieces, lineWidth } from "./width.ts";

const RESET = "\x1b[0m";

/** A part of a text that fills one row: UTF-16 offsets, end exclusive. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** Rows of plain text at a width, broken after blanks where possible. Every offset is in exactly one row; newlines in none. */
export function wrapRanges(text: string, width: number): readonly RowRange[] {
  const rows: RowRange[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    pushRows(line, start, Math.max(1, width), rows);
    start += line.length + 1;
  }
  return rows;
}

function pushRows(line: string, offset: number, width: number, rows: RowRange[]): void {
  let rowStart = 0;
  let column = 0;
  let afterBlank = 0;
  let index = 0;
  for (const grapheme of graphemes(line)) {
    const columns = graphemeWidth(grapheme);
    if (column + columns > width && index > rowStart) {
      const end = afterBlank > rowStart ? afterBlank : index;
      rows.push({ start: offset + rowStart, end: offset + end });
      column = lineWidth(line.slice(end, index));
      rowStart = end;
    }
    column += columns;
    index += grapheme.length;
    if (grapheme === " " || grapheme === "\t" || columns === 2) afterBlank = index;
  }
  rows.push({ start: offset + rowStart, end: offset + line.length });
}

/** Rows of text that may hold colours; each row carries the colours it began in and ends without any. */
export function wrapStyled(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, width)));
}

interface Cell {
  readonly text: string;
  readonly columns: number;
  /** Escapes in force before it. */
  readonly style: string;
}

/** Source as rows: cut where a row is full, so that no blank of it is lost. */
export function wrapExactly(line: string, width: number): string[] {
  if (lineWidth(line) <= width) return [line];
  const rows: Cell[][] = [];
  let column = width;
  for (const cell of cellsOf(line)) {
    if (column + cell.columns > width) {
      rows.push([]);
      column = 0;
    }
    rows.at(-1)?.push(cell);
    column += cell.columns;
  }
  return rows.map(joinCells);
}

/** ASCII needs no look at each character: every one is a column. */
function wrapAscii(line: string, width: number): string[] {
  const rows: string[] = [];
  let start = 0;
  while (line.length - start > width) {
    // The blanks at which a full row ends belong to no row.
    const blank = line.slice(start, start + width + 1).lastIndexOf(" ");
    const end = start + (blank >= 0 ? blank + 1 : width);
    const row = line.slice(start, end).trimEnd();
    if (row !== "") rows.push(row);
    start = end;
    while (blank >= 0 && line[start] === " ") start++;
  }
  rows.push(line.slice(start).trimEnd());
  return rows;
}

function wrapLine(line: string, width: number): string[] {
  if (/^[\x20-\x7e]*$/.test(line)) return line.length <= width ? [line] : wrapAscii(line, width);
  if (lineWidth(line) <= width) return [line];
  const cells = cellsOf(line);
  const rows: string[] = [];
  let start = 0;
  for (;;) {
    const cut = rowEnd(cells, start, width);
    rows.push(joinCells(cells.slice(start, cut?.end)));
    if (cut === undefined) return rows;
    start = cut.next;
  }
}

function afterBlanks(cells: readonly Cell[], from: number): number {
  let next = from;
  while (cells[next]?.text === " ") next++;
  return next;
}

/**
 * Where the row from `start` on ends and the next begins; undefined when the rest fits. The blanks at which a full row ends
 * belong to no row; a wide cell may end one.
 */
function rowEnd(cells: readonly Cell[], start: number, width: number): { end: number; next: number } | undefined {
  let column = 0;
  let afterBlank = start;
  for (let index = start; index < cells.length; index++) {
    const { text, columns } = cells[index] as Cell;
    const isBlank = text === " ";
    if (column + columns > width && index > start) {
      if (isBlank) return { end: index, next: afterBlanks(cells, index) };
      const end = afterBlank > start ? afterBlank : index;
      return { end, next: end };
    }
    column += columns;
    if (isBlank || columns === 2) afterBlank = index + 1;
  }
  return undefined;
}

function cellsOf(line: string): readonly Cell[] {
  const cells: Cell[] = [];
  let style = "";
  for (const piece of linePieces(line)) {
    if (piece.kind === "escape") style = nextStyle(style, piece.text);
    else for (const text of graphemes(piece.text)) cells.push({ text, columns: graphemeWidth(text), style });
  }
  return cells;
}

function nextStyle(style: string, sequence: string): string {
  return sequence === RESET || sequence === "\x1b[m" ? "" : style + sequence;
}

function joinCells(cells: readonly Cell[]): string {
  let text = "";
  let style = "";
  for (const cell of cells) {
    if (cell.style !== style) {
      if (!cell.style.startsWith(style)) text += RESET + cell.style;
      else text += cell.style.slice(style.length);
      style = cell.style;
    }
    text += cell.text;
  }
  return (style === "" ? text : text + RESET).replace(/ +$/, "");
}

/** The line cut to a width, with an ellipsis where something was left out. */
export function truncateLine(line: string, width: number): string {
  if (lineWidth(line) <= width) return line;
  if (width <= 1) return "…".slice(0, width);
  let text = "";
  let column = 0;
  let isStyled = false;
  for (const piece of linePieces(line)) {
    if (piece.kind === "escape") {
      text += piece.text;
      isStyled = true;
      continue;
    }
    for (const grapheme of graphemes(piece.text)) {
      column += graphemeWidth(grapheme);
      if (column > width - 1) return `${text}…${isStyled ? RESET : ""}`;
      text += grapheme;
    }
  }
  return text;
}
