const TEXTS_MAX = 50;

/** What was sent and cannot go yet, the oldest first: each goes as if it were sent when its turn comes. */
export class TypedQueue {
  #texts: string[] = [];

  get texts(): readonly string[] {
    return this.#texts;
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
