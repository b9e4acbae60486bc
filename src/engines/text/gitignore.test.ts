import { expect, test } from "vitest";
import { compileIgnoreRules } from "./gitignore.ts";

const verdict = (rules: string, path: string, isFolder = false) => compileIgnoreRules(rules).verdict(path, isFolder);

test.each([
  ["*.log", "deep/a.log", "ignored"],
  ["/a", "a", "ignored"],
  ["/a", "b/a", undefined],
  ["a/b", "x/a/b", undefined],
  ["**/a/b", "x/a/b", "ignored"],
  ["a/**", "a/x/y", "ignored"],
  ["a/**", "a", undefined],
  ["a/**/b", "a/b", "ignored"],
  ["a/**/b", "a/x/y/b", "ignored"],
  ["a*c", "a/c", undefined],
  ["[a-c].txt", "b.txt", "ignored"],
  ["[!a-c].txt", "b.txt", undefined],
  ["\\#x", "#x", "ignored"],
  ["# x", "# x", undefined],
  ["x\\ ", "x ", "ignored"],
  ["x  ", "x", "ignored"],
  ["*.log\n!keep.log", "keep.log", "kept"],
  ["!keep.log\n*.log", "keep.log", "ignored"],
  ["\uFEFFa\r\n", "a", "ignored"],
  ["{a,b}", "a", undefined],
  ["/", "a", undefined],
])("%j says of %s: %s", (rules, path, expected) => {
  expect(verdict(rules, path)).toBe(expected);
});

test("a slash at the end speaks of folders only", () => {
  expect(verdict("out/", "out", true)).toBe("ignored");
  expect(verdict("out/", "out", false)).toBeUndefined();
});
