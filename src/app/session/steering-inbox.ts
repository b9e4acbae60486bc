import type { Inbox } from "../../core/ports/person.ts";

/** Texts that arrive while a run is under way; taken whole before the next step. */
export class SteeringInbox implements Inbox {
  #texts: string[] = [];

  add(text: string): void {
    this.#texts.push(text);
  }

  take(): readonly string[] {
    const texts = this.#texts;
    this.#texts = [];
    return texts;
  }
}
