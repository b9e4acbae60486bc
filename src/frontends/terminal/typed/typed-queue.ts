const TEXTS_MAX = 50;

/** A text whose files are being read. */
export interface Attaching {
  readonly text: string;
}

/**
 * What was sent and cannot go yet, the oldest first: each goes as if it were sent when its turn comes. All that nobody has read is kept
 * as it changes, for a kill leaves no time to do so.
 */
export class TypedQueue {
  #texts: string[] = [];
  #steering: string[] = [];
  /** What steers once the files that it names are read. */
  readonly #attaching = new Set<Attaching>();
  /** On its way into the log. */
  #going: readonly string[] = [];
  #keep: (unread: readonly string[]) => void = () => {};
  /** What stood here and stands in the prompt again, until something is sent. */
  #givenBack: readonly string[] = [];

  get texts(): readonly string[] {
    return this.#texts;
  }

  get givenBack(): readonly string[] {
    return this.#givenBack;
  }

  /** Texts that no step has read yet. */
  get steering(): readonly string[] {
    return this.#steering;
  }

  /** Where from now on all is kept that nobody has read. */
  keptBy(keep: (unread: readonly string[]) => void): void {
    this.#keep = keep;
    this.#changed();
  }

  /** @returns them as one text */
  giveBack(texts: readonly string[]): string {
    this.#givenBack = texts.filter((text) => text !== "");
    this.#changed();
    return this.#givenBack.join("\n");
  }

  attach(text: string): Attaching {
    const attaching = { text };
    this.#attaching.add(attaching);
    this.#changed();
    return attaching;
  }

  /** @returns whether it goes now: it is not the person's again meanwhile */
  attached(attaching: Attaching): boolean {
    return this.#attaching.delete(attaching);
  }

  steer(text: string): void {
    this.#steering.push(text);
    this.#changed();
  }

  /** The oldest that steers, which is in the log now. */
  readSteering(): string | undefined {
    const text = this.#steering.shift();
    this.#changed();
    return text;
  }

  /** The newest of those that steer. */
  takeSteering(count: number): readonly string[] {
    return this.#steering.splice(this.#steering.length - count);
  }

  /** It goes now, and what was given back with it. */
  send(text: string): void {
    this.#givenBack = [];
    this.going([text]);
  }

  /** What goes now instead of what went before: that is in the log, or leads nowhere. */
  going(texts: readonly string[]): void {
    this.#going = texts;
    this.#changed();
  }

  /** @returns false where no more may wait: the text is still the person's */
  add(text: string): boolean {
    if (this.#texts.length >= TEXTS_MAX) return false;
    this.#texts.push(text);
    this.#changed();
    return true;
  }

  takeOldest(): string | undefined {
    const text = this.#texts.shift();
    this.going(text === undefined ? [] : [text]);
    return text;
  }

  /** To be changed. */
  takeNewest(): string | undefined {
    const text = this.#texts.pop();
    this.#changed();
    return text;
  }

  /** With those whose files are being read. */
  takeAll(): readonly string[] {
    const attaching = [...this.#attaching].map(({ text }) => text);
    this.#attaching.clear();
    return [...attaching, ...this.#texts.splice(0)];
  }

  #changed(): void {
    const attaching = [...this.#attaching].map(({ text }) => text);
    this.#keep([...this.#givenBack, ...this.#going, ...this.#steering, ...attaching, ...this.#texts]);
  }
}
