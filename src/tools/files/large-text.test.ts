import { truncateSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { editFile } from "./edit-file.ts";
import { editNotebookCell } from "./edit-notebook.ts";
import { linesOfLarge } from "./large-text.ts";
import { readFile, WHOLE_TEXT_BYTES_MAX } from "./read-file.ts";
import { writeFile } from "./write-file.ts";

let bench: ToolBench | undefined;
afterEach(async () => bench?.close());

const fileOf = (text: string) => ({
  ...{ path: "a.txt", sizeBytes: Buffer.byteLength(text) },
  signal: new AbortController().signal,
});

/** As read_file parts a text that it reads whole. */
function parted(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split(/\r\n|\n|\r(?!\n)/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Ends and letters around the place where one piece of the file ends and the next begins. */
const AROUND_A_PIECE = fc.record({
  before: fc.integer({ min: 999_990, max: 1_000_000 }),
  around: fc.array(fc.constantFrom("\r", "\n", "\r\n", "a", "ö", "€"), { maxLength: 30 }),
  first: fc.integer({ min: 1, max: 8 }),
  count: fc.integer({ min: 1, max: 12 }),
});

test("lines that are read in pieces are those of the whole, wherever a piece ends", async () => {
  await fc.assert(
    fc.asyncProperty(AROUND_A_PIECE, async ({ before, around, first, count }) => {
      const text = `${"x".repeat(before)}${around.join("")}`;
      const { context, close } = createToolBench({ "a.txt": text });
      try {
        const window = { first, last: first + count - 1, charactersMax: 100_000 };
        const large = await linesOfLarge(context.workspace, fileOf(text), window);
        const expected = parted(text);
        expect(large?.total).toBe(expected.length);
        const wanted = expected.slice(first - 1, first - 1 + count);
        expect(large?.lines.map(({ sizeBytes }) => sizeBytes)).toEqual(wanted.map((line) => Buffer.byteLength(line)));
        expect(large?.lines.map((line) => line.text)).toEqual(wanted.map((line) => line.slice(0, 8_000)));
      } finally {
        await close();
      }
    }),
    { numRuns: rounds(12) },
  );
});

const NUMBERED = Array.from({ length: 700_000 }, (_, index) => `row ${index + 1}`);

test.each([
  ["utf-8", `${NUMBERED.join("\r\n")}\r\n`, ""],
  ["plain letters first", Buffer.from(`${NUMBERED.join("\n")}\nend ü`, "latin1"), ""],
  ["windows-1252", Buffer.from(`ü ${NUMBERED.join("\n")}\nend ü`, "latin1"), "encoding windows-1252; "],
])("a large text (%s) is read where it is asked for", async (_, content, encoding) => {
  bench = createToolBench({ "log.txt": content });
  expect(Buffer.byteLength(content)).toBeGreaterThan(WHOLE_TEXT_BYTES_MAX);
  const last = encoding === "" && typeof content === "string" ? 700_000 : 700_001;
  expect(await bench.run(readFile, { path: "log.txt", offset: 600_000, limit: 2 })).toMatchObject({
    text: `600000\trow 600000\n600001\trow 600001\n(${encoding}shown 600000-600001 of ${last} lines; offset 600002 goes on)`,
    display: { fromLine: 600_000, text: "row 600000\nrow 600001" },
  });
  const { text } = await bench.run(readFile, { path: "log.txt", center: last, context: 1 });
  expect(text).toContain(last === 700_001 ? "700001\tend ü\n(encoding windows-1252; " : "700000\trow 700000\n(");
  await expect(bench.run(readFile, { path: "log.txt", offset: 800_000 })).rejects.toThrow(`has only ${last} lines`);
});

test("a large file of secrets is not shown, and text without single bytes for its line ends is refused in words", async () => {
  bench = createToolBench({ ".env": "A=secret\n".repeat(600_000), "wide.txt": Buffer.alloc(17_000_000, "a\0") });
  await expect(bench.run(readFile, { path: ".env" })).rejects.toThrow();
  await expect(bench.run(readFile, { path: "wide.txt" })).rejects.toThrow(/17 MB of utf-16le, more than can be read/);
});

test("a text of more lines than can be compared is not changed as text", async () => {
  bench = createToolBench({ "many.txt": Buffer.alloc(1_000_001, "\n"), "wide.ipynb": Buffer.alloc(50_000_001, "x") });
  const edits = [{ old_string: "a", new_string: "b" }];
  for (const [tool, input] of [
    [editFile, { path: "many.txt", edits }],
    [writeFile, { path: "many.txt", content: "x" }],
    [editNotebookCell, { path: "wide.ipynb", cell: 1, mode: "delete" }],
  ] as const)
    await expect(bench.run(tool, input)).rejects.toThrow(/is too large to be changed as text/);
});

test("a large notebook is read as one where it is made of few parts, and as text where not", async () => {
  const picture = { data: { "image/png": "x".repeat(WHOLE_TEXT_BYTES_MAX) } };
  const cell = { cell_type: "code", source: ["x"], outputs: [picture] };
  const many = Array.from({ length: 150_000 }, () => ({ ...cell, outputs: [{}] }));
  bench = createToolBench({
    "few.ipynb": JSON.stringify({ cells: [cell] }),
    "many.ipynb": JSON.stringify({ cells: many }),
    "ends.ipynb": "\n".repeat(WHOLE_TEXT_BYTES_MAX + 1),
  });
  const text = async (path: string): Promise<string> => (await bench?.run(readFile, { path }))?.text ?? "";
  expect(await text("few.ipynb")).toContain("[image/png: not shown]");
  expect(await text("many.ipynb")).toMatch(/^1\t\{"cells":/);
  expect(await text("ends.ipynb")).toContain("shown 1-2000 of 5000001 lines");
});

test("a text of a terabyte, most of it without content, is refused and not counted", async () => {
  bench = createToolBench({ "huge.txt": "begins as text\n".repeat(10_000) });
  truncateSync(join(bench.root, "huge.txt"), 1e12);
  await expect(bench.run(readFile, { path: "huge.txt" })).rejects.toThrow(/more than can be read at once/);
});
