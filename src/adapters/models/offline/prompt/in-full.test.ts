import { expect, test } from "vitest";
import { behindPrompts, readInFull } from "./in-full.ts";

test.each([
  ["who uses the lid? in full", "who uses the lid?"],
  ["which programs read the lids, in full", "which programs read the lids"],
  ["list the tests in full.", "list the tests"],
  ["quais programas leem as tampas? por inteiro", "quais programas leem as tampas?"],
  ["which jobs are there? the full list, please", "which jobs are there?"],
])("%s wants its lists in full", (prompt, text) => {
  expect(readInFull(prompt)).toEqual({ text, isInFull: true });
});

test.each(["is the header copied in full?", "in full", "who fills the lid in?", "does it quote the message in full"])(
  "%s is read as it is",
  (prompt) => {
    expect(readInFull(prompt)).toEqual({ text: prompt, isInFull: false });
  },
);

test("what only wants more is the prompt before, in full", () => {
  for (const said of ["in full", "show the rest", "Show me all of them.", "mostra o resto", "por inteiro"])
    expect(behindPrompts(said, ["who uses the lid?", "", "show the rest"])).toBe("who uses the lid?, in full");
  expect(behindPrompts("show the rest", [])).toBe("show the rest");
  expect(behindPrompts("who opens it?", ["who uses the lid?"])).toBe("who opens it?");
});
