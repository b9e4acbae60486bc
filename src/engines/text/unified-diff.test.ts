import { applyPatch } from "diff";
import { expect, test } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

const numbered = (from: number, count: number, made = ""): string[] =>
  Array.from({ length: count }, (_, line) => `${made}line ${from + line}\n`);

/** Every second line is like all others of its kind. */
const fenced = (lines: readonly string[]): string => lines.map((line) => `${line}}\n`).join("");

test("where very much differs the shortest difference is not looked for", () => {
  const { patch, added, removed } = unifiedDiff("a", fenced(numbered(0, 2_000)), fenced(numbered(0, 2_000, "new ")));
  expect({ added, removed }).toEqual({ added: 3_999, removed: 3_999 });
  expect(patch).toContain("@@ -1,4000 +1,4000 @@");
});

test("lines that stand once in both texts hold what lies between them apart", () => {
  const kept = numbered(10_000, 40);
  const before = [...numbered(0, 900), ...kept, ...numbered(1_000, 900)].join("");
  const after = [...numbered(0, 900, "new "), ...kept, ...numbered(1_000, 800, "new "), "the end"].join("");
  const { patch, added, removed } = unifiedDiff("a", before, after);
  expect({ added, removed, hunks: patch.match(/^@@.*$/gm) }).toEqual({
    ...{ added: 1_701, removed: 1_800 },
    hunks: ["@@ -1,903 +1,903 @@", "@@ -938,903 +938,804 @@"],
  });
  expect(applyPatch(before, patch)).toBe(after);
});

test.each([
  ["nothing", ""],
  ["one line without an end", "a"],
  ["moved blocks", [...numbered(900, 900), ...numbered(0, 900)].join("")],
])("a difference from much to %s can be applied", (_, after) => {
  const before = numbered(0, 1_800).join("");
  expect(applyPatch(before, unifiedDiff("a", before, after).patch)).toBe(after);
});
