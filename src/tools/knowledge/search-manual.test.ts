import { afterEach, expect, test } from "vitest";
import { createToolBench } from "../../../test/tool-context.ts";
import { searchManual } from "./search-manual.ts";

const bench = createToolBench();
afterEach(() => bench.close());

test("a page of the guide that is about the words comes first, with its line", async () => {
  const { text } = await bench.run(searchManual, { query: "undo", limit: 2 });
  expect(text).toMatch(/^## Undo.* \(docs\/guide\/undo\.md:\d+\)$/m);
  expect(text.match(/^## /gm)).toHaveLength(2);
});

test("of a section that is too long what answers is shown, wherever it stands", async () => {
  const { text } = await bench.run(searchManual, { query: "EBCDIC Windows-1252 line ends permissions", limit: 1 });
  expect(text).toContain("EBCDIC CP037");
});

test("words that stand nowhere are said to stand nowhere", async () => {
  const { text } = await bench.run(searchManual, { query: "zyxwvut" });
  expect(text).toBe("The manual says nothing of zyxwvut.");
});

test("pages of tasks are found, without what they are tested with", async () => {
  const { text } = await bench.run(searchManual, { query: "fix a failing test", limit: 1 });
  expect(text).toMatch(/^## Fix a failing test \(docs\/guide\/tasks\/fix-a-failing-test\.md:1\)$/m);
  expect(text).not.toContain("<!--");
});
