import { expect, test } from "vitest";
import { createTheme } from "../theme.ts";
import { createHunkReview, joinHunks, splitHunks } from "./hunk-review.ts";

const PATCH =
  "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n--- b\n+c\n@@ -9,1 +9,2 @@\n z\n+@@ -1 +1 @@\n--- /dev/null\n+++ b/new\n@@ -0,0 +1,1 @@\n+n\n\\ No newline at end of file\n";

test("BC-73: a diff splits into hunks by their counts, and joins to the same diff", () => {
  const hunks = splitHunks(PATCH);
  expect(hunks.map(({ path }) => path)).toEqual(["x", "x", "new"]);
  expect(joinHunks(hunks)).toBe(PATCH);
});

test("BC-73: a part of a diff names only the files it has hunks of", () => {
  const [, second] = splitHunks(PATCH);
  expect(joinHunks(second ? [second] : [])).toBe("--- a/x\n+++ b/x\n@@ -9,1 +9,2 @@\n z\n+@@ -1 +1 @@\n");
});

test("a part that is taken can be seen whole, page by page, and its name does not act", () => {
  const theme = createTheme("dark", "none");
  if (!theme) throw new Error("no theme");
  const added = Array.from({ length: 90 }, (_, index) => `added ${index}`);
  const name = "a\x1b]0;title\x07.txt";
  const body = added.map((line) => `+${line}\n`).join("");
  const patch = `--- a/${name}\n+++ b/${name}\n@@ -0,0 +1,90 @@\n${body}@@ -1,1 +91,1 @@\n-x\n+y\n`;
  const dialog = createHunkReview(splitHunks(patch), () => {});
  const seen: string[] = [];
  for (let page = 0; page < 12; page++) {
    const { rows } = dialog.render({ width: 60, rowsMax: 14, theme, changedWords: () => [] });
    expect(rows.length).toBeLessThanOrEqual(14);
    seen.push(...rows);
    dialog.onInput({ kind: "key", key: "pagedown" });
  }
  const text = seen.join("\n");
  expect(added.filter((line) => !seen.some((row) => row.endsWith(line)))).toEqual([]);
  expect([text.includes("\x1b"), text.includes("\\x1b]0;title\\x07.txt")]).toEqual([false, true]);
  dialog.onInput({ kind: "text", text: "y" });
  expect(dialog.render({ width: 60, rowsMax: 14, theme, changedWords: () => [] }).rows[0]).toContain("Part 2 of 2");
});

test("a part for which a window has no row is not taken", () => {
  const theme = createTheme("dark", "none");
  if (!theme) throw new Error("no theme");
  const ends: unknown[] = [];
  const dialog = createHunkReview(splitHunks(PATCH), (end) => void ends.push(end));
  const show = (rowsMax: number): string =>
    dialog.render({ width: 19, rowsMax, theme, changedWords: () => [] }).rows.join("\n");
  expect(show(3)).toContain("Enlarge this");
  for (const text of ["y", "1", "a"]) dialog.onInput({ kind: "text", text });
  expect(show(40)).toContain("Part 1 of 3");
});
