import { expect, test } from "vitest";
import { editOutcome } from "../../../../test/edits-outcome.ts";

const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n`;
const blocks = (file: string, text: string, path = "src/f.js"): Promise<unknown> =>
  editOutcome({ [path]: file }, "search_replace", text);

test.each([
  ["alone", "src/f.js\n"],
  ["bold with a label", "**File: `src/f.js`**\n"],
  ["a heading and a blank line", "### `src/f.js`\n\n"],
  ["an item", "1. `src/f.js`:\n\n"],
  ["above the fence", "src/f.js\n```js\n"],
  ["in the fence", "```js\nsrc/f.js\n"],
  ["as the fence's label", "```js:src/f.js\n"],
  ["a comment", "// src/f.js\n"],
  ["a comment of markup", "<!-- src/f.js -->\n"],
  ["the only code of the sentence above", "In `src/f.js`:\n\n"],
])("a block is of the file named above it: %s", async (_, above) => {
  expect(await blocks("b\n", above + block("b\n", "B\n"))).toEqual({ "src/f.js": "B\n" });
});

test("the file may stand behind the mark, and the marks in small letters", async () => {
  const text = block("b\n", "B\n").replace("SEARCH", "SEARCH src/f.js");
  expect(await blocks("b\n", text)).toEqual({ "src/f.js": "B\n" });
  const small = block("b\n", "B\n").replace("SEARCH", "search").replace("REPLACE", "replace");
  expect(await blocks("b\n", `src/f.js\n${small}`)).toEqual({ "src/f.js": "B\n" });
});

test.each([
  ["no end", "<<<<<<< SEARCH\nb\n=======\nB\n"],
  ["no end before the fence's", "```\n<<<<<<< SEARCH\nb\n=======\nB\n```\n"],
  ["no middle", "<<<<<<< SEARCH\nb\n>>>>>>> REPLACE\n"],
  ["two middles", "<<<<<<< SEARCH\nb\n=======\nc\n=======\nB\n>>>>>>> REPLACE\n"],
  ["an end of its own", `${block("b\n", "B\n")}>>>>>>> REPLACE\n`],
])("a block that is not whole refuses all: %s", async (_, text) => {
  expect(await blocks("b\n", `src/f.js\n${text}`)).toBe("parse");
});

test("marks that are content are written with a backslash", async () => {
  const text = `src/f.js\n${block("T\n\\=======\nu\n", "X\n")}`;
  expect(await blocks("T\n=======\nu\n", text)).toEqual({ "src/f.js": "X\n" });
});

test("blocks come in any order, build on one another, and are done all or not at all", async () => {
  const file = "a\nb\nc\n";
  const after = (text: string): Promise<unknown> => blocks(file, `src/f.js\n${text}`);
  expect(await after(block("c\n", "C\n") + block("a\n", "A\n"))).toEqual({ "src/f.js": "A\nb\nC\n" });
  expect(await after(block("b\n", "b2\n") + block("b2\n", "b3\n"))).toEqual({ "src/f.js": "a\nb3\nc\n" });
  expect(await after(block("a\n", "A\n") + block("zz\n", "C\n"))).toBe("no-match");
});

test("an elision and lines that are missing are no match", async () => {
  expect(await blocks("a();\nb();\nc();\n", `src/f.js\n${block("a();\n...\nc();\n", "d();\n")}`)).toBe("no-match");
  expect(await blocks("a();\n\nb();\n", `src/f.js\n${block("a();\nb();\n", "c();\n")}`)).toBe("no-match");
});

test("a block in a list stands at the margin of its marks, its lines at the depth of the file", async () => {
  const text = `- src/f.js\n\n${block("if x:\n  y()\n", "if x:\n  z()\n").replace(/^/gm, "  ")}`;
  expect(await blocks("    if x:\n      y()\n", text)).toEqual({ "src/f.js": "    if x:\n      z()\n" });
});
