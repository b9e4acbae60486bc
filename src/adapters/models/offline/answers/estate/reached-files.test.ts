import { expect, test } from "vitest";
import { filesOf } from "./reached-files.ts";

const rows = (count: number, path: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `CALLER-${index} calls it — ${path}:${index + 1}`);

test("files of a long list are told with how many places each holds, the most first", () => {
  const sections = [{ title: "Retest", total: 13, rows: [...rows(4, "src/a.ts"), ...rows(9, "src/b.ts")] }];
  expect(filesOf(sections)).toBe("Files with such places (2): src/b.ts (9), src/a.ts (4)");
});

test("what a report did not list is not taken for none", () => {
  const sections = [{ title: "Retest", total: 500, rows: [...rows(6, "src/a.ts"), ...rows(6, "src/b.ts")] }];
  expect(filesOf(sections)).toContain("(more than 2)");
});

test("a list that shows whole says its files itself", () => {
  expect(filesOf([{ title: "Retest", total: 4, rows: [...rows(2, "a.ts"), ...rows(2, "b.ts")] }])).toBe("");
});
