import { bootId } from "../process-identity.ts";

/** When something was, for people and in order. */
export interface Moment {
  /** ISO 8601 with microseconds, by a clock that may be set. */
  readonly at: string;
  /** By one that nobody sets, the same for all processes since the machine was started; absent where it cannot be told apart from an earlier one. */
  readonly steady?: string;
}

const STEADY_DIGITS = 20;
let lastMicros = 0;
let lastSteady = 0n;

/**
 * Now. Each is later than the one before it in this process, also where the clock has not moved on: what happened first among many calls of
 * a millisecond decides whose a change is.
 */
export function momentNow(): Moment {
  lastMicros = Math.max(Date.now() * 1000, lastMicros + 1);
  const millis = Math.floor(lastMicros / 1000);
  const at = new Date(millis).toISOString().replace("Z", `${String(lastMicros % 1000).padStart(3, "0")}Z`);
  const micros = process.hrtime.bigint() / 1000n;
  lastSteady = micros > lastSteady ? micros : lastSteady + 1n;
  const boot = bootId();
  return boot === "" ? { at } : { at, steady: `${boot} ${String(lastSteady).padStart(STEADY_DIGITS, "0")}` };
}

/** Moments of different runs of the machine can be told by the clock alone. */
export function isBefore(one: Moment, other: Moment): boolean {
  const [left, right] = [one.steady, other.steady];
  if (left === undefined || right === undefined) return one.at < other.at;
  return left.split(" ")[0] === right.split(" ")[0] ? left < right : one.at < other.at;
}
