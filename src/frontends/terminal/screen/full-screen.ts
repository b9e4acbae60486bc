import { cutRow, type DrawnRow, drawnRow, wrappedRow } from "./drawn-row.ts";
import type { LiveRegion, Screen } from "./screen.ts";
import type { TerminalPort } from "./tty.ts";

const BEGIN = "\x1b[?2026h";
const END = "\x1b[?2026l";
const HISTORY_LINES_MAX = 20_000;

/** The whole screen, on the terminal's second buffer: history above, scrolled with Page Up and Page Down. */
export class FullScreen implements Screen {
  readonly #terminal: TerminalPort;
  #history: readonly DrawnRow[] = [];
  #live: { readonly rows: readonly DrawnRow[]; readonly cursor?: LiveRegion["cursor"] } = { rows: [] };
  #drawn: readonly DrawnRow[] = [];
  /** Rows back from the end. */
  #offset = 0;

  constructor(terminal: TerminalPort) {
    this.#terminal = terminal;
    terminal.write("\x1b[?1049h\x1b[H");
  }

  draw(committed: readonly string[], live: LiveRegion): void {
    this.#history = this.#history.concat(committed.map(drawnRow)).slice(-HISTORY_LINES_MAX);
    if (this.#offset > 0) this.#offset += committed.length;
    this.#live = { ...live, rows: live.rows.map(drawnRow) };
    this.#paint();
  }

  resized(): void {
    this.#drawn = [];
    this.#paint();
  }

  release(): void {
    this.#terminal.write("\x1b[?1049l");
  }

  reclaim(): void {
    this.#terminal.write("\x1b[?1049h\x1b[H");
    this.resized();
  }

  scroll(rows: number): void {
    this.#offset = Math.max(0, this.#offset - rows);
    this.#paint();
  }

  clear(): void {
    this.#history = [];
    this.#offset = 0;
    this.resized();
  }

  /** Leaves what was said in the normal buffer, where it can be scrolled and copied. */
  close(): void {
    this.release();
    this.#terminal.write(this.#history.map((line) => `${line}\r\n`).join(""));
  }

  #paint(): void {
    const { columns, rows: height } = this.#terminal;
    const live = this.#live.rows.slice(-Math.max(1, height - 1)).map((row) => cutRow(row, columns));
    const skipped = this.#live.rows.length - live.length;
    const room = height - live.length;
    const wrapped = this.#history.slice(-(room + this.#offset)).flatMap((line) => wrappedRow(line, columns));
    this.#offset = Math.min(this.#offset, Math.max(0, wrapped.length - room));
    const end = wrapped.length - this.#offset;
    const shown = wrapped.slice(Math.max(0, end - room), end);
    const above = Array.from({ length: room - shown.length }, () => drawnRow(""));
    const frame = [...above, ...shown, ...live];
    let text = "";
    for (let index = 0; index < height; index++)
      if (frame[index] !== this.#drawn[index]) text += `\x1b[${index + 1};1H${frame[index] ?? ""}\x1b[K`;
    this.#drawn = frame;
    const { cursor } = this.#live;
    text += cursor
      ? `\x1b[${room + cursor.row - skipped + 1};${Math.min(cursor.column, columns - 1) + 1}H\x1b[?25h`
      : "\x1b[?25l";
    this.#terminal.write(`${BEGIN}${text}${END}`);
  }
}
