/**
 * Who may write in the working folder, and who runs as the person from files of it, take turns: what was looked at is what runs.
 */
export class FolderTurns {
  readonly #writers = new Set<object>();
  readonly #asPerson = new Set<Promise<unknown>>();

  /** Waits for the end of what runs as the person. @returns tells that the writer has ended */
  async write(): Promise<() => void> {
    while (this.#asPerson.size > 0) await Promise.allSettled(this.#asPerson);
    const writer = {};
    this.#writers.add(writer);
    return () => void this.#writers.delete(writer);
  }

  /** Begins at once, where nobody may write there now. @returns undefined where somebody may */
  asPerson<Result>(work: () => Promise<Result>): Promise<Result> | undefined {
    if (this.#writers.size > 0) return undefined;
    const running = work();
    this.#asPerson.add(running);
    const over = (): void => void this.#asPerson.delete(running);
    running.then(over, over);
    return running;
  }
}
