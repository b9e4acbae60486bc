/** What is seen while two sessions work in one folder: what must never be, and figures. */
export class Findings {
  readonly counts = new Map<string, number>();
  readonly violations: string[] = [];
  /** By the token of a side effect: whether it was told as made. */
  readonly effects = new Map<string, boolean>();
  readonly memory: { readonly atMs: number; readonly memoryMb: number; readonly turns: number }[] = [];
  /** By the version that was read: the one that was made of it and told as written. */
  readonly #made = new Map<string, string>();
  readonly #startMs = performance.now();
  readonly #onBroken: (text: string) => void;

  constructor(onBroken: (text: string) => void = () => {}) {
    this.#onBroken = onBroken;
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  broken(text: string): void {
    const seconds = Math.round((performance.now() - this.#startMs) / 1000);
    this.violations.push(`${seconds} s: ${text}`);
    this.#onBroken(`${seconds} s: ${text}`);
  }

  sawMemory(memoryMb: number | undefined, turns: number): void {
    if (memoryMb !== undefined) this.memory.push({ atMs: performance.now() - this.#startMs, memoryMb, turns });
  }

  /** Of one version only one next can be made: a second would have replaced what it did not know. */
  sawVersion(version: string, before: string): void {
    const other = this.#made.get(before);
    if (other !== undefined) this.broken(`whole.txt: ${version} and ${other} were both made of ${before}`);
    this.#made.set(before, version);
    this.count("whole files replaced");
  }
}
