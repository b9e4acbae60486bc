import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordedEvent } from "../protocol/event.ts";
import { recordFromLog } from "./compaction-record.ts";

const asked = (texts: readonly string[]): readonly string[] =>
  recordFromLog(
    texts.map((text, index) => ({ type: "prompt", origin: "user", text, sequence: index }) as unknown as RecordedEvent),
  ).requests;

test("a request of some length is kept whole: what it says at its end is a rule, too", () => {
  const request = `Add a method. ${"It does this and that. ".repeat(40)}Keep the old one.`;
  expect(asked([request, "go on"])).toEqual([request, "go on"]);
});

test("where there is no room for all, the first and the newest stay whole, and the rest is shortened", () => {
  const long = (name: string): string => name.repeat(1_400);
  const short = (name: string): string => `${name.repeat(240)}…`;
  expect(asked(["a", "b", "c", "d", "e"].map(long))).toEqual([
    ...[long("a"), short("b"), short("c"), long("d"), long("e")],
  ]);
});

test("whatever is asked, the list keeps its order and its bound", () => {
  const texts = fc.array(fc.nat({ max: 4_000 }), { maxLength: 60 });
  fc.assert(
    fc.property(texts, (lengths) => {
      const requests = lengths.map((length, index) => `${index}:${"x".repeat(length)}`);
      const kept = asked(requests);
      const numbers = kept.map((text) => Number.parseInt(text, 10));
      expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
      expect(kept.length).toBe(Math.min(40, requests.length));
      expect(kept.join("").length).toBeLessThanOrEqual(4_500 + 40 * 241);
    }),
  );
});
