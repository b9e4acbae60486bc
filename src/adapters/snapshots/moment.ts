let lastMicros = 0;

/**
 * Now, in ISO 8601 with microseconds. Each is later than the one before it in this process, also where the clock has not moved on:
 * what happened first among many calls of a millisecond decides whose a change is.
 */
export function momentNow(): string {
  lastMicros = Math.max(Date.now() * 1000, lastMicros + 1);
  const millis = Math.floor(lastMicros / 1000);
  return new Date(millis).toISOString().replace("Z", `${String(lastMicros % 1000).padStart(3, "0")}Z`);
}
