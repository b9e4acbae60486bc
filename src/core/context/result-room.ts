import type { RecordedEvent } from "../protocol/event.ts";

/** Fewer than tokens of most texts have, so that the estimate errs on the side of what fits. */
const CHARS_A_TOKEN = 3;
/** What is said beside a result that was cut: where the rest is. */
const NOTE_CHARS = 150;
/** Less of a result would tell nothing. */
const SHARE_CHARS_MIN = 300;

/**
 * What the results of one reply may hold together. Results that fill the window would be taken out of it before the model
 * has seen them; one that is paged, or cut with its whole kept, can be asked for further.
 */
export class ResultRoom {
  #room: { readonly history: readonly RecordedEvent[]; readonly tokens: number } | undefined;

  /** @param history the log that the reply is the last event of: agents side by side have their own */
  note(history: readonly RecordedEvent[], tokens: number): void {
    this.#room = { history, tokens };
  }

  /** Characters for each of `results` results; undefined where nothing is known of that log. */
  share(history: readonly RecordedEvent[], results: number): number | undefined {
    if (this.#room?.history !== history) return undefined;
    const chars = Math.floor((this.#room.tokens * CHARS_A_TOKEN) / Math.max(1, results)) - NOTE_CHARS;
    return Math.max(SHARE_CHARS_MIN, chars);
  }
}
