import { type Phrase, phrase } from "../../base/phrase.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";

/** The first word comes after so long; each next after twice the time, so that a night of waiting is a screen of lines. */
const FIRST_MS = 10_000;

/** Says on standard error how long a model has said nothing; a screen shows the seconds itself. */
export class WaitingLines {
  readonly #say: (text: Phrase) => void;
  #timer: NodeJS.Timeout | undefined;
  #sinceMs = 0;
  #model = "the model";

  constructor(say: (text: Phrase) => void) {
    this.#say = say;
  }

  push(event: AgentEvent): void {
    if (event.type === "run-start") this.#model = event.model;
    // A status is told beside the waiting and does not end it.
    if (event.type === "status" || event.type === "note") return;
    this.stop();
    if (event.type !== "prompt" && event.type !== "call-end" && event.type !== "retry") return;
    this.#sinceMs = performance.now();
    this.#wait(FIRST_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const seconds = Math.round((performance.now() - this.#sinceMs) / 1000);
      this.#say(phrase`${this.#model} has not begun its answer for ${seconds} s; Ctrl-C ends the wait.`);
      this.#wait(performance.now() - this.#sinceMs);
    }, ms);
    this.#timer.unref();
  }
}
