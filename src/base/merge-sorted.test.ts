import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../test/rounds.ts";
import { mergeSorted, sortedInParts } from "./merge-sorted.ts";

test("runs of any number and length become what one sort makes of all of them", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string())), (runs) => {
      const sorted = runs.map((run) => run.toSorted());
      const [last] = [...steps(sorted)].slice(-1);
      expect(last).toEqual(runs.flat().toSorted());
    }),
  );
});

test("it stops within a long run, not only between two", () => {
  const run = Array.from({ length: 60_000 }, (_, index) => index);
  expect([...steps([run, run])].length).toBeGreaterThan(10);
});

test("what is read one by one comes in order, and is stopped between the parts", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000 }), fc.boolean(), (count, isBackwards) => {
      const numbers = Array.from({ length: count }, (_, index) => (index * 7919) % 30_011);
      const compare = (one: number, other: number) => (isBackwards ? other - one : one - other);
      const turns = [
        ...(function* () {
          yield yield* sortedInParts(numbers.values(), compare);
        })(),
      ];
      expect(turns.at(-1)).toEqual(numbers.toSorted(compare));
      expect(turns.length).toBeGreaterThan(count / 5_000);
      const texts = numbers.map(String);
      expect(textsOf(sortedInParts(texts))).toEqual(texts.toSorted());
    }),
    { numRuns: rounds(20) },
  );
});

function textsOf(parts: Generator<void, string[], void>): readonly string[] {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

function* steps<Element>(runs: Element[][]) {
  yield yield* mergeSorted(runs, (one, other) => one <= other);
}
