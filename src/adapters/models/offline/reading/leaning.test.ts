import { expect, test } from "vitest";
import { leansOnBefore } from "./leaning.ts";

test.each([
  ["which ones", true],
  ["to what?", true],
  ["what does each one need?", true],
  ["how often does each run", true],
  ["where is that set", true],
  ["onde está definida?", true],
  ["quem grava?", true],
  ["e quem o lê?", true],
  ["o que quebra se eu apagar ele?", false],
  ["which lids", false],
  ["how is the process started", false],
  ["does it ask for confirmation", false],
  ["who bumps the version number?", false],
  ["by which jobs and for which queues", true],
  ["by which jobs run", false],
  ["and what are the options?", true],
  ["quais são as opções?", true],
  ["what are the options of a lid?", false],
  ["what are the jobs?", false],
  ["como posso ver?", true],
])("%s names nothing of its own: %s", (part, leans) => {
  expect(leansOnBefore(part)).toBe(leans);
});

test("what the part before has said is nothing of its own, but behind an article", () => {
  const before = "how many rows does the lid page show";
  expect(leansOnBefore("how do you page forward and back", before)).toBe(true);
  expect(leansOnBefore("how do you page forward and back")).toBe(false);
  expect(leansOnBefore("where is the page", before)).toBe(false);
});
