import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { afterEach, describe, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { writtenPdf } from "../../../test/written-pdf.ts";
import { editNotebookCell } from "./edit-notebook.ts";
import { readFile } from "./read-file.ts";

let bench: ToolBench | undefined;
afterEach(async () => bench?.close());

const reading = async (name: string, bytes: string | Uint8Array, input: object = {}): Promise<string> => {
  bench = createToolBench({ [name]: bytes });
  return (await bench.run(readFile, { path: name, ...input })).text;
};
const PAGES = Array.from({ length: 30 }, (_, index) => `Chapter ${index + 1}\nis about ${"abc"[index % 3]}`);

describe("a PDF", () => {
  test("is text below the numbers of its pages, as many as one reading takes", async () => {
    const text = await reading("book.pdf", writtenPdf(PAGES, { title: "The Book" }));
    expect(text).toMatch(
      /^1\tPDF "The Book", 30 pages, shown 1-20; pages 21- goes on\n2\t--- page 1 of 30 ---\n3\tChapter 1\n4\tis about a\n/,
    );
    expect(text).toContain("--- page 20 of 30 ---");
    expect(text).not.toContain("Chapter 21");
  });

  test.each([
    ["7", ["Chapter 7"]],
    ["29-", ["Chapter 29", "Chapter 30"]],
    ["2-3", ["Chapter 2", "Chapter 3"]],
  ])("pages %s are those pages", async (pages, chapters) => {
    const text = await reading("book.pdf", writtenPdf(PAGES), { pages });
    expect(text.match(/Chapter \d+/g)).toEqual(chapters);
  });

  test.each([
    ["a page past its end", writtenPdf(["one"]), { pages: "9" }, /has 1 pages; page 9 is past its end/],
    ["pages that are none", writtenPdf(["one"]), { pages: "last" }, /give 7, 3-9 or 12-/],
    ["a password", writtenPdf(["one"], { isEncrypted: true }), {}, /is encrypted with a password; decrypt it first/],
    ["a cut", Buffer.from("%PDF-1.7\nnothing more"), {}, /cannot be read: it is damaged or cut off/],
  ])("%s is said", async (_, bytes, input, expected) => {
    await expect(reading("book.pdf", bytes, input)).rejects.toThrow(expected);
  });

  test("that is cut anywhere is read or refused, never more", async () => {
    const whole = writtenPdf(PAGES.slice(0, 2));
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const said = await reading("a.pdf", whole.subarray(0, whole.length * share)).catch(
        (error: Error) => `${error.name} ${error.message}`,
      );
      expect(said).toMatch(/^(?:1\tPDF|ToolFailure a\.pdf cannot be read: )/);
      await bench?.close();
    }
  });

  test("of pictures says that it holds no text", async () => {
    expect(await reading("scan.pdf", writtenPdf(["", ""]))).toContain("these pages hold pictures and no text");
  });
});

describe("a picture", () => {
  test("is shown without what it says of itself", async () => {
    const jpeg = await sharp({ create: { width: 30, height: 20, channels: 3, background: "red" } })
      .withExif({ IFD0: { Copyright: "jane.doe" } })
      .jpeg()
      .toBuffer();
    bench = createToolBench({ "a.jpg": jpeg });
    const { text, images } = await bench.run(readFile, { path: "a.jpg" });
    expect(text).toMatch(/^a\.jpg is a picture: JPEG, 30 × 20 pixels/);
    expect(images?.map(({ mediaType }) => mediaType)).toEqual(["image/jpeg"]);
    expect(Buffer.from(images?.[0]?.base64 ?? "", "base64").includes("jane.doe")).toBe(false);
  });

  test("that is too large is made smaller", async () => {
    const noise = Buffer.from(Array.from({ length: 9000 * 40 * 3 }, (_, index) => (index * 7919) % 253));
    const png = await sharp(noise, { raw: { width: 9000, height: 40, channels: 3 } })
      .png()
      .toBuffer();
    bench = createToolBench({ "wide.png": png });
    const { text, images } = await bench.run(readFile, { path: "wide.png" });
    expect(text).toContain("9000 × 40 pixels");
    expect(text).toContain("sent as 2000 × 9");
    const sent = await sharp(Buffer.from(images?.[0]?.base64 ?? "", "base64")).metadata();
    expect([sent.width, sent.height]).toEqual([2000, 9]);
  });

  test("that is cut off is refused", async () => {
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    await expect(reading("a.png", png.subarray(0, 60))).rejects.toThrow(
      /a\.png \(PNG, damaged\) cannot be shown: it is cut off/,
    );
  });
});

test.each([
  ["word/document.xml", /is a Word document \(`pandoc a\.bin -t markdown` reads it\); its text is not guessed/],
  ["xl/workbook.xml", /is an Excel workbook/],
  ["other/file", /is binary/],
])("an archive with %s is named by what it holds", async (part, expected) => {
  await expect(reading("a.bin", Buffer.from(`PK\x03\x04\0\0\0\0\xff\xfe${part}\0\0\0`, "latin1"))).rejects.toThrow(
    expected,
  );
});

interface Cell {
  cell_type: string;
  id?: string;
  metadata: object;
  source: string | string[];
  outputs?: object[];
  execution_count?: number | null;
}

const notebook = (cells: readonly Cell[]): string =>
  `${JSON.stringify({ cells, metadata: { version: "1.0" }, nbformat: 4, nbformat_minor: 5 }, undefined, 1).replace('"1.0"', "1.0")}\n`;
const code = (source: string, output?: string): Cell => ({
  ...{ cell_type: "code", id: source.slice(0, 4), metadata: {}, execution_count: 3, source: source.split(/(?<=\n)/) },
  outputs: output === undefined ? [] : [{ output_type: "stream", name: "stdout", text: [output] }],
});

describe("a notebook", () => {
  test("is read as cells, with outputs shortened and pictures named", async () => {
    const plot = {
      ...code("plot()"),
      outputs: [{ output_type: "display_data", data: { "image/png": "iVBO", "text/plain": ["<Figure>"] } }],
    };
    const text = await reading(
      "n.ipynb",
      notebook([
        { cell_type: "markdown", metadata: {}, source: "# Title" },
        code("x = 1\nprint(x)", "y".repeat(5000)),
        plot,
      ]),
    );
    expect(text).toMatch(
      /--- cell 1 of 3, markdown ---\n2\t# Title\n3\t--- cell 2 of 3, code ---\n4\tx = 1\n5\tprint\(x\)\n6\t--- output of cell 2 ---/,
    );
    expect(text).toContain("… (5000 characters of output)");
    expect(text).toContain("<Figure>\n12\t[image/png: not shown]");
  });

  test("changes by cells: the others keep every byte", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.constantFrom("replace", "insert", "delete"),
        fc.string(),
        async (sources, at, mode, source) => {
          const cells = sources.map((text) => code(text, "old"));
          const index = at % cells.length;
          const before = notebook(cells);
          const own = createToolBench({ "n.ipynb": before });
          await own.run(editNotebookCell, { path: "n.ipynb", cell: index + 1, mode, source });
          const after = readFileSync(join(own.root, "n.ipynb"), "utf8");
          await own.close();
          const now = (JSON.parse(after) as { cells: Cell[] }).cells;
          const added = mode === "delete" ? [] : [source];
          const rest = mode === "insert" ? index : index + 1;
          const expected = [...sources.slice(0, index), ...added, ...sources.slice(rest)];
          expect(now.map(({ source: lines }) => [lines].flat().join(""))).toEqual(expected);
          expect(after).toContain('"version": 1.0');
          if (mode === "replace") expect(now[index]).toMatchObject({ outputs: [], execution_count: null });
          for (const kept of cells.slice(0, index)) expect(after).toContain(JSON.stringify(kept.source[0]));
        },
      ),
      { numRuns: rounds(12) },
    );
  });

  test("a cell that is not there is said, and nothing is written", async () => {
    bench = createToolBench({ "n.ipynb": notebook([code("a")]) });
    await expect(bench.run(editNotebookCell, { path: "n.ipynb", cell: 4, source: "" })).rejects.toThrow(
      /it has 1 cells; 4 is past the end/,
    );
  });
});

test.each([
  [
    "types of another kind",
    { cell_type: { toString: 1 }, source: [{}], outputs: [{ output_type: "error", ename: { toString: 1 } }] },
  ],
  ["lists in lists", { cell_type: "code", source: [[["a"]]], outputs: [{ data: { "text/plain": [["b"]] } }] }],
])("a notebook with %s in the place of texts has none there", async (_, cell) => {
  expect(await reading("a.ipynb", JSON.stringify({ cells: [cell] }))).toMatch(/^1\t--- cell 1 of 1, (?:code)? ---/);
});

test("a notebook that nests deeper than JSON is read is shown as the text that it is", async () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const cell = `{"cell_type":"code","source":"a","outputs":[{"data":{"text/plain":${deep}}}]}`;
  expect(await reading("a.ipynb", `{"cells":[${cell}]}`)).toContain('1\t{"cells":[{"cell_type":"code","source":"a"');
});
