import type { QueueCounts } from "../ports/queue.ts";
import { Stays } from "./stays.ts";

/** How far it was at a time. */
interface Sample {
  readonly atMs: number;
  readonly settled: number;
}

/** What was slow or quick at the beginning says little of the end: the last third counts, within these bounds. */
const WINDOW_SHARE = 1 / 3;
const WINDOW_MS_MIN = 20_000;
const WINDOW_MS_MAX = 120_000;
const SAMPLES_MAX = 240;
/** Before that a pace says nothing. */
const SETTLED_MIN = 5;

export const settledOf = ({ states }: QueueCounts): number => states.done + states.failed + states.dead;
export const openOf = ({ states }: QueueCounts): number => states.queued + states.leased;

/** While anything is open it is not through. */
const SECONDS_LEFT_MIN = 1;

/**
 * When a batch will be through: until the last item is begun by the pace of the last third of its time, two minutes at most; then as long as
 * those stay under way that take longest.
 */
export class Pace {
  #samples: Sample[] = [];
  #begunMs: number | undefined;
  readonly #stays = new Stays();
  #underWay = 0;
  /** Since when none is left that was not begun. */
  #allBegunMs: number | undefined;

  /** @param begun  the ids of what is at work or waits for another attempt */
  note(counts: QueueCounts, begun: readonly string[], atMs: number): void {
    const settled = settledOf(counts);
    this.#begunMs ??= atMs;
    this.#stays.note(begun, atMs);
    this.#underWay = Math.min(begun.length, openOf(counts));
    this.#allBegunMs = openOf(counts) > this.#underWay ? undefined : (this.#allBegunMs ?? atMs);
    const share = (atMs - this.#begunMs) * WINDOW_SHARE;
    const windowMs = Math.min(Math.max(share, WINDOW_MS_MIN), WINDOW_MS_MAX);
    // Retried or replaced items are open again: what was before says nothing of the pace.
    if (settled < (this.#samples.at(-1)?.settled ?? 0)) this.#samples = [];
    this.#samples.push({ atMs, settled });
    const isOld = ({ atMs: then }: Sample): boolean => then < atMs - windowMs;
    while (this.#samples.length > SAMPLES_MAX || (this.#samples.length > 2 && isOld(this.#samples[1] as Sample)))
      this.#samples.shift();
  }

  /** Items a second; undefined while too little is known. */
  perSecond(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const settled = last.settled - first.settled;
    const seconds = (last.atMs - first.atMs) / 1000;
    return settled < SETTLED_MIN || seconds <= 0 ? undefined : settled / seconds;
  }

  /** Seconds until nothing is open. */
  secondsLeft(counts: QueueCounts): number | undefined {
    const pace = this.perSecond();
    const open = openOf(counts);
    if (pace === undefined || open === 0) return pace === undefined ? undefined : 0;
    const tail = this.#stays.tailMs() / 1000;
    if (this.#allBegunMs === undefined) return (open - this.#underWay) / pace + tail;
    const sinceMs = (this.#samples.at(-1)?.atMs ?? this.#allBegunMs) - this.#allBegunMs;
    return Math.max(tail - sinceMs / 1000, SECONDS_LEFT_MIN);
  }
}
