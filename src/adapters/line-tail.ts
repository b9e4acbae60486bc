import { closeSync, fstatSync, openSync, statSync } from "node:fs";
import { errorCode } from "../base/error-text.ts";
import { readWhole } from "./whole-file.ts";

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
      return this.read() ?? this.read() ?? [];
    } catch (error) {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    }
  }

  /**
   * A last line that is not whole yet comes with the next read.
   * @returns undefined when the file has become shorter: it was written anew, and is read from its beginning next
   * @throws what the file system reports
   */
  read(): readonly string[] | undefined {
    const descriptor = openSync(this.#path, "r");
    try {
      const { size } = fstatSync(descriptor);
      if (size < this.#offset) {
        this.#offset = 0;
        return undefined;
      }
      const bytes = readWhole(descriptor, size - this.#offset, this.#offset);
      const lines: string[] = [];
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        lines.push(bytes.toString("utf8", start, end));
        start = end + 1;
      }
      this.#offset += start;
      return lines;
    } finally {
      closeSync(descriptor);
    }
  }

  #sizeNow(): number | undefined {
    return statSync(this.#path, { throwIfNoEntry: false })?.size;
  }
}
