import { graphemes, graphemeWidth } from "../text/width.ts";

const UP = 1;
const DOWN = 2;
const LEFT = 4;
const RIGHT = 8;

/** The character of lines that leave a cell in these directions. */
const JOINTS: Readonly<Record<number, string>> = {
  [UP]: "│",
  [DOWN]: "│",
  [UP | DOWN]: "│",
  [LEFT]: "─",
  [RIGHT]: "─",
  [LEFT | RIGHT]: "─",
  [DOWN | RIGHT]: "┌",
  [DOWN | LEFT]: "┐",
  [UP | RIGHT]: "└",
  [UP | LEFT]: "┘",
  [UP | DOWN | RIGHT]: "├",
  [UP | DOWN | LEFT]: "┤",
  [DOWN | LEFT | RIGHT]: "┬",
  [UP | LEFT | RIGHT]: "┴",
  [UP | DOWN | LEFT | RIGHT]: "┼",
};

/** Cells of a text drawing. Lines that meet join by themselves; text covers lines. */
export class Canvas {
  readonly #cells = new Map<number, Map<number, string | number>>();
  #rows = 0;

  text(row: number, column: number, text: string): void {
    let at = column;
    for (const grapheme of graphemes(text)) {
      const width = graphemeWidth(grapheme);
      this.#set(row, at, grapheme);
      // A wide character takes the next cell as well.
      if (width === 2) this.#set(row, at + 1, "");
      at += Math.max(1, width);
    }
  }

  vertical(column: number, fromRow: number, toRow: number): void {
    for (let row = fromRow; row <= toRow; row++) {
      this.#join(row, column, (row > fromRow ? UP : 0) | (row < toRow ? DOWN : 0) || UP | DOWN);
    }
  }

  /** Joins this cell to the ones above and below it. */
  through(row: number, column: number): void {
    this.#join(row, column, UP | DOWN);
  }

  horizontal(row: number, fromColumn: number, toColumn: number): void {
    const first = Math.min(fromColumn, toColumn);
    const last = Math.max(fromColumn, toColumn);
    for (let column = first; column <= last; column++)
      this.#join(row, column, (column > first ? LEFT : 0) | (column < last ? RIGHT : 0));
  }

  /** A box of `width` columns around lines of text. */
  box(row: number, column: number, width: number, lines: readonly string[]): void {
    this.text(row, column, `┌${"─".repeat(width - 2)}┐`);
    lines.forEach((line, index) => {
      this.text(row + 1 + index, column, `│${line}│`);
    });
    this.text(row + 1 + lines.length, column, `└${"─".repeat(width - 2)}┘`);
  }

  rows(): readonly string[] {
    return Array.from({ length: this.#rows }, (_, row) => this.#row(row));
  }

  #row(row: number): string {
    const cells = this.#cells.get(row);
    if (!cells) return "";
    const last = Math.max(...cells.keys());
    let text = "";
    for (let column = 0; column <= last; column++) {
      const cell = cells.get(column);
      text += typeof cell === "number" ? (JOINTS[cell] ?? " ") : (cell ?? " ");
    }
    return text.trimEnd();
  }

  #join(row: number, column: number, directions: number): void {
    const known = this.#cells.get(row)?.get(column);
    if (typeof known === "string") return;
    this.#set(row, column, (known ?? 0) | directions);
  }

  #set(row: number, column: number, value: string | number): void {
    if (row < 0 || column < 0) return;
    const cells = this.#cells.get(row) ?? new Map<number, string | number>();
    cells.set(column, value);
    this.#cells.set(row, cells);
    this.#rows = Math.max(this.#rows, row + 1);
  }
}
