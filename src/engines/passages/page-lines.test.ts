import { expect, test } from "vitest";
import { linesOfPage } from "./page-lines.ts";

const PIECES = ["<p\nclass='x'>", "Berths", "</p>", "<style>\np{color:red}\n</style>", "<!-- none\n-->", "\n", "a < b"];

test("a page keeps its words and the places of its lines, and says no tag and no style", () => {
  for (let seed = 0; seed < 200; seed++) {
    const chosen = Array.from(
      { length: 12 },
      (_, index) => PIECES[(seed * (index + 3) + index * index) % PIECES.length],
    );
    const page = chosen.join(" ").split("\n");
    const said = linesOfPage(page);
    expect(said).toHaveLength(page.length);
    expect(said.join("\n")).not.toMatch(/color|none|class|<\//);
    for (const [index, line] of page.entries()) expect(said[index]?.includes("Berths")).toBe(line.includes("Berths"));
  }
});

test("a script stays as it is, and what is not closed ends with the page", () => {
  expect(linesOfPage(["<script", " id=x>", "if (a<b) c();", "</script><b>Bold</b>"])).toEqual([
    "",
    "",
    "if (a<b) c();",
    "Bold",
  ]);
  expect(linesOfPage(["<style>", "p{}"]).join("")).toBe("");
  expect(linesOfPage(Array<string>(50_000).fill("<script <!-")).length).toBe(50_000);
});
