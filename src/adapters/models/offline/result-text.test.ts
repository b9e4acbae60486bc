import { expect, test } from "vitest";
import { readCitedLines, readSearchedFiles } from "./result-text.ts";

const FOUND = "1-first.log\n2:needle\n3-hay\n--\n9:needle\n\nb.md\n1:Needle\n(shown 3 of 4 matches)";

test("a search is parted by its files, also below what was told of the call", () => {
  for (const told of ["", "(limit is at most 500)\n", "(limit is at most 500)\n(a hook: 12 lines)\n"])
    expect(readSearchedFiles(`${told}${FOUND}`)).toEqual([
      { path: "1-first.log", rows: ["2:needle", "3-hay", "--", "9:needle"] },
      { path: "b.md", rows: ["1:Needle", "(shown 3 of 4 matches)"] },
    ]);
});

test("only lines that matched are cited", () => {
  expect(readCitedLines(FOUND).map(({ path, line }) => `${path}:${line}`)).toEqual([
    "1-first.log:2",
    "1-first.log:9",
    "b.md:1",
  ]);
  expect(readCitedLines("No match.")).toEqual([]);
});
