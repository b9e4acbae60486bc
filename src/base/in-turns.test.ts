import { expect, test } from "vitest";
import { atOnce, type Steps } from "../base/steps.ts";
import { eachInTurns, inTurns } from "./in-turns.ts";

/** Longer than others are let wait. */
const LONG_MS = 60;

function* busy(steps: number, stepMs: number): Steps<number> {
  for (let step = 0; step < steps; step++) {
    for (const start = performance.now(); performance.now() - start < stepMs; );
    yield;
  }
  return steps;
}

test("work that takes long gives others a turn, and ends as it does at once", async () => {
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  expect(await inTurns(busy(2, LONG_MS))).toBe(2);
  expect(hadTurn).toBe(true);
  expect(atOnce(busy(2, 0))).toBe(2);
});

test("items whose work takes long give others a turn between them", async () => {
  async function* items() {
    yield* [1, 2, 3];
  }
  const seen: (number | string)[] = [];
  setImmediate(() => seen.push("a turn"));
  for await (const item of eachInTurns(items())) {
    atOnce(busy(1, LONG_MS));
    seen.push(item);
  }
  expect(seen).toEqual([1, "a turn", 2, 3]);
});
