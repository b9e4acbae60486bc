import type { AgentEvent, RecordedEvent } from "../../../core/protocol/event.ts";
import { cleanText, EventCleaner } from "../clean-event.ts";
import type { RunView } from "../run-control.ts";
import { EMPTY_TRANSCRIPT, reduceEvents, type Transcript } from "../transcript.ts";
import { EventPrinter } from "./event-printer.ts";

/** The conversation as lines that are written once. */
export class PlainView implements RunView {
  transcript: Transcript = EMPTY_TRANSCRIPT;
  readonly #write: (text: string) => void;
  #cleaner = new EventCleaner();
  #printer: EventPrinter;
  #spokenMs = performance.now();

  constructor(write: (text: string) => void) {
    this.#write = (text) => {
      this.#spokenMs = performance.now();
      write(text);
    };
    this.#printer = new EventPrinter(this.#write);
  }

  /** @returns false: nothing is drawn, so nothing has to be given a turn */
  push(event: AgentEvent): boolean {
    const cleaned = this.#cleaner.clean(event);
    this.transcript = reduceEvents(this.transcript, [cleaned]);
    this.#printer.push(cleaned);
    return false;
  }

  /** Milliseconds since something was said. */
  get silentMs(): number {
    return performance.now() - this.#spokenMs;
  }

  /** Markdown for people, without the signs that only a renderer reads. */
  say(text: string): void {
    const plain = cleanText(text)
      .replace(/^(`{3,}|~{3,}).*$/gm, "")
      .replace(/\*\*|`/g, "");
    this.#printer.line(plain.trim());
  }

  warn(text: string): void {
    this.#printer.line(cleanText(text));
  }

  /** What is known of a session that is gone on with. */
  take(history: readonly RecordedEvent[]): void {
    this.#cleaner = new EventCleaner();
    const cleaner = this.#cleaner;
    const events = history.map((event) => cleaner.clean(event));
    this.transcript = reduceEvents(EMPTY_TRANSCRIPT, events);
    this.#printer = new EventPrinter(this.#write, this.transcript.callCount);
  }

  /** A call in full. @returns false when there is none of that number */
  expand(number: number | undefined): boolean {
    const call = this.transcript.blocks.findLast(
      (block) => block.kind === "call" && (number === undefined || block.number === number),
    );
    if (call?.kind !== "call" || !call.result) return false;
    this.#printer.line(call.result.text);
    return true;
  }

  requestFrame(): void {}

  frame(): void {}

  async ready(): Promise<void> {}
}
