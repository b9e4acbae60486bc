import { closeSync, openSync, statSync } from "node:fs";
import { errorCode } from "../base/error-text.ts";
import { readWhole } from "./whole-file.ts";

const PIECE_BYTES = 1024 * 1024;

/** Reads a file of lines that somebody else may be writing: each time the whole lines that were added since. */
export class LineTail {
  readonly #path: string;
  #offset = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Leaves out what the file holds now. */
  skip(): void {
    this.#offset = this.#sizeNow() ?? 0;
  }

  /** What `read` gives, for whom a file that was written anew is a longer one, and one that is not there an empty one. */
  added(): readonly string[] {
    const size = this.#sizeNow();
    if (size === undefined || size === this.#offset) return [];
    try {
      return [...(this.read() ?? this.read() ?? [])];
    } catch (error) {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    }
  }

  /**
   * The lines one after the other, of which no more is held than is looked at. A last line that is not whole yet comes with the next read.
   * @returns undefined when the file has become shorter: it was written anew, and is read from its beginning next
   * @throws what the file system reports
   */
  read(): Iterable<string> | undefined {
    const { size } = statSync(this.#path);
    if (size >= this.#offset) return this.#lines(size);
    this.#offset = 0;
    return undefined;
  }

  *#lines(size: number): Generator<string> {
    const descriptor = openSync(this.#path, "r");
    try {
      const begun: Buffer[] = [];
      for (let at = this.#offset; at < size; ) {
        const bytes = readWhole(descriptor, Math.min(PIECE_BYTES, size - at), at);
        if (bytes.length === 0) return;
        let start = 0;
        for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
          const line = Buffer.concat([...begun.splice(0), bytes.subarray(start, end)]);
          start = end + 1;
          this.#offset = at + start;
          yield line.toString("utf8");
        }
        begun.push(bytes.subarray(start));
        at += bytes.length;
      }
    } finally {
      closeSync(descriptor);
    }
  }

  #sizeNow(): number | undefined {
    return statSync(this.#path, { throwIfNoEntry: false })?.size;
  }
}
