import { setTimeout as sleep } from "node:timers/promises";

const WINDOW_MS = 60_000;
const REQUESTS_MAX = 100;

/**
 * Paces the requests of this process so that an account's limit (100 a minute, all agents together, BC-32) is not run into.
 * Free until it is reached.
 */
export class RequestWindow {
  readonly #starts: number[] = [];

  /** Milliseconds to wait before a request may start at `now`; it is counted as started then. */
  reserve(now: number): number {
    while (this.#starts[0] !== undefined && this.#starts[0] <= now - WINDOW_MS) this.#starts.shift();
    const oldest = this.#starts[this.#starts.length - REQUESTS_MAX];
    const waitMs = oldest === undefined ? 0 : Math.max(0, oldest + WINDOW_MS - now);
    this.#starts.push(now + waitMs);
    return waitMs;
  }

  async enter(signal: AbortSignal): Promise<void> {
    const waitMs = this.reserve(performance.now());
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
  }
}

const windows = new Map<string, RequestWindow>();

/** One for all agents of an account. */
export function requestWindow(account: string): RequestWindow {
  const known = windows.get(account) ?? new RequestWindow();
  windows.set(account, known);
  return known;
}
