import type { RateLimit } from "../ports/model.ts";
import type { Usage } from "../protocol/usage.ts";

/** Longer than so nothing is left unasked on account of a header: then a request finds out. */
const HOLD_MS_MAX = 60_000;
/** How much of the mean is the last one. */
const LAST_SHARE = 0.2;

/** A limit as it was last said. */
interface Bound {
  readonly limit: RateLimit;
  readonly atMs: number;
}

/** What a limit was said with. */
export interface LimitedReply {
  readonly usage: Usage;
  /** When what it was said to was asked. */
  readonly begunMs: number;
  readonly nowMs: number;
}

/**
 * How much more services say that they will answer. Never more is under way than that, because a reply may not count what was sent
 * after it: so fewer are asked at once before the first is refused. A bucket that fills steadily, which is what services document, is drawn
 * from as it fills; one that turned out to fill all at once is waited for.
 */
export class Headroom {
  readonly #bounds = new Map<string, Bound>();
  /** What one item takes of each kind. */
  readonly #mean = { requests: 1, tokens: 0, inputTokens: 0, outputTokens: 0 };
  #fillsSteadily = true;
  #hasRelied = false;

  /** @param service  whose limits these are */
  note(service: string, limits: readonly RateLimit[], { usage, begunMs, nowMs }: LimitedReply): void {
    const { inputTokens, outputTokens } = usage;
    const used = { tokens: inputTokens + outputTokens, inputTokens, outputTokens };
    for (const kind of ["tokens", "inputTokens", "outputTokens"] as const) {
      const mean = this.#mean[kind];
      this.#mean[kind] = mean === 0 ? used[kind] : mean + (used[kind] - mean) * LAST_SHARE;
    }
    for (const limit of limits) {
      const name = `${service} ${limit.name}`;
      const known = this.#bounds.get(name);
      // Answers overtake one another: one to what was asked before this limit was said may not know of what it counts.
      const isLate = known !== undefined && begunMs < known.atMs && limit.remaining > known.limit.remaining;
      if (!isLate) this.#bounds.set(name, { limit, atMs: nowMs });
    }
  }

  /** How many may be under way at once now; infinity where nobody said anything. */
  width(nowMs: number): number {
    let width = Number.POSITIVE_INFINITY;
    this.#hasRelied = false;
    for (const [name, { limit, atMs }] of this.#bounds) {
      const passedMs = nowMs - atMs;
      const isReset = passedMs >= limit.resetMs;
      if (isReset && limit.most === undefined) {
        this.#bounds.delete(name);
        continue;
      }
      const each = Math.max(1, this.#mean[limit.counts]);
      const fills = isReset || this.#fillsSteadily;
      const left = limit.remaining + (fills ? filled(limit, passedMs) : 0);
      if (!isReset && limit.remaining < each && left >= each) this.#hasRelied = true;
      // One finds out where an end is far, and where a single item takes more than there ever is.
      const least = isReset || passedMs >= HOLD_MS_MAX ? 1 : 0;
      width = Math.min(width, Math.max(least, Math.floor(left / each)));
    }
    return width;
  }

  /** The service refused after all. */
  refused(): void {
    if (this.#hasRelied) this.#fillsSteadily = false;
  }
}

/** What has come back since: `most` is there again at the end, and nothing is known where that was not said. */
function filled({ most, remaining, resetMs }: RateLimit, passedMs: number): number {
  if (most === undefined || most <= remaining) return 0;
  return (most - remaining) * (passedMs >= resetMs ? 1 : passedMs / resetMs);
}
