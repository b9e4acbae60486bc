import { errorCode } from "../../base/error-text.ts";
import { afterCut, beforeCut } from "../../engines/secrets/cut-edges.ts";
import { plainText } from "../../engines/terminal-text/plain-text.ts";
import { type CommandEncoding, commandEncoding, decodeCommandBytes } from "./decode-output.ts";

/** Where a long output goes as it comes. */
export interface OutputSink {
  readonly handle: string;
  append(bytes: Uint8Array): void;
  close(): void;
}

const HEAD_BYTES = 16 * 1024;
const TAIL_BYTES = 16 * 1024;
/** Secrets are looked for in all that is stored: more would keep a command waiting that writes without end. */
const STORED_BYTES_MAX = 16 * 1024 * 1024;

/**
 * What a command writes: the first and the last 16 KB in memory, and once that is not all of it, the whole in a sink
 * (its first 16 MB).
 */
export class KeptOutput {
  private readonly openSink: () => OutputSink;
  private readonly headMax: number;
  private readonly head: Buffer[] = [];
  private tail: Buffer[] = [];
  private headBytes = 0;
  private tailBytes = 0;
  private sink: OutputSink | undefined;
  /** Why the sink does not take more. */
  private problem: string | undefined;
  totalBytes = 0;

  /** @param headMax  bytes of its beginning that stay in memory */
  constructor(openSink: () => OutputSink, headMax = HEAD_BYTES) {
    this.openSink = openSink;
    this.headMax = headMax;
  }

  get handle(): string | undefined {
    return this.sink?.handle;
  }

  /** Opens the sink at once, for an output that is to be read while it grows. */
  open(): string {
    return this.openedSink().handle;
  }

  push(bytes: Buffer): void {
    this.totalBytes += bytes.length;
    if (this.problem === undefined) this.store(bytes);
    const room = this.headMax - this.headBytes;
    if (room > 0) this.pushHead(bytes.subarray(0, room));
    if (bytes.length > room) this.pushTail(bytes.subarray(Math.max(0, room)));
  }

  close(): void {
    const left = this.totalBytes - STORED_BYTES_MAX;
    this.guarded(() => {
      if (left > 0 && this.problem === undefined)
        this.sink?.append(Buffer.from(`\n… ${left} bytes more were written and are not kept …\n`));
      this.sink?.close();
    });
  }

  /**
   * The text, without what would act on a terminal; where it is too long, its beginning and end with a line between
   * that says what is left out. Of bytes that are no text only their number.
   */
  text(): string {
    const head = Buffer.concat(this.head);
    const encoding = commandEncoding(head);
    if (encoding === "binary") return `(binary output, ${this.totalBytes} bytes)\n`;
    const tail = Buffer.concat(this.tail);
    const kept = tail.length > TAIL_BYTES ? tail.subarray(tail.length - TAIL_BYTES) : tail;
    const left = this.totalBytes - this.headBytes - kept.length;
    if (left === 0) return plainText(decodeCommandBytes(Buffer.concat([head, kept]), encoding));
    const first = plainText(decodeCommandBytes(wholeCharacters(head, 0, encoding), encoding));
    const last = plainText(decodeCommandBytes(wholeCharacters(kept, this.headBytes + left, encoding), encoding));
    const why = this.problem === undefined ? "" : `, and they could not be kept (${this.problem})`;
    return `${beforeCut(first)}\n… ${left} bytes left out${why} …\n${afterCut(last)}`;
  }

  private openedSink(): OutputSink {
    if (this.sink === undefined) {
      this.sink = this.openSink();
      for (const bytes of [...this.head, ...this.tail]) this.sink.append(bytes);
    }
    return this.sink;
  }

  private store(bytes: Buffer): void {
    if (this.sink === undefined && this.totalBytes <= this.headMax + TAIL_BYTES) return;
    const room = STORED_BYTES_MAX - (this.totalBytes - bytes.length);
    this.guarded(() => {
      const sink = this.openedSink();
      if (room > 0) sink.append(bytes.subarray(0, room));
    });
  }

  /** A full disk costs the part that is kept, not the command. */
  private guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined) throw error;
      this.problem = code === "ENOSPC" ? "the disk is full" : code;
    }
  }

  private pushHead(bytes: Buffer): void {
    this.head.push(Buffer.from(bytes));
    this.headBytes += bytes.length;
  }

  private pushTail(bytes: Buffer): void {
    this.tail.push(Buffer.from(bytes));
    this.tailBytes += bytes.length;
    if (this.tailBytes < 2 * TAIL_BYTES) return;
    const all = Buffer.concat(this.tail);
    this.tail = [Buffer.from(all.subarray(all.length - TAIL_BYTES))];
    this.tailBytes = TAIL_BYTES;
  }
}

/** Without the parts of characters at either end. `offset` is where the bytes lie in the output. */
function wholeCharacters(bytes: Buffer, offset: number, encoding: CommandEncoding): Buffer {
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  if (isWide) return bytes.subarray(offset % 2, bytes.length - ((offset + bytes.length) % 2));
  if (encoding !== "utf-8") return bytes;
  let start = 0;
  while (offset > 0 && start < 3 && isTailByte(bytes[start])) start++;
  let end = bytes.length;
  while (end > bytes.length - 3 && isTailByte(bytes[end - 1])) end--;
  const lead = bytes[end - 1] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return bytes.subarray(start, end - 1 + length > bytes.length ? end - 1 : bytes.length);
}

function isTailByte(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}
