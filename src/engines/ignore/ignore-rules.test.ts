import { expect, test } from "vitest";
import { ignoreRules } from "./ignore-rules.ts";

const root = (text: string) => ignoreRules([{ folder: "", text }]);

test("later lines beat earlier ones, and letter case counts", () => {
  const rules = root("*.log\n!keep.log\nBuild/\n");
  expect(["a.log", "keep.log", "x/keep.log", "build/x", "Build/x"].map((path) => rules.isIgnored(path))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});

test("a pattern with a slash at its end matches folders only", () => {
  const rules = root("out/\n");
  expect(rules.isIgnored("out")).toBe(false);
  expect(rules.isIgnored("out", true)).toBe(true);
  expect(rules.isIgnored("out/")).toBe(true);
  expect(rules.isIgnored("a/out/b")).toBe(true);
});

test("a deeper file beats a higher one", () => {
  const rules = root("*.txt\n").with({ folder: "docs", text: "!*.txt\nsecret.txt\n" });
  expect(rules.isIgnored("a.txt")).toBe(true);
  expect(rules.isIgnored("docs/a.txt")).toBe(false);
  expect(rules.isIgnored("docs/secret.txt")).toBe(true);
  expect(rules.isIgnored("docs2/a.txt")).toBe(true);
});

test("nothing below an ignored folder comes back", () => {
  const rules = root("dist/\n").with({ folder: "dist", text: "!keep.js\n" });
  expect(rules.isIgnored("dist/keep.js")).toBe(true);
});

test("a byte order mark and CRLF are no part of a pattern", () => {
  const rules = root("\ufeff*.log\r\ntmp\r\n");
  expect(rules.isIgnored("a.log")).toBe(true);
  expect(rules.isIgnored("tmp/x")).toBe(true);
});
