import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
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

test("an answer that was overtaken brings nothing back either, whichever was asked first", () => {
  const headroom = new Headroom();
  headroom.note("a", [requests(7)], asked(10, 30));
  headroom.note("a", [requests(8)], asked(11, 31));
  expect(headroom.width(31)).toBe(7);
  headroom.note("a", [requests(9)], asked(30, 40));
  expect(headroom.width(40)).toBe(9);
});

test("by a random order of answers no more is ever under way than a service has left", () => {
  const random = fc.array(fc.tuple(fc.nat(100), fc.boolean()), { minLength: 30, maxLength: 100 });
  fc.assert(
    fc.property(random, (choices) => {
      const headroom = new Headroom();
      // A service without any refill: each request takes one, in the order in which they arrive.
      let left = 12;
      let nowMs = 0;
      const sent: number[] = [];
      const served: { readonly begunMs: number; readonly remaining: number }[] = [];
      const limit = (remaining: number) => requests(remaining, { resetMs: 1e9 });
      headroom.note("a", [limit(left)], asked(nowMs));
      for (const [at, serves] of choices) {
        nowMs++;
        while (sent.length + served.length < headroom.width(nowMs)) sent.push(nowMs++);
        const [begunMs] = serves ? sent.splice(at % Math.max(1, sent.length), 1) : [];
        if (begunMs !== undefined) served.push({ begunMs, remaining: --left });
        expect(left).toBeGreaterThanOrEqual(0);
        const [answer] = serves ? [] : served.splice(at % Math.max(1, served.length), 1);
        if (answer !== undefined) headroom.note("a", [limit(answer.remaining)], asked(answer.begunMs, nowMs));
      }
    }),
    { numRuns: rounds(100) },
  );
});

test("the narrowest of all limits holds, and none for longer than a minute", () => {
  const headroom = new Headroom();
  headroom.note("a", [requests(5)], asked(0));
  headroom.note("b", [requests(0, { resetMs: 86_400_000 })], asked(0));
  expect(headroom.width(0)).toBe(0);
  expect(headroom.width(60_000)).toBe(1);
});
