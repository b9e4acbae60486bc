const WIDTH_FIRST = 4;

/**
 * How many may be at work at once. Doubles with every round that went well until the service says that it is too much, then halves,
 * and from there grows by one a round: the way in which senders share a line (RFC 5681).
 */
export class AdaptiveWidth {
  readonly #most: number;
  #width: number;
  #isSearching = true;
  #succeeded = 0;
  #cutMs = Number.NEGATIVE_INFINITY;
  #heldUntilMs = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
    this.#width = Math.min(WIDTH_FIRST, most);
  }

  get width(): number {
    return this.#width;
  }

  /** Until when nothing new is to be begun. */
  get heldUntilMs(): number {
    return this.#heldUntilMs;
  }

  succeeded(): void {
    this.#succeeded++;
    if (this.#succeeded < this.#width) return;
    this.#succeeded = 0;
    this.#width = Math.min(this.#most, this.#isSearching ? this.#width * 2 : this.#width + 1);
  }

  /**
   * The service said that it was asked too much.
   * @param begunMs  when it was asked: of all that were under way together only the first counts
   * @param waitMs   for how long it wants to be left alone
   */
  refused(begunMs: number, nowMs: number, waitMs: number): void {
    this.#heldUntilMs = Math.max(this.#heldUntilMs, nowMs + waitMs);
    if (begunMs < this.#cutMs) return;
    this.#cutMs = nowMs;
    this.#isSearching = false;
    this.#succeeded = 0;
    this.#width = Math.max(1, Math.floor(this.#width / 2));
  }
}
