import { expect, test } from "vitest";
import { createPassageRanking } from "../../../../engines/passages/rank-passages.ts";
import { splitPassages } from "../../../../engines/passages/split-passages.ts";
import { passageText } from "../../../../tools/search/find-passages.ts";
import type { Folder } from "../folder.ts";
import { passages } from "./passages.ts";

const QUESTION = "where is the weight of a lid piled?";
const PLACES = 4;
/** What is quoted, with the line above it. */
const SHOWN_MAX = 36;

/** Functions of that many lines, each with one line that says what is asked for, that deep in it. */
function foundText(lines: number, deep: number): string {
  const ranking = createPassageRanking(QUESTION);
  for (let place = 0; place < PLACES; place++) {
    const body = Array.from({ length: lines }, (_, at) => `  pile(${at === deep ? `lid, weight, ${place}` : "it"});`);
    ranking.add(splitPassages(`source/lid${place}.ts`, ["function close(lid) {", ...body, "}"].join("\n")));
  }
  return ranking.ranked(PLACES).map(passageText).join("\n");
}

test.each([
  [12, 3],
  [24, 20],
  [35, 10],
  [60, 40],
])("of four passages of %i lines each shows its deciding line, on a screen and a half", (lines, deep) => {
  const tools: Folder["tools"] = new Set(["find_passages"]);
  const work = passages(QUESTION, { tools, paths: ["source"], isWhole: true });
  work.next();
  const said = work.next([{ text: foundText(lines, deep), failed: false }]);
  const text = said.done === true ? said.value.text : "";
  for (let place = 0; place < PLACES; place++) expect(text).toContain(`pile(lid, weight, ${place});`);
  expect(text.split("\n").length).toBeLessThanOrEqual(SHOWN_MAX);
});
