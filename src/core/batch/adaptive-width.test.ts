import fc from "fast-check";
import { expect, test } from "vitest";
import { AdaptiveWidth } from "./adaptive-width.ts";

const succeed = (width: AdaptiveWidth, times: number): void => {
  for (let count = 0; count < times; count++) width.succeeded();
};

test("it doubles a round until the first refusal, halves, then grows by one a round", () => {
  const width = new AdaptiveWidth(64);
  const seen = [width.width];
  for (const times of [4, 8, 16]) {
    succeed(width, times);
    seen.push(width.width);
  }
  width.refused(10, 20, 500);
  seen.push(width.width);
  succeed(width, 16);
  seen.push(width.width);
  expect([seen, width.heldUntilMs]).toEqual([[4, 8, 16, 32, 16, 17], 520]);
});

test("of what was under way together only the first refusal counts, and the longest wait", () => {
  const width = new AdaptiveWidth(64);
  succeed(width, 12);
  width.refused(1, 10, 100);
  width.refused(2, 11, 900);
  expect([width.width, width.heldUntilMs]).toEqual([8, 911]);
  width.refused(12, 13, 0);
  expect(width.width).toBe(4);
});

test("whatever comes, it stays between one and the most", () => {
  const step = fc.oneof(
    fc.constant("succeeded" as const),
    fc.record({ begunMs: fc.nat(1000), nowMs: fc.nat(2000), waitMs: fc.nat(100) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.array(step, { maxLength: 400 }), (most, steps) => {
      const width = new AdaptiveWidth(most);
      for (const one of steps) {
        if (one === "succeeded") width.succeeded();
        else width.refused(one.begunMs, one.nowMs, one.waitMs);
        expect(width.width).toBeGreaterThanOrEqual(1);
        expect(width.width).toBeLessThanOrEqual(most);
      }
    }),
  );
});
