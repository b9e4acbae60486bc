import { lineWidth } from "../text/width.ts";
import { cutRow, type DrawnRow, drawnRow } from "./drawn-row.ts";
import type { LiveRegion, Screen } from "./screen.ts";
import type { TerminalPort } from "./tty.ts";

const BEGIN = "\x1b[?2026h";
const END = "\x1b[?2026l";

/**
 * Draws in the terminal's own flow: finished lines go into its scrollback, below them a few rows that change. Nothing
 * above those rows is ever touched, every frame is one synchronized write, and only rows that differ are written.
 */
export class InlineScreen implements Screen {
  readonly #terminal: TerminalPort;
  #rows: readonly DrawnRow[] = [];
  #cursorRow = 0;
  #isCursorShown = true;
  #columns: number;

  constructor(terminal: TerminalPort) {
    this.#terminal = terminal;
    this.#columns = terminal.columns;
  }

  draw(committed: readonly string[], live: LiveRegion): void {
    const isRewrapped = this.#columns !== this.#terminal.columns;
    const rows = this.#fit(live.rows);
    const skipped = live.rows.length - rows.length;
    const body = committed.length > 0 || isRewrapped ? this.#redraw(committed.map(drawnRow), rows) : this.#update(rows);
    const cursor = this.#place(live, rows, skipped);
    if (body === "" && cursor === "") return;
    this.#terminal.write(`${BEGIN}${body}${cursor}${END}`);
  }

  resized(): void {}

  release(): void {
    this.close();
  }

  reclaim(): void {
    this.#rows = [];
    this.#cursorRow = 0;
    this.#isCursorShown = true;
    this.#columns = this.#terminal.columns;
  }

  scroll(): void {}

  /** As many empty lines as the screen has rows: what was there scrolls away and stays. */
  clear(): void {
    this.draw(
      Array.from({ length: this.#terminal.rows }, () => ""),
      { rows: this.#rows },
    );
  }

  /** What could still change goes; the cursor stands where it was. */
  close(): void {
    this.#terminal.write(`${BEGIN}${this.#redraw([], [])}\x1b[?25h${END}`);
    this.reclaim();
  }

  /** A region that reaches the height of the screen would scroll its own beginning into history. */
  #fit(rows: readonly string[]): readonly DrawnRow[] {
    const { columns, rows: height } = this.#terminal;
    return rows.slice(-Math.max(1, height - 1)).map((row) => cutRow(drawnRow(row), columns));
  }

  /** Rows the old region takes now: terminals break lines anew when they become narrower. */
  #rowsAbove(): number {
    const { columns } = this.#terminal;
    if (columns >= this.#columns) return this.#cursorRow;
    const above = this.#rows.slice(0, this.#cursorRow);
    return above.reduce((sum, row) => sum + Math.max(1, Math.ceil(lineWidth(row) / columns)), 0);
  }

  #redraw(committed: readonly DrawnRow[], rows: readonly DrawnRow[]): string {
    const up = Math.min(this.#rowsAbove(), this.#terminal.rows - 1);
    this.#columns = this.#terminal.columns;
    let text = `${up > 0 ? `\x1b[${up}A` : ""}\r`;
    for (const line of committed) text += `${line}\x1b[K\r\n`;
    text += rows.map((row) => `${row}\x1b[K`).join("\r\n");
    this.#rows = rows;
    this.#cursorRow = rows.length - 1;
    return `${text}\x1b[J`;
  }

  #update(rows: readonly DrawnRow[]): string {
    const old = this.#rows;
    if (rows.length === 0 || old.length === 0) return this.#redraw([], rows);
    let text = "";
    let at = this.#cursorRow;
    for (let index = 0; index < rows.length; index++) {
      if (index < old.length && rows[index] === old[index]) continue;
      text += this.#moveTo(at, index, old.length);
      at = index;
      text += `\r${rows[index]}\x1b[K`;
    }
    if (old.length > rows.length) {
      text += `${this.#moveTo(at, rows.length - 1, old.length)}\r`;
      at = rows.length - 1;
      // The row itself is right; only what is below it goes.
      text += `${rows[at]}\x1b[K\x1b[J`;
    }
    this.#rows = rows;
    this.#cursorRow = at;
    return text;
  }

  /** From one row of the region to another; rows that do not exist yet are made by new lines. */
  #moveTo(from: number, to: number, drawn: number): string {
    if (to === from) return "";
    if (to < from) return `\x1b[${from - to}A`;
    const existing = Math.max(0, Math.min(to, Math.max(drawn - 1, from)) - from);
    const made = to - from - existing;
    return `${existing > 0 ? `\x1b[${existing}B` : ""}${"\r\n".repeat(made)}`;
  }

  #place({ cursor }: LiveRegion, rows: readonly DrawnRow[], skipped: number): string {
    if (!cursor || cursor.row < skipped) {
      const hide = this.#isCursorShown ? "\x1b[?25l" : "";
      this.#isCursorShown = false;
      return hide;
    }
    const row = Math.min(cursor.row - skipped, rows.length - 1);
    const step = row - this.#cursorRow;
    const move = step < 0 ? `\x1b[${-step}A` : step > 0 ? `\x1b[${step}B` : "";
    this.#cursorRow = row;
    const show = this.#isCursorShown ? "" : "\x1b[?25h";
    this.#isCursorShown = true;
    const column = Math.min(cursor.column, this.#terminal.columns - 1);
    return `${move}\x1b[${column + 1}G${show}`;
  }
}
