import { expect, test } from "vitest";
import { rangeText, widthOf } from "../answers/fields/field-width.ts";
import { readWidthQuestion } from "./width-question.ts";

test.each([
  ["how long is a lid id?", ["lid", "id"]],
  ["How wide are lid codes?", ["lid", "code"]],
  ["what is the maximum length of a lid number?", ["lid", "number"]],
  ["what is the size of a lid fee?", ["lid", "fee"]],
  ["what is the largest lid fee that can be stored?", ["lid", "fee"]],
  ["how high can a lid fee get?", ["lid", "fee"]],
  ["how many digits does a lid number have?", ["lid", "number"]],
])("%s asks the width of a field", (asked, words) => {
  expect(readWidthQuestion(asked)).toEqual(words);
});

test.each([
  "how long is the longest function?",
  "how long is LID-ID?",
  "how long is a record?",
  "what is the size of the project?",
  "how long does the night job take?",
  "how many lids are there?",
])("%s asks something else", (asked) => {
  expect(readWidthQuestion(asked)).toBeUndefined();
});

test.each([
  ["9(11)", 11],
  ["X(16)", 16],
  ["S9(10)V99", 12],
  ["XXX", 3],
  ["X(01)", 1],
])("a picture %s shows %i characters", (picture, width) => {
  expect(widthOf(picture)).toBe(width);
});

test.each([
  ["S9(05)V99", ", from -99,999.99 to 99,999.99"],
  ["9(3)", ", from 0 to 999"],
  ["V99", ", from 0 to 0.99"],
  ["X(3)", ""],
  ["Z(3)9", ""],
])("a picture %s has room for%s", (picture, range) => {
  expect(rangeText(picture)).toBe(range);
});
