import { expect, test } from "vitest";
import { bestStretch, weighTold } from "./weigh-told.ts";

const told = (name: string, own: string, around = "") => ({ name, own, around });
const PRICE = told("budgetUsd", "budgetUsd?: number; // What a voyage may take at most.");
const HULL = told("hullColour", "hullColour: string; // How the hull is painted.");
const LOG = told("writeLog", "writeLog(): void", "// Writes down what the voyage was like.");

test("what is asked is said by its other names, too, by what stands around, and less by that", () => {
  const [price, hull, log] = weighTold(["cost", "voyage"], [PRICE, HULL, LOG]);
  expect([price?.held, hull?.held, log?.held]).toEqual([["cost", "voyage"], [], ["voyage"]]);
  expect((price?.coverage ?? 0) > (log?.coverage ?? 0)).toBe(true);
  expect([log?.ownCoverage, hull?.coverage]).toEqual([0, 0]);
});

test("a word that none of them says counts little against those that say the others", () => {
  const [hull] = weighTold(["hull", "barnacle"], [HULL, LOG]);
  expect([hull?.sayable, (hull?.coverage ?? 0) > 0.6]).toEqual([1, true]);
});

test("a word is asked for by whoever chose it, though other questions only ask with it", () => {
  const [tool] = weighTold(["tool"], [told("useTool", "useTool()")]);
  expect([tool?.held, tool?.named]).toEqual([["tool"], 0.5]);
});

test("the stretch is where most of the words stand together", () => {
  const lines = ["open();", "paint(hull);", "tie(rope);", "tie(rope, hull);", "close();"];
  expect(bestStretch(["rope", "hull"], lines, 2)).toEqual([1, 3]);
  expect(bestStretch(["rope"], [], 2)).toEqual([0, 0]);
});
