import type { AgentEvent } from "../protocol/event.ts";

/** Events of steps that run together, handed to one reader; each step waits until its event has been taken in. */
export class Mailbox {
  #letters: { readonly event: AgentEvent; readonly taken: () => void }[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;

  /** Resolves when the reader has recorded the event, so that an intent is on disk before its effect. */
  post(event: AgentEvent): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((taken) => {
      this.#letters.push({ event, taken });
      this.wake();
    });
  }

  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  /** What has been posted so far. */
  async *take(): AsyncGenerator<AgentEvent, void> {
    while (this.#letters.length > 0) {
      const letters = this.#letters;
      this.#letters = [];
      for (const { event, taken } of letters) {
        yield event;
        taken();
      }
    }
  }

  get isEmpty(): boolean {
    return this.#letters.length === 0;
  }

  /** Resolves at the next `post` or `wake`. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Nobody reads any more: whoever waits goes on. */
  close(): void {
    this.#isClosed = true;
    for (const { taken } of this.#letters) taken();
    this.#letters = [];
  }
}
