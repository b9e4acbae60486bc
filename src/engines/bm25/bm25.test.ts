import { expect, test } from "vitest";
import { rankByBm25, type SearchField } from "./bm25.ts";
import { searchWords } from "./words.ts";

const body = (text: string, name = ""): SearchField[] => [
  { text: name, weight: 3 },
  { text, weight: 1 },
];

test("a name with hyphens is found whole and by its parts", () => {
  expect(searchWords("PERFORM 1000-READ-FILE in cbl_x.")).toEqual([
    ...["perform", "1000-read-file", "1000", "read", "file", "in", "cbl_x", "cbl"],
  ]);
});

test("the rarer word decides, a hit in the name counts more, and what has no word is left out", () => {
  const documents = [
    body("account file update and account list"),
    body("account interest"),
    body("nothing here"),
    body("batch", "interest"),
  ];
  expect(rankByBm25("account interest", documents).map((hit) => hit.documentIndex)).toEqual([1, 3, 0]);
});

test("equal documents keep their order and say what matched", () => {
  const hits = rankByBm25("Alpha gamma", [body("alpha beta"), body("alpha beta")]);
  expect(hits.map((hit) => [hit.documentIndex, hit.matched])).toEqual([
    [0, ["alpha"]],
    [1, ["alpha"]],
  ]);
  expect(rankByBm25("???", [body("alpha")])).toEqual([]);
});
