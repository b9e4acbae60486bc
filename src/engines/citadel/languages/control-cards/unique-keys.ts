/** Gives each symbol of a file a key of its own, whatever the file repeats. */
export class UniqueKeys {
  readonly #counts = new Map<string, number>();

  /** `wanted` itself the first time, then `wanted@line`, then `wanted@line~2`, `~3` … */
  take(wanted: string, line: number): string {
    const placed = this.#count(wanted) === 1 ? wanted : `${wanted}@${line}`;
    if (placed === wanted) return wanted;
    const count = this.#count(placed);
    return count === 1 ? placed : this.take(`${placed}~${count}`, line);
  }

  #count(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}
