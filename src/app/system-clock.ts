import type { Clock } from "../core/ports/session.ts";

const RANDOM_DIGITS = 12;

/** The time since the process began, on top of the time at which it did, and ids that sort by it: a clock that is set moves neither. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener("abort", end);
    }),
  id: newId,
};

/** Aborts when the time is up, unless that has happened before; nought is no limit. */
export function abortAfter(ms: number, abort: AbortController, reason: Error): void {
  if (ms > 0) void systemClock.sleep(ms, abort.signal).then(() => abort.abort(reason));
}

/** The layout of UUID version 7 (RFC 9562): sorts by time; the random part is not for secrets. */
function newId(): string {
  const time = Math.floor(systemClock.now()).toString(16).padStart(12, "0");
  let random = "";
  while (random.length < RANDOM_DIGITS + 6) random += Math.floor(Math.random() * 16).toString(16);
  const variant = "89ab"[Math.floor(Math.random() * 4)] ?? "8";
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6)}`;
}
