const TICK_MS = 100;
const CALM_TICK_MS = 1_000;

/** The clock ticks only while something is waited for: an idle session costs nothing. */
export class Clock {
  readonly #tick: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(tick: () => void) {
    this.#tick = tick;
  }

  spin(isRunning: boolean, { isCalm }: { readonly isCalm: boolean }): void {
    if (isRunning === (this.#timer !== undefined)) return;
    this.stop();
    if (isRunning) this.#timer = setInterval(this.#tick, isCalm ? CALM_TICK_MS : TICK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
