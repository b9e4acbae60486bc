import { Budget } from "../../../base/budget.ts";

export interface SseEvent {
  readonly event?: string;
  readonly data: string;
  readonly id?: string;
}

/**
 * Server-sent events out of decoded text, cut anywhere; the rules of the HTML standard (byte order mark, three kinds of line
 * end, joined data lines), with one addition: an event that has a name and no data is kept, as model servers send those.
 * Linear in the length of the text, however small the pieces. A line or an event without end is an {@link OverBudget}. An event whose blank line never comes is not reported: `rest`
 * tells what was left.
 */
export class SseParser {
  readonly #lineBudget = new Budget("line", EVENT_CHARS_MAX);
  readonly #eventBudget = new Budget("event", EVENT_CHARS_MAX);
  #partial: string[] = [];
  #data: string[] = [];
  #event = "";
  #id: string | undefined;
  #isFirst = true;
  #skipNewline = false;

  /** @throws {OverBudget} when a line or an event is longer than any server means to send */
  push(text: string): SseEvent[] {
    const events: SseEvent[] = [];
    let start = 0;
    if (this.#skipNewline && text !== "") {
      this.#skipNewline = false;
      if (text[0] === "\n") start = 1;
    }
    let carriageReturn = text.indexOf("\r", start);
    for (;;) {
      if (carriageReturn !== -1 && carriageReturn < start) carriageReturn = text.indexOf("\r", start);
      const newline = text.indexOf("\n", start);
      const end = firstOf(carriageReturn, newline);
      if (end === -1) break;
      this.#readLine(this.#takeLine(text.slice(start, end)), events);
      start = end === newline ? end + 1 : this.#afterReturn(text, end);
    }
    if (start === text.length) return events;
    this.#lineBudget.spend(text.length - start);
    this.#partial.push(text.slice(start));
    return events;
  }

  /** The event that the end of the stream cut off before its blank line; undefined when nothing but a complete one is left. */
  rest(): SseEvent | undefined {
    const events: SseEvent[] = [];
    if (this.#partial.length > 0) this.#readLine(this.#takeLine(""), events);
    this.#readLine("", events);
    return events[0];
  }

  /** A line feed behind a carriage return belongs to the same line end, also when it comes in the next piece. */
  #afterReturn(text: string, at: number): number {
    this.#skipNewline = at + 1 === text.length;
    return text[at + 1] === "\n" ? at + 2 : at + 1;
  }

  #takeLine(tail: string): string {
    if (this.#partial.length === 0) return tail;
    const line = this.#partial.join("") + tail;
    this.#partial = [];
    this.#lineBudget.restart();
    return line;
  }

  #readLine(given: string, events: SseEvent[]): void {
    const line = this.#isFirst ? given.replace(BYTE_ORDER_MARK, "") : given;
    this.#isFirst = false;
    if (line === "") {
      this.#dispatch(events);
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "data") this.#addData(value);
    else if (name === "event") this.#event = value;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
  }

  #addData(value: string): void {
    this.#eventBudget.spend(value.length + 1);
    this.#data.push(value);
  }

  #dispatch(events: SseEvent[]): void {
    if (this.#data.length > 0 || this.#event !== "") {
      const data = this.#data.length === 1 ? (this.#data[0] as string) : this.#data.join("\n");
      events.push({
        ...(this.#event === "" ? {} : { event: this.#event }),
        data,
        ...(this.#id === undefined ? {} : { id: this.#id }),
      });
      this.#data = [];
      this.#eventBudget.restart();
      this.#event = "";
    }
    this.#id = undefined;
  }
}

/** The largest that servers send holds a whole answer once more. */
const EVENT_CHARS_MAX = 8_000_000;

/** Decoded, or read as Latin-1 by a proxy. */
const BYTE_ORDER_MARK = /^(?:\uFEFF|\u00EF\u00BB\u00BF)/;

/** The smaller of two places, of which -1 is none. */
function firstOf(one: number, other: number): number {
  if (one === -1 || other === -1) return Math.max(one, other);
  return Math.min(one, other);
}
