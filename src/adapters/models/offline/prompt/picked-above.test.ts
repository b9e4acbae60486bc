import { expect, test } from "vitest";
import { pickedAbove } from "./picked-above.ts";

const LIST = "Messages of A (2):\n- a.cbl:1  DISPLAY 'X'\n- a.cbl:2  DISPLAY 'Y'\n";
const before = (text: string): Parameters<typeof pickedAbove>[1] => ({ part: "p", answer: { text, isAnswer: true } });
const picked = (part: string, text: string): string | undefined => pickedAbove(part, before(text))?.answer.text;

test("a choice among what stands above is what the answer above says of it", () => {
  const never = "Of these, never reached: nothing performs or goes to the paragraph (1):\n- a.cbl:2  DISPLAY 'Y'";
  expect(picked("which one of them can never appear?", `${LIST}${never}\nWhat the job runs (1):\n- x`)).toBe(never);
  const none = "All of them stand in paragraphs that something reaches.";
  expect(picked("and which of these never show up", LIST + none)).toBe(none);
});

test("another choice, another question or an answer that says nothing of it picks nothing", () => {
  expect(picked("which of them is the longest?", LIST)).toBeUndefined();
  expect(picked("which one of them can never appear?", LIST)).toBeUndefined();
  expect(pickedAbove("which one of them can never appear?", undefined)).toBeUndefined();
});
