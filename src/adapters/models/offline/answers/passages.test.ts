import { expect, test } from "vitest";
import { createPassageRanking } from "../../../../engines/passages/rank-passages.ts";
import { splitPassages } from "../../../../engines/passages/split-passages.ts";
import { linesText, passageText } from "../../../../tools/search/find-passages.ts";
import type { Folder } from "../folder.ts";
import { passages } from "./passages.ts";

const QUESTION = "where is the weight of a lid piled?";
const PLACES = 4;
const RANKED = 8;
const LINES = 30;
/** What is quoted and stands alone, with the lines above it. */
const SHOWN_MAX = 33;

/** So many functions of that many lines, each with one line that says what is asked for, that deep in it. */
function foundText(lines: number, deep: number, places = PLACES): string {
  const ranking = createPassageRanking(QUESTION);
  for (let place = 0; place < places; place++) {
    const body = Array.from({ length: lines }, (_, at) => `  pile(${at === deep ? `lid, weight, ${place}` : "it"});`);
    ranking.add(splitPassages(`source/lid${place}.ts`, ["function close(lid) {", ...body, "}"].join("\n")));
  }
  return [...ranking.ranked(RANKED).map(passageText), linesText(ranking.decidingLines(LINES))].join("\n");
}

function answerTo(question: string, found: string, more: Pick<Folder, "isAskedMore"> = {}): string {
  const tools: Folder["tools"] = new Set(["find_passages"]);
  const work = passages(question, { tools, paths: ["source"], isWhole: true, ...more });
  work.next();
  const said = work.next([{ text: found, failed: false }]);
  return said.done === true ? said.value.text : "";
}

test.each([
  [12, 3],
  [24, 20],
  [35, 10],
  [60, 40],
])("of four passages of %i lines each shows its deciding line, on a screen", (lines, deep) => {
  const text = answerTo(QUESTION, foundText(lines, deep));
  for (let place = 0; place < PLACES; place++) expect(text).toContain(`pile(lid, weight, ${place});`);
  expect(text.split("\n").length).toBeLessThanOrEqual(SHOWN_MAX);
});

test.each([
  [6, 12, 8],
  [10, 20, 5],
])("of %i passages those that are not quoted show their deciding line, none twice", (places, lines, deep) => {
  const text = answerTo(QUESTION, foundText(lines, deep, places));
  for (let place = 0; place < places; place++) expect(text.split(`pile(lid, weight, ${place});`)).toHaveLength(2);
  expect(text).toContain("Also near:\n- source/lid");
  expect(text.split("\n").length).toBeLessThanOrEqual(SHOWN_MAX);
});

test("one question of several gets one passage, and of each other a line", () => {
  const text = answerTo(QUESTION, foundText(24, 20, 9), { isAskedMore: true });
  for (let place = 0; place < 9; place++) expect(text).toContain(`pile(lid, weight, ${place});`);
  expect(text.match(/^source\/lid\d\.ts:\d+-\d+/gm)).toHaveLength(1);
});

test("a passage behind the best is told by lines alone, as good as it may be; where both are short, both are quoted", () => {
  const body = (line: string, more: number): string =>
    ["function close(lid) {", line, ...Array<string>(more).fill("  tick();"), "}"].join("\n");
  const places = (lines: readonly string[], more = 6): string => {
    const ranking = createPassageRanking(QUESTION);
    for (const [at, line] of lines.entries()) ranking.add(splitPassages(`source/lid${at}.ts`, body(line, more)));
    return answerTo(
      QUESTION,
      [...ranking.ranked(RANKED).map(passageText), linesText(ranking.decidingLines(LINES))].join("\n"),
    );
  };
  const quoted = /^source\/lid\d\.ts:\d+-\d+/gm;
  const alike = ["  pile(lid, weight, 1);", "  pile(lid, weight, 2);", "  pile(lid, weight, 3);"];
  const told = places(alike);
  expect(told.match(quoted)).toEqual(["source/lid0.ts:1-9"]);
  expect(told).toMatch(/^- source\/lid1\.ts:2 .*\n- source\/lid2\.ts:2 /m);
  const short = places(alike, 2);
  expect(short.match(quoted)).toHaveLength(2);
  expect(short.indexOf("Also near:")).toBeLessThan(short.search(/^source\/lid1\.ts:/m));
});

test("single lines stand below Portuguese words in an answer to a Portuguese question, and below none where all is quoted", () => {
  expect(answerTo("onde fica o weight de um lid?", foundText(60, 40, 9))).toContain("Também próximos:\n- source/lid");
  expect(answerTo(QUESTION, foundText(3, 1, 1))).not.toContain("Also near:");
});

test("what only a running system knows is answered by one passage, without lines of others", () => {
  const text = answerTo("how many lids are piled right now?", foundText(60, 40, 9));
  expect(text).toContain("is not in its sources");
  expect(text).not.toContain("Also near:");
});
