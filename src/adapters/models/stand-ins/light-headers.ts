/**
 * Stands in for the global `Headers` inside the provider packages of the bundle (scripts/build.mjs binds it there):
 * naming the global makes Node load its whole fetch stack, 45 ms and 8 MB, for one lower-cased user agent.
 */
export class LightHeaders {
  readonly #values = new Map<string, string>();

  constructor(from: Iterable<readonly [string, string]> | Readonly<Record<string, string>> = {}) {
    const entries = Symbol.iterator in from ? (from as Iterable<readonly [string, string]>) : Object.entries(from);
    for (const [name, value] of entries) this.set(name, value);
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), String(value));
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this.#values) visit(value, name);
  }

  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries();
  }
}
