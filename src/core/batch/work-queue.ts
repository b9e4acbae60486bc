import { type Json, type Lease, NOTHING_SPENT, type Queue, type Settlement, type Spent } from "../ports/queue.ts";
import type { Clock } from "../ports/session.ts";
import type { ModelFailure } from "../protocol/outcome.ts";
import { AdaptiveWidth } from "./adaptive-width.ts";
import type { Headroom } from "./headroom.ts";

/** What came of working on an item once. */
export type Attempt =
  | { readonly kind: "done"; readonly result: Json; readonly spent: Spent }
  /** Not by this way, or not yet: the next attempt is made with what is `carried`, at once where `inMs` does not say otherwise. */
  | {
      readonly kind: "escalate";
      readonly problem: string;
      readonly carried: Json;
      readonly inMs?: number;
      readonly spent: Spent;
    }
  /** What passes by itself: the same is tried later, a few times. */
  | { readonly kind: "retry"; readonly problem: string; readonly spent: Spent }
  /** The service has too much to do, which is no fault of the item. */
  | { readonly kind: "busy"; readonly problem: string; readonly waitMs?: number; readonly spent: Spent }
  | { readonly kind: "failed"; readonly problem: string; readonly spent: Spent }
  /** No item can be worked on as things are. */
  | { readonly kind: "stop"; readonly problem: string; readonly failure?: ModelFailure; readonly spent: Spent };

export interface QueuedWork {
  readonly queue: Queue;
  /** @param carried  what the attempt before left with `escalate`; a rejection fails the item, unless the signal aborted */
  work(
    item: { readonly id: string; readonly payload: Json; readonly carried?: Json },
    signal: AbortSignal,
  ): Promise<Attempt>;
  readonly clock: Clock;
  /** Aborted: what is under way is given back, to be done by the next one who comes. */
  readonly signal: AbortSignal;
  /** At work at once, at most. */
  readonly widthMax: number;
  /** How often a minute work is begun, at most. */
  readonly startsPerMinute?: number | undefined;
  /** What services said of their limits. */
  readonly headroom?: Headroom | undefined;
  /** A reason to begin nothing more; asked often. */
  stop?(): string | undefined;
  /** Whether more may be put into the queue; else an empty one is the end. */
  isFed?(): boolean;
  /** How often what passes by itself is tried before the item fails. */
  readonly attemptsMax?: number | undefined;
}

export type WorkEnd =
  | { readonly kind: "drained" }
  | { readonly kind: "cancelled" }
  /** Items are left: a limit was reached. */
  | { readonly kind: "limit"; readonly why: string }
  /** Items are left: none can be worked on. `failure`: of the model. */
  | { readonly kind: "stuck"; readonly why: string; readonly failure?: ModelFailure };

const ATTEMPTS_MAX = 4;
/** Refusals of one item by a busy service before something else must be the matter. */
const BUSY_MAX = 60;
const FIRST_DELAY_MS = 1_000;
const DELAY_MS_MAX = 60_000;
/** Longer a service is not left alone, whatever it says. */
const WAIT_MS_MAX = 900_000;
const POLL_MS = 250;
const HEARTBEAT_MS = 4_000;

/** What stands in a lease between two attempts. */
interface Carried {
  readonly failed: number;
  readonly busy: number;
  readonly own?: Json;
}

/** Works on the items of a queue, several at a time, until none is open, by whomever they are held. */
export async function workQueue(options: QueuedWork): Promise<WorkEnd> {
  return new QueueWorker(options).run();
}

class QueueWorker {
  readonly #options: QueuedWork;
  readonly #width: AdaptiveWidth;
  readonly #atWork = new Map<Lease, AbortController>();
  #wake = Promise.withResolvers<void>();
  #nextStartMs = Number.NEGATIVE_INFINITY;
  #stopped: Extract<WorkEnd, { readonly why: string }> | undefined;
  /** What a settlement could not be written for, such as a full disk. */
  #fault: { readonly error: unknown } | undefined;

  constructor(options: QueuedWork) {
    this.#options = options;
    this.#width = new AdaptiveWidth(options.widthMax);
  }

  async run(): Promise<WorkEnd> {
    const { signal } = this.#options;
    const over = new AbortController();
    const beats = this.#keepLeases(over.signal);
    const cancel = (): void => {
      for (const abort of this.#atWork.values()) abort.abort();
      this.#wake.resolve();
    };
    signal.addEventListener("abort", cancel);
    try {
      const isDrained = await this.#begin();
      while (this.#atWork.size > 0 && !this.#fault) await this.#settled();
      if (isDrained) return { kind: "drained" };
    } finally {
      signal.removeEventListener("abort", cancel);
      over.abort();
      cancel();
      await beats;
    }
    if (this.#fault) throw this.#fault.error;
    return this.#stopped ?? { kind: "cancelled" };
  }

  /** Begins work as long as there is some. @returns whether nothing is left */
  async #begin(): Promise<boolean> {
    const { queue, signal, stop } = this.#options;
    while (!signal.aborted && !this.#fault && !this.#stopped) {
      const why = stop?.();
      if (why !== undefined) this.#stopped ??= { kind: "limit", why };
      if (this.#stopped) break;
      const leases = await queue.lease(this.#room());
      for (const lease of leases) void this.#workOn(lease);
      if (leases.length > 0) continue;
      if (this.#atWork.size === 0 && (await this.#isDrained())) return true;
      await this.#settled();
    }
    return false;
  }

  #room(): number {
    const { clock, startsPerMinute, headroom } = this.#options;
    const now = clock.now();
    if (now < this.#width.heldUntilMs || now < this.#nextStartMs) return 0;
    const room = Math.min(this.#width.width, headroom?.width(now) ?? this.#width.width) - this.#atWork.size;
    if (startsPerMinute === undefined || room <= 0) return room;
    this.#nextStartMs = now + 60_000 / startsPerMinute;
    return 1;
  }

  async #isDrained(): Promise<boolean> {
    const { queue, isFed } = this.#options;
    const { states } = await queue.counts();
    return states.queued + states.leased === 0 && !isFed?.();
  }

  /** One of ours has ended, since this was asked last, or a while has passed in which others may have. */
  async #settled(): Promise<void> {
    const { clock } = this.#options;
    const over = new AbortController();
    const heldMs = Math.max(this.#width.heldUntilMs, this.#nextStartMs) - clock.now();
    const waitMs = heldMs > 0 ? Math.min(heldMs, POLL_MS) : POLL_MS;
    await Promise.race([this.#wake.promise, clock.sleep(waitMs, over.signal)]);
    over.abort();
    this.#wake = Promise.withResolvers<void>();
  }

  async #workOn(lease: Lease): Promise<void> {
    const abort = new AbortController();
    this.#atWork.set(lease, abort);
    try {
      const settlement = await this.#attempt(lease, abort.signal);
      if (settlement) await this.#options.queue.settle(lease, settlement);
    } catch (error) {
      this.#fault ??= { error };
    } finally {
      this.#atWork.delete(lease);
      this.#wake.resolve();
    }
  }

  /** @returns undefined where the lease is lost */
  async #attempt(lease: Lease, signal: AbortSignal): Promise<Settlement | undefined> {
    const { clock, work } = this.#options;
    const before = (lease.carried as Carried | undefined) ?? { failed: 0, busy: 0 };
    const begunMs = clock.now();
    const item = { id: lease.id, payload: lease.payload, ...(before.own === undefined ? {} : { carried: before.own }) };
    try {
      this.#options.signal.throwIfAborted();
      const attempt = await work(item, signal);
      return this.#settlementOf(attempt, before, begunMs);
    } catch (error) {
      const isCancelled = this.#options.signal.aborted;
      if (!signal.aborted && !isCancelled) return { kind: "failed", problem: messageOf(error), spent: NOTHING_SPENT };
      if (!isCancelled) return undefined;
      return {
        kind: "again",
        inMs: 0,
        problem: "it was interrupted",
        carried: before as unknown as Json,
        spent: NOTHING_SPENT,
      };
    }
  }

  #settlementOf(attempt: Attempt, before: Carried, begunMs: number): Settlement {
    const { attemptsMax = ATTEMPTS_MAX, clock } = this.#options;
    const again = (inMs: number, change: Partial<Carried>): Settlement => ({
      kind: "again",
      inMs,
      problem: "problem" in attempt ? attempt.problem : "",
      carried: { ...before, ...change } as unknown as Json,
      spent: attempt.spent,
    });
    switch (attempt.kind) {
      case "done":
      case "failed":
        this.#width.succeeded();
        return attempt;
      case "escalate":
        this.#width.succeeded();
        return again(attempt.inMs ?? 0, { failed: 0, busy: 0, own: attempt.carried });
      case "retry": {
        const failed = before.failed + 1;
        if (failed >= attemptsMax) return { kind: "failed", problem: attempt.problem, spent: attempt.spent };
        return again(this.#delay(failed), { failed });
      }
      case "busy": {
        const busy = before.busy + 1;
        const waitMs = Math.min(attempt.waitMs ?? this.#delay(busy), WAIT_MS_MAX);
        this.#width.refused(begunMs, clock.now(), attempt.waitMs === undefined ? 0 : waitMs);
        this.#options.headroom?.refused();
        if (busy >= BUSY_MAX) return { kind: "failed", problem: attempt.problem, spent: attempt.spent };
        return again(waitMs, { busy });
      }
      case "stop":
        this.#stopped ??= {
          kind: "stuck",
          why: attempt.problem,
          ...(attempt.failure === undefined ? {} : { failure: attempt.failure }),
        };
        return again(0, {});
    }
  }

  /** Exponential, half of it jitter, so that those who failed together do not come back together. */
  #delay(failed: number): number {
    const whole = Math.min(FIRST_DELAY_MS * 2 ** (failed - 1), DELAY_MS_MAX);
    return whole / 2 + (whole / 2) * this.#options.clock.random();
  }

  /** Renews the leases of what is under way; work whose lease is lost is ended. */
  async #keepLeases(over: AbortSignal): Promise<void> {
    const { clock, queue } = this.#options;
    for (;;) {
      await clock.sleep(HEARTBEAT_MS, over);
      if (over.aborted) return;
      try {
        for (const [lease, abort] of [...this.#atWork]) if (!(await queue.heartbeat(lease))) abort.abort();
      } catch (error) {
        this.#fault ??= { error };
        this.#wake.resolve();
        return;
      }
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
