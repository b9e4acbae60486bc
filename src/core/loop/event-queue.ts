/** Hands values from callbacks to one reader; unbounded, because live output is already bounded where it is made. */
export class EventQueue<Value> {
  #values: Value[] = [];
  #wake: (() => void) | undefined;
  #closed = false;

  push(value: Value): void {
    this.#values.push(value);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  /** All that was pushed and not taken. */
  take(): readonly Value[] {
    const values = this.#values;
    this.#values = [];
    return values;
  }

  /** Resolves when something was pushed, or it was closed; of several waits the last. */
  async filled(): Promise<void> {
    if (this.#values.length > 0 || this.#closed) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
  }

  /** Everything pushed until `close`, in order. */
  async *drain(): AsyncGenerator<Value, void> {
    for (;;) {
      yield* this.take();
      if (this.#values.length > 0) continue;
      if (this.#closed) return;
      await this.filled();
    }
  }
}
