import { type Access, collide } from "../permissions/accesses.ts";

/** Lets calls of several runs work at once as long as their accesses do not collide; of those that do the one that came first goes first. */
export class AccessGate {
  readonly #line: { readonly accesses: readonly Access[] }[] = [];
  #moved = Promise.withResolvers<void>();

  /** Resolves when nothing that came before collides, or the signal is aborted. @returns to be called when the call has ended */
  async enter(accesses: readonly Access[], signal: AbortSignal): Promise<() => void> {
    const place = { accesses };
    this.#line.push(place);
    const aborted = Promise.withResolvers<void>();
    const onAbort = (): void => aborted.resolve();
    signal.addEventListener("abort", onAbort, { once: true });
    while (!signal.aborted && this.#isBlocked(place)) await Promise.race([this.#moved.promise, aborted.promise]);
    signal.removeEventListener("abort", onAbort);
    return () => {
      this.#line.splice(this.#line.indexOf(place), 1);
      this.#moved.resolve();
      this.#moved = Promise.withResolvers();
    };
  }

  #isBlocked(place: { readonly accesses: readonly Access[] }): boolean {
    const before = this.#line.slice(0, this.#line.indexOf(place));
    return before.some(({ accesses }) => collide(accesses, place.accesses));
  }
}
