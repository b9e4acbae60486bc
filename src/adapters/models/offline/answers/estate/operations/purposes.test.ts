import { expect, test } from "vitest";
import { purposeIn } from "./purposes.ts";

const source = (...lines: readonly string[]): string => lines.map((line) => `      ${line}`).join("\n");

test("what a program says it is for is told without its label, over the lines it goes on", () => {
  const text = source(
    "* Program  : TIDES",
    "* Type     : batch program",
    "* Function : prints the tides of",
    "*            every pier",
    "*****************",
    " PROGRAM-ID. TIDES.",
  );
  expect(purposeIn(text, 6)).toEqual({ line: 3, text: "prints the tides of every pier" });
});

test("without a label the first sentence counts, also below the name of the program", () => {
  expect(purposeIn(source(" PROGRAM-ID. PIERS.", "* Lists the piers of the town.", "* Written by hand."), 1)).toEqual({
    line: 2,
    text: "Lists the piers of the town.",
  });
});

test("a program that says nothing, or only who wrote it, has no purpose", () => {
  expect(purposeIn(source(" PROGRAM-ID. NOTHING.", " PROCEDURE DIVISION."), 1)).toBeUndefined();
  expect(purposeIn(source("* Program : THIS ONE HERE", " PROGRAM-ID. NOTHING."), 2)).toBeUndefined();
});
