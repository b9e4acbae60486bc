import { expect, test } from "vitest";
import { createPassageRanking } from "../../../../engines/passages/rank-passages.ts";
import { splitPassages } from "../../../../engines/passages/split-passages.ts";
import { linesText, passageText } from "../../../../tools/search/ranked-passages.ts";
import type { Answer } from "../answers/answer.ts";
import type { Folder } from "../folder.ts";
import { joinedWithRest } from "./rest-of-question.ts";

const PROMPT = "which jobs compile a program, and does the tunnel script talk to a host?";
const FILES: Readonly<Record<string, string>> = {
  "jcl/COMPILE.jcl": "//COMPILE JOB\n//* compile a program\n//STEP EXEC PGM=IGYCRCTL",
  "scripts/tunnel.sh": "# talk to the host by the tunnel script\nftp localhost 2121",
};
const OF_JOBS = "Jobs that compile a program:\n- jcl/COMPILE.jcl:2  //* compile a program in jobs";

function foundText(): string {
  const ranking = createPassageRanking(PROMPT);
  for (const [path, text] of Object.entries(FILES)) ranking.add(splitPassages(path, text));
  return [...ranking.ranked(8).map(passageText), linesText(ranking.decidingLines(30))].join("\n");
}

function joinedText(text: string, more: Partial<Answer> = {}, prompt = PROMPT): string {
  const folder: Folder = { tools: new Set(["find_passages"]), paths: Object.keys(FILES), isWhole: true };
  const work = joinedWithRest([{ part: prompt, answer: { text, isAnswer: true, ...more } }], [], prompt, folder);
  const first = work.next();
  const said = first.done === true ? first : work.next([{ text: foundText(), failed: false }]);
  return said.done === true ? said.value.text : "";
}

test("words of a question that nothing of its answer shows are told by what is nearest to all of it, below", () => {
  const text = joinedText(OF_JOBS);
  expect(text.startsWith(OF_JOBS)).toBe(true);
  expect(text).toMatch(/\n\nNearest to the whole question, with "tunnel".*:\nscripts\/tunnel\.sh:1-2/);
});

test("where nothing answers for certain it stands above; behind what is quoted for the whole question nothing more is", () => {
  const text = joinedText(OF_JOBS, { isAnswer: false });
  expect(text).toMatch(/^Nearest to the whole question/);
  expect(text.endsWith(OF_JOBS)).toBe(true);
  expect(joinedText(OF_JOBS, { isOfPassages: true, isNearestOnly: true })).toBe(OF_JOBS);
});

test("above stands what is nearest to the whole question, whether something below cites it or not; below it nothing twice", () => {
  const line = /^- jcl\/COMPILE\.jcl:2 (?:\(STEP\))? .*compile a program/gm;
  expect(joinedText(OF_JOBS, { isAnswer: false }).match(line)).toHaveLength(2);
  expect(joinedText(OF_JOBS).match(line)).toHaveLength(1);
});

test("an answer that shows all of its question stays as it is, and so does one that shows no place", () => {
  const whole = `${OF_JOBS}\n- scripts/tunnel.sh:1  # talk to the host by the tunnel script`;
  expect(joinedText(whole)).toBe(whole);
  expect(joinedText("Hello.")).toBe("Hello.");
  expect(joinedText(OF_JOBS, {}, "change the tunnel script so that it talks to another host")).toBe(OF_JOBS);
});
