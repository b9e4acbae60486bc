import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { type FactsPieces, PARTS, type Part } from "./fact-parts.ts";

/** A seventh of the bytes for a tenth of the time that a line takes, and a sum to know damage by. */
export const FAST = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};
const WORD_BYTES = 4;
/** Of a block: how many files, then for each part its bytes compressed and not. */
const HEAD_WORDS = 1 + 2 * PARTS.length;
/** UTF-8 of a UTF-16 unit takes three bytes at most. */
const BYTES_PER_UNIT = 3;
const START_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024 * 1024;

/**
 * The facts of files that lie beside each other, part by part: what files of one system say repeats itself, and a call of
 * the compressor costs more than a file.
 */
export class BlockWriter {
  private readonly parts = PARTS.map(() => new Bytes());
  private readonly lengths: number[] = [];
  private files = 0;

  /** @returns the place of the file in the block, and the bytes of each part */
  add(facts: FactsPieces): { readonly place: number; readonly bytes: Readonly<Record<Part, number>> } {
    const bytes = { head: 0, symbols: 0, jumps: 0, uses: 0, lines: 0, data: 0 };
    for (const [at, part] of PARTS.entries()) {
      for (const piece of facts[part]) bytes[part] += this.parts[at]?.text(piece) ?? 0;
      this.lengths.push(bytes[part]);
    }
    this.files += 1;
    return { place: this.files - 1, bytes };
  }

  get sizeBytes(): number {
    return this.parts.reduce((sum, { used }) => sum + used, 0);
  }

  /** The bytes of the block, which is empty again then. */
  take(): Buffer {
    const frames = this.parts.map((part) => (part.used === 0 ? new Uint8Array() : zstdCompressSync(part.whole, FAST)));
    const words = Uint32Array.from([
      this.files,
      ...frames.map(({ length }) => length),
      ...this.parts.map(({ used }) => used),
      ...this.lengths,
    ]);
    const bytes = Buffer.concat([new Uint8Array(words.buffer), ...frames]);
    for (const part of this.parts) part.clear();
    this.lengths.length = 0;
    this.files = 0;
    return bytes;
  }
}

/** A buffer that grows. */
class Bytes {
  used = 0;
  private buffer = Buffer.allocUnsafeSlow(START_BYTES);

  get whole(): Buffer {
    return this.buffer.subarray(0, this.used);
  }

  /** What a large file took is not kept. */
  clear(): void {
    this.used = 0;
    if (this.buffer.length > KEPT_BYTES) this.buffer = Buffer.allocUnsafeSlow(START_BYTES);
  }

  /** @returns how many bytes the text takes */
  text(text: string): number {
    const wanted = this.used + text.length * BYTES_PER_UNIT;
    if (wanted > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * this.buffer.length));
      larger.set(this.whole);
      this.buffer = larger;
    }
    const written = this.buffer.write(text, this.used, "utf8");
    this.used += written;
    return written;
  }
}

/** A block as it was written; its parts are unpacked when they are asked for. */
export class Block {
  private readonly bytes: Buffer;
  private readonly words: Uint32Array;
  private readonly parts: (Buffer | undefined)[] = [];

  /** @throws when the bytes are not those of a whole block */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
    const head = wordsOf(bytes, HEAD_WORDS);
    const files = head[0] as number;
    this.words = wordsOf(bytes, HEAD_WORDS + files * PARTS.length);
    let length = this.words.byteLength;
    for (let part = 0; part < PARTS.length; part += 1) length += head[1 + part] as number;
    if (length !== bytes.length) throw new RangeError("a block was cut off");
  }

  /** The text of a part of the file at a place. @throws when the part is damaged */
  text(place: number, part: Part): string {
    const at = PARTS.indexOf(part);
    const row = HEAD_WORDS + place * PARTS.length + at;
    const length = this.words[row] as number;
    if (length === 0) return "";
    let start = 0;
    for (let before = HEAD_WORDS + at; before < row; before += PARTS.length) start += this.words[before] as number;
    this.parts[at] ??= this.unpack(at);
    return this.parts[at].toString("utf8", start, start + length);
  }

  private unpack(part: number): Buffer {
    let start = this.words.byteLength;
    for (let before = 0; before < part; before += 1) start += this.words[1 + before] as number;
    const frame = this.bytes.subarray(start, start + (this.words[1 + part] as number));
    // In one piece; zlib wants 64 bytes at least.
    return zstdDecompressSync(frame, { chunkSize: Math.max(64, this.words[1 + PARTS.length + part] as number) });
  }
}

function wordsOf(bytes: Buffer, count: number): Uint32Array {
  const length = count * WORD_BYTES;
  if (bytes.length < length) throw new RangeError("a block was cut off");
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + length));
}
