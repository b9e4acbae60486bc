import { afterEach, expect, test } from "vitest";
import { systemClock } from "./system-clock.ts";

const realNow = Date.now;
afterEach(() => {
  Date.now = realNow;
});

test.each([
  ["back", -3_600_000],
  ["forward", 86_400_000],
])("a clock that is set %s moves neither time nor the order of ids", async (_, jumpMs) => {
  const before = { now: systemClock.now(), id: systemClock.id() };
  Date.now = () => realNow() + jumpMs;
  await systemClock.sleep(5, new AbortController().signal);
  const passedMs = systemClock.now() - before.now;
  expect(passedMs).toBeGreaterThan(0);
  expect(passedMs).toBeLessThan(60_000);
  expect(systemClock.id() > before.id).toBe(true);
});
