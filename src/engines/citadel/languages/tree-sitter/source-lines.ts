const TEXT_LENGTH_MAX = 100;
/** Of a line longer than any screen (a bundle) only what stands around the use is shown. */
const LINE_SHOWN_MAX = 400;

/** Where the lines of a source begin. */
export class SourceLines {
  private readonly source: string;
  private readonly starts: Int32Array;
  private lastLine = 0;
  private lastText = "";

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
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(1, low);
  }

  /** The line that holds the offset, trimmed and shortened. */
  textAt(offset: number): string {
    const line = this.lineOf(offset);
    if (line === this.lastLine) return this.lastText;
    const start = this.starts[line - 1] ?? 0;
    const end = this.starts[line] ?? this.source.length;
    if (end - start > LINE_SHOWN_MAX) return shorten(this.source.slice(offset, Math.min(end, offset + LINE_SHOWN_MAX)));
    this.lastLine = line;
    this.lastText = shorten(this.source.slice(start, end));
    return this.lastText;
  }
}

const shorten = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, TEXT_LENGTH_MAX);
