const TEXTS_MAX = 50;

/** What was sent and cannot go yet, the oldest first: each goes as if it were sent when its turn comes. */
export class TypedQueue {
  #texts: string[] = [];
  /** What stood here and stands in the prompt again, until something is sent. */
  #givenBack: readonly string[] = [];

  get texts(): readonly string[] {
    return this.#texts;
  }

  get givenBack(): readonly string[] {
    return this.#givenBack;
  }

  /** @returns them as one text */
  giveBack(texts: readonly string[]): string {
    this.#givenBack = texts.filter((text) => text !== "");
    return this.#givenBack.join("\n");
  }

  /** @returns false where no more may wait: the text is still the person's */
  add(text: string): boolean {
    if (this.#texts.length >= TEXTS_MAX) return false;
    this.#texts.push(text);
    return true;
  }

  takeOldest(): string | undefined {
    return this.#texts.shift();
  }

  /** To be changed. */
  takeNewest(): string | undefined {
    return this.#texts.pop();
  }

  takeAll(): readonly string[] {
    return this.#texts.splice(0);
  }
}
