import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeSorted } from "./merge-sorted.ts";

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

function* steps<Element>(runs: Element[][]) {
  yield yield* mergeSorted(runs, (one, other) => one <= other);
}
