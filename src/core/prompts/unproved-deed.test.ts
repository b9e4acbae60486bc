import { expect, test } from "vitest";
import { unprovedDeed } from "./unproved-deed.ts";

const asks = (answer: string, prompt = "Fix the rounding in src/total.ts."): boolean =>
  unprovedDeed(answer, prompt) !== undefined;

test.each([
  "Done.",
  "Done: totals are rounded at the end.",
  "I've fixed the rounding in src/total.ts.",
  "The function was wrong. I have just updated it.",
  "Fixed the rounding.",
  "The rounding has been corrected, and two tests have been added.",
  "Corrigi o arredondamento.",
])("an answer that tells of a change where nothing was run is asked for it: %s", (answer) => {
  expect(asks(answer)).toBe(true);
});

test.each([
  "I have not fixed it: the file is missing.",
  "It has already been fixed in commit 1a2b.",
  "If this were changed, the report would be wrong.",
  "The rounding is done in src/total.ts:12. Which of the two do you mean?",
  "Fixed-width fields are kept.",
])("one that is honest, or tells of something else, is let be: %s", (answer) => {
  expect(asks(answer)).toBe(false);
});

test("who asked a question is told what was done without proof", () => {
  expect(asks("I've fixed it in the last step.", "What did you do?")).toBe(false);
});
