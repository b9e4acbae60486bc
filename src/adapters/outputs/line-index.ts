import { readSync } from "node:fs";

/** Where every thousandth line of a file begins, so that any page is near a known offset. */
export interface LineIndex {
  /** Byte offset of line `1 + n * LINES_PER_MARK`. */
  readonly marks: readonly number[];
  /** Bytes seen; the file may have grown since. */
  readonly sizeBytes: number;
  /** Line feeds seen. */
  readonly feeds: number;
  /** A last line without a line feed counts. */
  readonly totalLines: number;
}

const LINES_PER_MARK = 1000;
const CHUNK_BYTES = 256 * 1024;
const LINE_BYTES_MAX = 64 * 1024;
const PAGE_BYTES_MAX = 4 * 1024 * 1024;
const FEED = 10;

/** Indexes a file, or goes on from an earlier index where it has grown. Memory: one chunk and the marks. */
export function indexLines(file: number, sizeBytes: number, earlier?: LineIndex): LineIndex {
  const usable = earlier !== undefined && earlier.sizeBytes <= sizeBytes ? earlier : undefined;
  const marks = [...(usable?.marks ?? [0])];
  let feeds = usable?.feeds ?? 0;
  let offset = usable?.sizeBytes ?? 0;
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  while (offset < sizeBytes) {
    const count = readSync(file, chunk, 0, Math.min(CHUNK_BYTES, sizeBytes - offset), offset);
    if (count === 0) break;
    const bytes = chunk.subarray(0, count);
    for (let at = bytes.indexOf(FEED); at >= 0; at = bytes.indexOf(FEED, at + 1)) {
      feeds++;
      if (feeds % LINES_PER_MARK === 0) marks.push(offset + at + 1);
    }
    offset += count;
  }
  return { marks, sizeBytes: offset, feeds, totalLines: feeds + (endsInLine(file, offset) ? 1 : 0) };
}

/** Lines `offset` (1-based) and on, without their ends; very long ones are cut, and so is a page past 4 MB. */
export function readLines(file: number, index: LineIndex, offset: number, limit: number): readonly string[] {
  const first = Math.max(1, offset);
  const last = Math.min(index.totalLines, first + limit - 1);
  const mark = Math.min(Math.floor((first - 1) / LINES_PER_MARK), index.marks.length - 1);
  const reader = new LineReader(file, index.marks[mark] ?? 0, index.sizeBytes);
  const lines: string[] = [];
  let bytes = 0;
  for (let line = mark * LINES_PER_MARK + 1; line <= last && bytes < PAGE_BYTES_MAX; line++) {
    const text = reader.next(line >= first);
    if (text === undefined) continue;
    lines.push(text);
    bytes += text.length;
  }
  return lines;
}

class LineReader {
  private readonly file: number;
  private readonly endBytes: number;
  private offset: number;
  private chunk: Buffer = Buffer.alloc(0);

  constructor(file: number, offset: number, endBytes: number) {
    this.file = file;
    this.offset = offset;
    this.endBytes = endBytes;
  }

  /** The next line, or undefined when it is only to be passed over. */
  next(wanted: boolean): string | undefined {
    const pieces: Buffer[] = [];
    let kept = 0;
    for (let isWhole = false; !isWhole && (this.chunk.length > 0 || this.fill()); ) {
      const feed = this.chunk.indexOf(FEED);
      const piece = feed < 0 ? this.chunk : this.chunk.subarray(0, feed);
      if (wanted && kept < LINE_BYTES_MAX) pieces.push(piece.subarray(0, LINE_BYTES_MAX - kept));
      kept += piece.length;
      this.chunk = feed < 0 ? Buffer.alloc(0) : this.chunk.subarray(feed + 1);
      isWhole = feed >= 0;
    }
    if (!wanted) return undefined;
    const text = Buffer.concat(pieces).toString("utf8");
    if (kept > LINE_BYTES_MAX) return `${text}… (${kept} bytes)`;
    return text.endsWith("\r") ? text.slice(0, -1) : text;
  }

  private fill(): boolean {
    const bytes = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(0, this.endBytes - this.offset)));
    const count = bytes.length === 0 ? 0 : readSync(this.file, bytes, 0, bytes.length, this.offset);
    this.offset += count;
    this.chunk = bytes.subarray(0, count);
    return count > 0;
  }
}

function endsInLine(file: number, sizeBytes: number): boolean {
  if (sizeBytes === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, sizeBytes - 1);
  return last[0] !== FEED;
}
