import { expect, test } from "vitest";
import { atOnce, type Steps } from "../base/steps.ts";
import { inTurns } from "./in-turns.ts";

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
