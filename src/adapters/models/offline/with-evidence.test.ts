import { expect, test } from "vitest";
import { atOnce } from "../../../base/steps.ts";
import type { Answer, Asked, Intent } from "./answers/answer.ts";
import { visiblePart } from "./cut-lists.ts";
import { pursue } from "./looking.ts";
import { withEvidence } from "./with-evidence.ts";

const NEAR = [
  "## source/lid.ts:3-4  closeLid",
  "(90 % of the question, score 9.0; holds lid, closed)",
  "3\tfunction closeLid() {",
  "4\t  if (lid.isClosed) throw new Error();",
  "",
].join("\n");

const LIST: Answer = { text: "2 lids:\n- a\n- b", isAnswer: true };
const INTENT: Intent = {
  id: "lids",
  needs: "nothing",
  means: "the lids there are",
  forms: "which lids are there",
  *answer() {
    yield [];
    return LIST;
  },
};

/** What is said of an answer where this is found near. */
function play(
  answer: Answer,
  { fit = 0.9, part = "which lids are closed?", near = NEAR, subject = ["lid"] } = {},
): Answer {
  const asked: Asked = {
    part,
    things: [],
    topic: [],
    subject,
    restricting: ["closed"],
    concepts: new Set(),
    folder: { paths: ["source/lid.ts"], isWhole: true, tools: new Set(["find_passages"]) },
  };
  const played = atOnce(
    pursue(
      () => withEvidence(answer, { intent: INTENT, fit }, asked, undefined),
      () => ({ text: near, failed: false }),
    ),
  );
  if (played.kind !== "done") throw new Error("wants more");
  return played.value;
}

test("what obeyed all and found something stands alone", () => {
  expect(play(LIST)).toBe(LIST);
  expect(play({ ...LIST, obeyed: "all" }, { fit: 0.5 }).text).toBe(LIST.text);
});

test("behind what is nearest stands what is not narrowed to what was asked", () => {
  expect(play({ ...LIST, isUnnarrowed: true }, { fit: 0.9 }).text).toMatch(
    /^Nearest in this folder:\nsource\/lid\.ts:3-4, "closeLid":\n {2}function[\s\S]*\n2 lids:\n- a\n- b$/,
  );
});

test("what was perhaps not asked is not put behind what is nearest", () => {
  expect(play(LIST, { fit: 0.5 }).text).toMatch(/^Nearest in this folder:(?![\s\S]*lids:)/);
});

test("a list of all that drops what the question is about does not stand for it, where its kind is only likely", () => {
  const part = "which lids are made of walnut?";
  expect(play(LIST, { fit: 0.7, part }).text).toMatch(/^Nearest in this folder:(?![\s\S]*lids:)/);
  expect(play({ ...LIST, text: "2 lids of walnut:\n- a\n- b" }, { fit: 0.7, part }).text).toMatch(/^2 lids/);
});

test("that nothing was found of a kind that was perhaps not asked for is not said of what stands there", () => {
  const none = 'I could not narrow this to "closed": what follows is the lids there are.\nNo lid is here.';
  expect(play({ text: none, isAnswer: true, isUnnarrowed: true }).text).not.toContain("No lid is here");
  expect(play({ text: none, isAnswer: false }).text).not.toContain("No lid is here");
});

test("what regards nothing of what the question is about is not put behind what was found", () => {
  expect(play({ ...LIST, isUnnarrowed: true }, { subject: ["closed"] }).text).not.toContain("2 lids");
});

test("a long list behind the evidence is cut, and how much is left out is said", () => {
  const rows = Array.from({ length: 60 }, (_, index) => `- lid ${index}`).join("\n");
  const text = visiblePart(play({ text: rows, isAnswer: true, isUnnarrowed: true }).text);
  expect(text.split("\n").length).toBeLessThan(45);
  expect(text).toMatch(/… \(\d+ more lines\)$/);
});
