import { expect, test } from "vitest";
import { createPassageRanking } from "../../../../engines/passages/rank-passages.ts";
import { splitPassages } from "../../../../engines/passages/split-passages.ts";
import { linesText, passageText } from "../../../../tools/search/ranked-passages.ts";
import type { Folder } from "../folder.ts";
import { passages } from "./passages.ts";

const QUESTION = "where is the weight of a lid piled?";
const PLACES = 4;
const RANKED = 8;
const LINES = 30;
/** Two that are quoted, and a line of each of five behind them. */
const TOLD_MAX = 7;
/** What is quoted, of that the best whole, and stands alone, with the lines above it. */
const SHOWN_MAX = 50;

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
  for (let place = 0; place < Math.min(places, TOLD_MAX); place++)
    expect(text.split(`pile(lid, weight, ${place});`)).toHaveLength(2);
  expect(text).toContain("Also near:\n- source/lid");
  expect(text.split("\n").length).toBeLessThanOrEqual(SHOWN_MAX);
});

test("one question of several gets one passage, and a line of each of five others", () => {
  const text = answerTo(QUESTION, foundText(24, 20, 9), { isAskedMore: true });
  for (let place = 0; place <= 5; place++) expect(text).toContain(`pile(lid, weight, ${place});`);
  expect(text.match(/^source\/lid\d\.ts:\d+-\d+/gm)).toHaveLength(1);
});

test("five passages are quoted, no line twice, but none that says far less than the best", () => {
  const body = (line: string): string => ["function close(lid) {", line, "  tick();", "}"].join("\n");
  const quoted = (lines: readonly string[]): readonly string[] => {
    const ranking = createPassageRanking(QUESTION);
    for (const [at, line] of lines.entries()) ranking.add(splitPassages(`source/lid${at}.ts`, body(line)));
    const text = answerTo(QUESTION, ranking.ranked(RANKED).map(passageText).join("\n"));
    return text.match(/^source\/lid\d\.ts(?=:\d+-\d+)/gm) ?? [];
  };
  const alike = [1, 2, 3, 4, 5, 6].map((at) => `  pile(lid, weight, ${at});`);
  expect(quoted(alike)).toEqual([0, 1, 2, 3, 4].map((at) => `source/lid${at}.ts`));
  expect(quoted(["  pile(lid, weight);", "  tick(pile);"])).toEqual(["source/lid0.ts"]);
});

test("what is quoted of one file stands together below its first place, each behind the name that it stands under", () => {
  const ranking = createPassageRanking(QUESTION);
  const piling = (name: string): readonly string[] => [`function ${name}(it) {`, "  pile(lid, weight);", "}", ""];
  ranking.add(splitPassages("source/lid.ts", ["close", "open", "lift"].flatMap(piling).join("\n")));
  expect(answerTo(QUESTION, ranking.ranked(RANKED).map(passageText).join("\n")).split("\n").slice(1)).toEqual([
    'source/lid.ts:1-3, "close":',
    ...["  function close(it) {", "    pile(lid, weight);", "  }"],
    '  … (line 5, "open")',
    ...["  function open(it) {", "    pile(lid, weight);", "  }"],
    '  … (line 9, "lift")',
    ...["  function lift(it) {", "    pile(lid, weight);", "  }"],
  ]);
});

test("a line alone tells in which function it stands", () => {
  expect(answerTo(QUESTION, foundText(6, 3, 9))).toMatch(
    /\n- source\/lid\d\.ts:5 \(close\) {2}pile\(lid, weight, \d\);/,
  );
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
