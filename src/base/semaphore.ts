/** At most so many pieces of work at once; who comes later waits for a turn, in the order of coming. */
export class Semaphore {
  readonly #widthMax: number;
  readonly #waiting = new Set<() => void>();
  #width = 0;

  constructor(widthMax: number) {
    this.#widthMax = widthMax;
  }

  /** What work gives. @throws the signal's reason where it aborts before the turn comes: the work is not begun then */
  async run<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    await this.#turn(signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#width -= 1;
      const [next] = this.#waiting;
      if (next !== undefined) next();
    }
  }

  /** A place that is given up before its turn is left at once. */
  #turn(signal: AbortSignal): Promise<void> {
    if (this.#width < this.#widthMax) {
      this.#width += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(begin);
        signal.removeEventListener("abort", abort);
      };
      const begin = (): void => {
        leave();
        this.#width += 1;
        resolve();
      };
      const abort = (): void => {
        leave();
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      this.#waiting.add(begin);
      signal.addEventListener("abort", abort);
    });
  }
}
