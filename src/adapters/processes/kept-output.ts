import { StringDecoder } from "node:string_decoder";

/** Where a long output goes as it comes. */
export interface OutputSink {
  readonly handle: string;
  append(bytes: Uint8Array): void;
  close(): void;
}

const HEAD_BYTES = 16 * 1024;
const TAIL_BYTES = 16 * 1024;
const STORED_BYTES_MAX = 1024 * 1024 * 1024;

/**
 * What a command writes: the first and the last 16 KB in memory, and once that is not all of it, the whole in a sink
 * (1 GB at most).
 */
export class KeptOutput {
  private readonly openSink: () => OutputSink;
  private readonly head: Buffer[] = [];
  private tail: Buffer[] = [];
  private headBytes = 0;
  private tailBytes = 0;
  private sink: OutputSink | undefined;
  totalBytes = 0;

  constructor(openSink: () => OutputSink) {
    this.openSink = openSink;
  }

  get handle(): string | undefined {
    return this.sink?.handle;
  }

  /** Opens the sink at once, for an output that is to be read while it grows. */
  store(): string {
    return this.openedSink().handle;
  }

  push(bytes: Buffer): void {
    this.totalBytes += bytes.length;
    if (this.totalBytes > HEAD_BYTES + TAIL_BYTES) this.openedSink();
    if (this.totalBytes <= STORED_BYTES_MAX) this.sink?.append(bytes);
    const room = HEAD_BYTES - this.headBytes;
    if (room > 0) this.pushHead(bytes.subarray(0, room));
    if (bytes.length > room) this.pushTail(bytes.subarray(Math.max(0, room)));
  }

  close(): void {
    this.sink?.close();
  }

  /** The text; where it is too long, its beginning and end with a line between that says what is left out. */
  text(): string {
    const tail = Buffer.concat(this.tail);
    const missing = this.totalBytes - this.headBytes - tail.length;
    const kept = tail.length > TAIL_BYTES ? tail.subarray(tail.length - TAIL_BYTES) : tail;
    const left = missing + (tail.length - kept.length);
    if (left === 0) return Buffer.concat([...this.head, tail]).toString("utf8");
    // A character cut in two at either side is left out.
    const first = new StringDecoder("utf8").write(Buffer.concat(this.head));
    const last = kept.toString("utf8").replace(/^\uFFFD{1,3}/, "");
    return `${first}\n… ${left} bytes left out …\n${last}`;
  }

  private openedSink(): OutputSink {
    if (this.sink === undefined) {
      this.sink = this.openSink();
      for (const bytes of [...this.head, ...this.tail]) this.sink.append(bytes);
    }
    return this.sink;
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
