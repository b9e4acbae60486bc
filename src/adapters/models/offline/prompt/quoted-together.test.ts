import { expect, test } from "vitest";
import { createPassageRanking } from "../../../../engines/passages/rank-passages.ts";
import { splitPassages } from "../../../../engines/passages/split-passages.ts";
import { passageText } from "../../../../tools/search/ranked-passages.ts";
import { joined } from "./joined-answers.ts";
import { quotedTogether } from "./quoted-together.ts";

const PROMPT = "where is the lid closed, and who weighs it?";
const NEAREST = { text: "Nearest in this folder:\nsource/rope.ts:1-1:\n  rope();", isAnswer: true, isOfPassages: true };
const NEAR_LID = { ...NEAREST, text: "Nearest in this folder:\nsource/lid.ts:2-2:\n  weigh(lid);" };
const FACT = { text: "1 class weighs a lid.", isAnswer: true };

function answersTo(...answers: Parameters<typeof quotedTogether>[0]): readonly string[] {
  const ranking = createPassageRanking(PROMPT);
  ranking.add(splitPassages("source/lid.ts", "function close(lid) {\n  weigh(lid);\n}"));
  const found = ranking.ranked(8).map(passageText).join("\n");
  const work = quotedTogether(answers, PROMPT, { tools: new Set(["find_passages"]), paths: [], isWhole: true });
  let state = work.next();
  while (!state.done) state = work.next([{ text: found, failed: false }]);
  return joined(state.value, []).text.split("\n");
}

test("parts of which only what is nearest is known are quoted once, for the whole prompt, below no title", () => {
  const lines = answersTo(
    { part: "where is the lid closed", answer: NEAR_LID },
    { part: "who weighs it", answer: NEAR_LID },
  );
  expect(lines.filter((line) => line.startsWith("source/"))).toEqual(['source/lid.ts:1-3, "close":']);
  expect(lines[0]).toMatch(/^Nearest in this folder/);
});

test("what is nearest to a later part alone stands below it, where it is not quoted yet", () => {
  const lines = answersTo(
    { part: "where is the lid closed", answer: NEAR_LID },
    { part: "who weighs it", answer: NEAREST },
  );
  const [first, second] = ["**where is the lid closed**", "**who weighs it**"].map((title) => lines.indexOf(title));
  expect(lines.indexOf('source/lid.ts:1-3, "close":')).toBeGreaterThan(first ?? Infinity);
  expect(lines.slice(second)).toEqual(["**who weighs it**", ...NEAREST.text.split("\n")]);
});

test("a later part that nothing answers for certain leaves the whole as it is", () => {
  const lines = answersTo(
    { part: "where is the lid closed", answer: NEAR_LID },
    { part: "who weighs it", answer: { ...NEAREST, isAnswer: false } },
  );
  expect(lines.filter((line) => line.startsWith("source/"))).toEqual(['source/lid.ts:1-3, "close":']);
});

test("below what is nowhere here no passage stands again that stands above", () => {
  const absence = {
    text: 'Not found: no line says "lid".\nsource/lid.ts:2-2:\n  weigh(lid);',
    isAnswer: true,
    isAbsence: true,
  };
  const lines = answersTo({ part: "is there a lid", answer: absence }, { part: "who weighs it", answer: NEAREST });
  expect(lines.filter((line) => line.startsWith("source/"))).toEqual(["source/lid.ts:2-2:"]);
  expect(lines.at(-1)).toBe("I cannot tell whether anything here answers that.");
});

test("a part that facts answer keeps them, and what a kind of question found stands behind the quotation", () => {
  const lines = answersTo(
    { part: "where is the lid closed", answer: { ...NEAREST, findings: "Declared: source/lid.ts:1" } },
    { part: "who weighs it", answer: FACT },
  );
  expect(lines).toContain('source/lid.ts:1-3, "close":');
  expect(lines).toContain("Declared: source/lid.ts:1");
  expect(lines.slice(-2)).toEqual(["**who weighs it**", FACT.text]);
});

test("one part keeps its own answer", () => {
  expect(answersTo({ part: PROMPT, answer: NEAREST })).toEqual(NEAREST.text.split("\n"));
});
