import { collide } from "../permissions/accesses.ts";
import type { PreparedStep } from "./step-work.ts";

/** Steps that run at the same time. */
const PARALLEL_MAX = 8;
/** How far a waiting step is looked for past those that collide; bounds the work of one choice. */
const LOOK_AHEAD_MAX = 64;

type Occupant = Pick<PreparedStep, "scheduled" | "isAlone">;

/**
 * Steps whose needs are met, waiting for their turn. One may start when it collides neither with what runs nor with
 * what waits before it: so nothing waits for ever behind a stream of others.
 */
export class StepQueue {
  readonly #waiting: PreparedStep[] = [];
  readonly #waitingIds = new Set<string>();
  readonly #running = new Map<string, Occupant>();

  add(step: PreparedStep): void {
    this.#waiting.push(step);
    this.#waitingIds.add(step.step.id);
  }

  /** Forgets those that wait, for example because the plan has changed. */
  clear(): void {
    this.#waiting.length = 0;
    this.#waitingIds.clear();
  }

  get runningIds(): readonly string[] {
    return [...this.#running.keys()];
  }

  /** Whether a step waits or runs. */
  has(id: string): boolean {
    return this.#running.has(id) || this.#waitingIds.has(id);
  }

  /** The next step that may start now; it counts as running from here on. */
  next(): PreparedStep | undefined {
    if (this.#running.size >= PARALLEL_MAX) return undefined;
    const before: Occupant[] = [...this.#running.values()];
    for (const [index, candidate] of this.#waiting.entries()) {
      if (index >= LOOK_AHEAD_MAX) return undefined;
      if (!before.some((other) => cannotMeet(candidate, other))) {
        this.#waiting.splice(index, 1);
        this.#waitingIds.delete(candidate.step.id);
        this.#running.set(candidate.step.id, candidate);
        return candidate;
      }
      before.push(candidate);
    }
    return undefined;
  }

  /** The step no longer runs; a later start of the same step is another one. */
  end(step: PreparedStep): void {
    if (this.#running.get(step.step.id) === step) this.#running.delete(step.step.id);
  }
}

function cannotMeet(one: Occupant, other: Occupant): boolean {
  return one.isAlone || other.isAlone || collide(one.scheduled, other.scheduled);
}
