/** How many lines may make up what comes again, and how often it must have come. */
const CYCLE_LINES_MAX = 8;
const TIMES = 30;
/** A line is only compared: of a longer one its end counts. */
const LINE_CHARS_MAX = 2_000;

/** Watches a text that streams for the same few lines again and again, which no model ends by itself. */
export class LineRepetition {
  #open = "";
  readonly #lines: string[] = [];
  /** For each length of a cycle, how many lines in a row have been those of one cycle before. */
  readonly #runs = new Array<number>(CYCLE_LINES_MAX + 1).fill(0);

  /** @returns how many lines come again and again, once they have come thirty times in a row */
  push(text: string): number | undefined {
    const lines = (this.#open + text).split("\n");
    this.#open = (lines.pop() ?? "").slice(-LINE_CHARS_MAX);
    for (const line of lines) {
      const length = this.#add(line.trimEnd());
      if (length !== undefined) return length;
    }
    return undefined;
  }

  #add(line: string): number | undefined {
    this.#lines.unshift(line);
    this.#lines.length = Math.min(this.#lines.length, CYCLE_LINES_MAX + 1);
    for (let length = 1; length <= CYCLE_LINES_MAX; length++) {
      const isSame = this.#lines[length] === line;
      const run = isSame ? (this.#runs[length] ?? 0) + 1 : 0;
      this.#runs[length] = run;
      if (run >= length * (TIMES - 1)) return length;
    }
    return undefined;
  }
}
