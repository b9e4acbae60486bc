import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { createPassageRanking } from "../rank-passages.ts";
import { splitPassages } from "../split-passages.ts";
import { WEIGHTS } from "./weights.ts";

const FOLDER = "test/guide-questions";
const FIRST = 5;

interface Row {
  readonly in: string;
  readonly ask: string;
  readonly lines: readonly string[];
}

const rows = readFileSync(`${FOLDER}/passages.jsonl`, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

test.each(rows)("one of the first passages quotes the line that answers: $ask", ({ in: where, ask, lines }) => {
  const root = resolve(FOLDER, where);
  const ranking = createPassageRanking(ask);
  for (const path of readdirSync(root, { recursive: true, encoding: "utf8" }).filter((one) => /\.\w+$/.test(one)))
    ranking.add(splitPassages(path, readFileSync(resolve(root, path), "utf8")));
  const quoted = ranking
    .ranked(FIRST)
    .flatMap(({ path, numbers, quote, values }) => [
      ...numbers.slice(...quote).map((line) => ({ path, line })),
      ...values.map((value) => ({ path: value.path, line: value.line })),
    ]);
  const answers = lines.map((place) => /^(.*):(\d+)-(\d+)$/.exec(place) ?? []);
  expect(
    quoted.filter(({ path, line }) =>
      answers.some(([, at, from, to]) => at === path && line >= Number(from) && line <= Number(to)),
    ),
  ).not.toEqual([]);
});

test("what was learnt moves a rule of thumb and does not turn it round, and the worth of words stays what all is measured by", () => {
  const turned = Object.entries(WEIGHTS).filter(
    ([, [start, learnt]]) => Math.abs(start) > 0.5 && Math.sign(start) !== Math.sign(learnt),
  );
  expect(turned).toEqual([]);
  expect(WEIGHTS["worth of its words, as a logarithm"]).toEqual([1, 1]);
});
