const FEED = 10;
/** What stands behind the text of a line in ripgrep's messages. Inside of a text its quotes are escaped. */
const NUMBER_MARK = ',"line_number":';
const NUMBER = /,"line_number":(\d+),/;
const NUMBER_CHARS_MAX = NUMBER_MARK.length + 20;

/**
 * ripgrep's messages, a line each, out of bytes cut anywhere: linear in their length, and never more than the beginning of one that
 * is too long.
 */
export class CutLines {
  readonly #bytesMax: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** The last bytes of a message that is too long, in which its number may have begun. */
  #tail = "";
  #line: number | undefined;
  /** Bytes that were read and not kept, of all messages; and how many of them tell where in its line a match is. */
  cutBytes = 0;
  placeBytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** @param take  gets each message, and the number of the line if the message was cut (0 when it was not told) */
  push(chunk: Buffer, take: (message: Buffer, cut: number | undefined) => void): void {
    let start = 0;
    for (let feed = chunk.indexOf(FEED); feed >= 0; feed = chunk.indexOf(FEED, start)) {
      this.#add(chunk.subarray(start, feed));
      const isCut = this.#bytes > this.#bytesMax;
      take(
        this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces),
        isCut ? (this.#line ?? 0) : undefined,
      );
      this.#pieces = [];
      this.#bytes = 0;
      this.#tail = "";
      this.#line = undefined;
      start = feed + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  #add(bytes: Buffer): void {
    const room = Math.max(0, this.#bytesMax - this.#bytes);
    this.#bytes += bytes.length;
    if (room > 0) this.#pieces.push(bytes.subarray(0, room));
    if (bytes.length <= room) return;
    this.cutBytes += bytes.length - room;
    if (this.#line !== undefined) {
      this.placeBytes += bytes.length - room;
      return;
    }
    // The number may stand in what is kept, where the places of the matches are what is too long.
    const before = room > 0 ? Buffer.concat(this.#pieces).toString("latin1") : this.#tail;
    const text = before + bytes.subarray(room).toString("latin1");
    const found = NUMBER.exec(text);
    if (found) this.#line = Number(found[1]);
    this.#tail = text.slice(-NUMBER_CHARS_MAX);
  }
}
