import { JsonCount } from "../../base/json-depth.ts";

const NEWLINE = 10;
const RETURN = 13;
const DATA = [..."data:"].map((letter) => letter.charCodeAt(0));
const CLOSING: readonly number[] = [..."]}"].map((letter) => letter.charCodeAt(0));

/** What one answer holds, or the event of a stream that is open. An event ends at an empty line, not at the end of a line: its data may have any number of them. */
export class AnswerCount {
  sizeBytes = 0;
  readonly #isStream: boolean;
  readonly #json = new JsonCount();
  #ended = 0;
  #column = 0;
  #afterReturn = false;
  #isData = true;

  constructor(isStream: boolean) {
    this.#isStream = isStream;
  }

  /** @throws {OverBudget} when it is not to be parsed */
  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      this.sizeBytes++;
      if (this.#isStream) this.#takeOfStream(byte);
      else this.#json.take(byte);
    }
  }

  /** The events that have ended since it was asked last. */
  takeEnded(): number {
    const ended = this.#ended;
    this.#ended = 0;
    return ended;
  }

  #takeOfStream(byte: number): void {
    const isSecondHalf = byte === NEWLINE && this.#afterReturn;
    this.#afterReturn = byte === RETURN;
    if (isSecondHalf) return;
    const isEnd = byte === NEWLINE || byte === RETURN;
    if (isEnd && this.#column === 0) {
      this.#ended++;
      this.sizeBytes = 0;
      this.#json.restart();
    }
    if (this.#column < DATA.length) this.#isData = (this.#column === 0 || this.#isData) && byte === DATA[this.#column];
    this.#column = isEnd ? 0 : this.#column + 1;
    // In a comment nothing closes what the data opened.
    if (this.#isData || !CLOSING.includes(byte)) this.#json.take(byte);
  }
}
