const TEXT_LENGTH_MAX = 100;
/** Of a line longer than any screen (a bundle) only what stands around the use is shown. */
const LINE_SHOWN_MAX = 400;

/** Where the lines of a source begin. */
export class SourceLines {
  private readonly source: string;
  private readonly starts: Int32Array;
  /** The line that was asked for last: uses come in source order. */
  private lastLine = 1;
  private lastStart = 0;
  private lastEnd = 0;
  private lastText: string | undefined;

  constructor(source: string) {
    this.source = source;
    const starts: number[] = [0];
    for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
    // A final line end opens no further line.
    if (starts.length > 1 && starts.at(-1) === source.length) starts.pop();
    this.starts = Int32Array.from(starts);
  }

  get count(): number {
    return this.starts.length;
  }

  /** 1-based line of an offset; offsets past the end are on the last line. */
  lineOf(offset: number): number {
    if (offset >= this.lastStart && offset < this.lastEnd) return this.lastLine;
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    this.lastLine = Math.max(1, low);
    this.lastStart = this.starts[low - 1] ?? 0;
    this.lastEnd = this.starts[low] ?? this.source.length + 1;
    this.lastText = undefined;
    return this.lastLine;
  }

  /** The line that holds the offset, trimmed and shortened. */
  textAt(offset: number): string {
    this.lineOf(offset);
    const { lastStart: start, lastEnd: end } = this;
    if (end - start > LINE_SHOWN_MAX) return shorten(this.source.slice(offset, Math.min(end, offset + LINE_SHOWN_MAX)));
    this.lastText ??= shorten(this.source.slice(start, end));
    return this.lastText;
  }
}

/** Most lines hold no run of blanks, and looking for one costs less than replacing. */
const RUN = /[\t\r\n\f\v\u00a0]| {2}/;
const shorten = (text: string) => {
  const trimmed = text.trim();
  return (RUN.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed).slice(0, TEXT_LENGTH_MAX);
};
