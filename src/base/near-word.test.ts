import { expect, test } from "vitest";
import { nearWord } from "./near-word.ts";

test.each<[string, string | undefined]>([
  ["doctr", "doctor"],
  ["dcotor", "doctor"],
  ["Sesions", "sessions"],
  ["confgi", "config"],
  ["hello", undefined],
  ["ci", undefined],
  ["explain", undefined],
])("%s was meant to be %s", (word, meant) => {
  expect(nearWord(word, ["doctor", "sessions", "config", "code", "init"])).toBe(meant);
});

test("the nearest of several is taken, the first of equals", () => {
  expect(nearWord("models", ["model", "models"])).toBe("models");
  expect(nearWord("mode", ["node", "code"])).toBe("node");
});
