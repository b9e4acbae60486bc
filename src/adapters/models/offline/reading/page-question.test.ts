import { expect, test } from "vitest";
import { readPageQuestion } from "./page-question.ts";

test.each([
  ["how many lids are shown per page?", ["lids"]],
  ["how many lid types fit on one page?", ["lid", "types"]],
  ["how many lids per page does the lid list show?", ["lids"]],
  ["How many rows does the lid list show?", ["lid"]],
  ["what is the page size of the lid list?", ["lid"]],
  ["lid list: number of entries per screen?", ["lid"]],
  ["when I open the listing of lids, how many of them does it display at a time?", ["lid"]],
  ["lids per page in the lid list, how many rows?", ["lid"]],
])("%s asks how many rows a page has", (asked, words) => {
  expect(readPageQuestion(asked)).toEqual(words);
});

test.each(["how many lids are there?", "how many fields are on the lid screen?", "how many rows fit on a page?"])(
  "%s asks something else",
  (asked) => {
    expect(readPageQuestion(asked)).toBeUndefined();
  },
);
