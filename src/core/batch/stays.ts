/** Of more than so many items at work nothing is kept: the list of them may be cut there. */
export const BEGUN_MAX = 1_000;
const ENDED_MAX = 1_000;

/**
 * How long items stay under way once they were begun: at work, or waiting for another attempt. Known from looks at which ones are;
 * what came and went between two looks is too short to matter.
 */
export class Stays {
  readonly #underWay = new Map<string, { readonly sinceMs: number; looks: number }>();
  #ended: { readonly atMs: number; readonly stayMs: number }[] = [];
  #sinceMs: number | undefined;
  #atMs = 0;

  note(begun: readonly string[], atMs: number): void {
    this.#sinceMs ??= atMs;
    this.#atMs = atMs;
    if (begun.length >= BEGUN_MAX) return this.#underWay.clear();
    const now = new Set(begun);
    for (const [id, { sinceMs, looks }] of this.#underWay) {
      if (now.has(id)) continue;
      this.#underWay.delete(id);
      // Seen once, it may have stayed no longer than the look.
      if (looks > 1) this.#ended.push({ atMs, stayMs: atMs - sinceMs });
    }
    this.#ended = this.#ended.slice(-ENDED_MAX);
    for (const id of begun) {
      const known = this.#underWay.get(id);
      if (known) known.looks++;
      else this.#underWay.set(id, { sinceMs: atMs, looks: 1 });
    }
  }

  /**
   * Milliseconds from when the last item is begun until the last one has ended, as likely to be more as to be less. Items are begun at an even
   * pace, so that those still under way after `x` are as many as were begun a millisecond, times what each stays longer than `x`.
   */
  tailMs(): number {
    const oldest = this.#ended.length < ENDED_MAX ? this.#sinceMs : this.#ended[0]?.atMs;
    const leftMax = Math.LN2 * (this.#atMs - (oldest ?? this.#atMs));
    const stays = this.#ended.map(({ stayMs }) => stayMs);
    for (const { sinceMs, looks } of this.#underWay.values()) if (looks > 1) stays.push(this.#atMs - sinceMs);
    stays.sort((left, right) => right - left);
    let sum = 0;
    for (const [index, stayMs] of stays.entries()) {
      sum += stayMs;
      const tailMs = (sum - leftMax) / (index + 1);
      if (tailMs >= (stays[index + 1] ?? 0)) return tailMs;
    }
    return 0;
  }
}
