import { expect, test } from "vitest";
import { joinHunks, splitHunks } from "./hunk-review.ts";

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
