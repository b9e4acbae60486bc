const HINT_MS = 2_000;

/** A word in the status line for a moment. */
export class Hint {
  readonly #requestFrame: () => void;
  #timer: NodeJS.Timeout | undefined;
  text: string | undefined;

  constructor(requestFrame: () => void) {
    this.#requestFrame = requestFrame;
  }

  show(text: string): void {
    this.text = text;
    this.stop();
    this.#timer = setTimeout(() => {
      this.text = undefined;
      this.#requestFrame();
    }, HINT_MS);
    this.#requestFrame();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
