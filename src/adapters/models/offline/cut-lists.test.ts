import { expect, test } from "vitest";
import { firstLines, firstNames, firstRows, settledLists, visiblePart } from "./cut-lists.ts";

const rowsOf = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `- lid ${index}`);
const shortOf = (text: string): string => settledLists(text, { isInFull: false });
const wholeOf = (text: string): string => settledLists(text, { isInFull: true });

test("of any list that is longer than its bound the mark says how many show, and in full there is none", () => {
  for (let count = 0; count <= 30; count++)
    for (const max of [1, 5, 12, 29, 30]) {
      const text = firstRows(rowsOf(count), max).join("\n");
      const lines = shortOf(text).split("\n");
      expect(lines.filter((line) => line.startsWith("- lid"))).toEqual(rowsOf(Math.min(count, max)));
      expect(lines.includes(`- … ${max} of ${count} shown`)).toBe(count > max);
      expect(lines.some((line) => line.includes('"in full"'))).toBe(count > max);
      expect(wholeOf(text)).toBe(rowsOf(count).join("\n"));
    }
});

test("what was not looked up is missing in full as well, and said to be", () => {
  const text = firstRows(rowsOf(20), 12, { total: "more than 500" }).join("\n");
  expect(shortOf(text)).toContain("- … 12 of more than 500 shown");
  expect(wholeOf(text).split("\n")).toEqual([...rowsOf(20), "- … 20 of more than 500 shown"]);
});

test("rows of several lines are one each", () => {
  const text = firstRows(["- a\n  b", "- c\n  d", "- e\n  f"], 1).join("\n");
  expect(shortOf(text).split("\n").slice(0, 3)).toEqual(["- a", "  b", "- … 1 of 3 shown"]);
  expect(wholeOf(text)).toBe("- a\n  b\n- c\n  d\n- e\n  f");
});

test("names in a line are counted where they are left out", () => {
  const names = firstNames(["a", "b", "c"], 2, { noun: "files" });
  expect(shortOf(`Used by ${names}.`)).toBe("Used by a, b and 1 more files.");
  expect(wholeOf(`Used by ${names}.`)).toBe("Used by a, b, c.");
  expect(firstNames(["a", "b"], 2)).toBe("a, b");
});

test("an answer that is cut as a whole counts the lines that would show, and in full is all of it", () => {
  const list = ["Lids (9):", ...firstRows(rowsOf(9), 4)].join("\n");
  const text = firstLines(`${list}\nbelow`, 3);
  expect(visiblePart(text).split("\n")).toEqual(["Lids (9):", "- lid 0", "- lid 1", "  … (4 more lines)"]);
  expect(wholeOf(text)).toBe(["Lids (9):", ...rowsOf(9), "below"].join("\n"));
});

test("what proves an answer is cut at a screen, the longest list first; the first list is the answer and stays", () => {
  const lists = [38, 30, 12].map((count) => [`Lids (${count}):`, ...rowsOf(count)].join("\n")).join("\n");
  const text = shortOf(lists);
  expect(text.split("\n").filter((line) => line.startsWith("- …"))).toEqual(["- … 4 of 30 shown", "- … 4 of 12 shown"]);
  expect(wholeOf(lists)).toBe(lists);
  const small = [10, 30].map((count) => [`Lids (${count}):`, ...rowsOf(count)].join("\n")).join("\n");
  expect(shortOf(small).split("\n").slice(0, -1)).toHaveLength(40);
  const alike = [3, 30, 24].map((count) => [`Lids (${count}):`, ...rowsOf(count)].join("\n")).join("\n");
  expect(shortOf(alike)).toMatch(/- … 16 of 30 shown[\s\S]*- … 16 of 24 shown/);
});
