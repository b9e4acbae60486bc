import { expect, test } from "vitest";
import type { RateLimit } from "../ports/model.ts";
import { NO_USAGE } from "../protocol/usage.ts";
import { Headroom } from "./headroom.ts";

const requests = (remaining: number, more: Partial<RateLimit> = {}): RateLimit => ({
  name: "requests",
  counts: "requests",
  remaining,
  resetMs: 10_000,
  ...more,
});
const asked = (begunMs: number, nowMs = begunMs) => ({ usage: NO_USAGE, begunMs, nowMs });

test("nobody who said nothing is held back, and nothing is after its end", () => {
  const headroom = new Headroom();
  expect(headroom.width(0)).toBe(Number.POSITIVE_INFINITY);
  headroom.note("a", [requests(2)], asked(0));
  expect([headroom.width(0), headroom.width(9_999), headroom.width(10_000)]).toEqual([2, 2, Number.POSITIVE_INFINITY]);
});

test("tokens count as many as an item took", () => {
  const headroom = new Headroom();
  const usage = { ...NO_USAGE, inputTokens: 90, outputTokens: 10 };
  headroom.note("a", [requests(1_000, { name: "t", counts: "tokens" })], { usage, begunMs: 0, nowMs: 0 });
  expect(headroom.width(0)).toBe(10);
  headroom.note("a", [requests(30, { name: "o", counts: "outputTokens" })], { usage, begunMs: 0, nowMs: 0 });
  expect(headroom.width(0)).toBe(3);
});

test("what fills steadily is drawn from as it fills, until that turns out wrong", () => {
  const headroom = new Headroom();
  headroom.note("a", [requests(0, { most: 10 })], asked(0));
  expect([0, 999, 1_000, 99_999, 5_500].map((ms) => headroom.width(ms))).toEqual([0, 0, 1, 10, 5]);
  headroom.refused();
  expect([5_500, 9_999].map((ms) => headroom.width(ms))).toEqual([0, 0]);
});

test("a refusal that was not relied upon says nothing of how it fills", () => {
  const headroom = new Headroom();
  headroom.note("a", [requests(5, { most: 10 })], asked(0));
  headroom.width(0);
  headroom.refused();
  headroom.note("a", [requests(0, { most: 10 })], asked(1, 1));
  expect(headroom.width(1_001)).toBe(1);
});

test("an answer that is late does not bring back what was used since", () => {
  const headroom = new Headroom();
  headroom.note("a", [requests(3)], asked(20, 30));
  headroom.note("a", [requests(4)], asked(10, 40));
  expect(headroom.width(40)).toBe(3);
  headroom.note("a", [requests(2)], asked(15, 50));
  expect(headroom.width(50)).toBe(2);
});

test("the narrowest of all limits holds, and none for longer than a minute", () => {
  const headroom = new Headroom();
  headroom.note("a", [requests(5)], asked(0));
  headroom.note("b", [requests(0, { resetMs: 86_400_000 })], asked(0));
  expect(headroom.width(0)).toBe(0);
  expect(headroom.width(60_000)).toBe(1);
});
