import { expect, test } from "vitest";
import { readQuestion } from "./question.ts";

const said = (question: string): readonly string[] => readQuestion(question).terms.map((term) => term.said);

test.each([
  ["what happens if a lid isn't found?", ["lid", "missing"]],
  ["what if the lid isn’t in the box?", ["lid", "missing", "box"]],
  ["what if lids can't be found?", ["lids", "missing"]],
  ["what if a lid doesn't exist?", ["lid", "missing"]],
  ["which lids weren't found?", ["lids", "missing"]],
])("what is denied in short is denied: %s", (question, terms) => {
  expect(said(question)).toEqual(terms);
});
