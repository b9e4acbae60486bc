import { expect, test } from "vitest";
import { changedWords } from "../text/changed-words.ts";
import { createTheme, type Role } from "../theme.ts";
import type { BlockContext } from "./block-context.ts";
import { diffLines } from "./diff.ts";

const MARKED: Partial<Record<Role, string>> = { addedWord: "+", removedWord: "-" };
const context: BlockContext = {
  width: 60,
  theme: { name: "test", paint: (role, text) => (MARKED[role] ? `«${text}»` : text) },
  isExpanded: true,
  markdown: (text) => [text],
  highlight: (code) => code.split("\n"),
  changedWords,
  diagram: () => undefined,
};

const PATCH = "--- a/x\n+++ b/x\n@@ -9,3 +9,4 @@\n same\n-the old word here\n+the new word here\n+one more\n last\n";

test("every line has its number, and a line that is not paired is shown whole", () => {
  expect(diffLines(PATCH, context)).toEqual([
    "  9   same",
    " 10 - the old word here",
    " 10 + the new word here",
    " 11 + one more",
    " 12   last",
  ]);
});

test("the words that changed within a line are marked", () => {
  const patch = "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-the old word here\n+the new word here\n";
  expect(diffLines(patch, context)).toEqual(["  1 - the «old» word here", "  1 + the «new» word here"]);
});

test("a removed line that looks like a header is content", () => {
  const patch = "--- a/x\n+++ b/x\n@@ -1,2 +1,1 @@\n--- a comment of SQL\n keep\n";
  expect(diffLines(patch, context)).toEqual(["  1 - -- a comment of SQL", "  1   keep"]);
});

test("without colours added and removed lines still differ", () => {
  const plain = { ...context, theme: createTheme("dark", "none") ?? context.theme };
  expect(diffLines(PATCH, plain).join("\n")).not.toContain("\x1b");
});

test("lines that have nothing in common are shown as they are, however many there are", () => {
  const [removed, added] = [".-".repeat(490), "-,;".repeat(330)];
  const lines = 2_000;
  const patch = `--- a/x\n+++ b/x\n@@ -1,${lines} +1,${lines} @@\n${`-${removed}\n`.repeat(lines)}${`+${added}\n`.repeat(lines)}`;
  const rows = diffLines(patch, { ...context, width: 1_200 });
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([2 * lines, `   1 - ${removed}`, `${lines} + ${added}`]);
});
