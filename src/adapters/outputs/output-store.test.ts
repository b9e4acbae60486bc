import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { createOutputStore } from "./output-store.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-outputs-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a page is the lines asked for, and the number of all", async () => {
  const store = createOutputStore({ folder: join(folder, "new") });
  const handle = await store.save("a\r\nb\nc");
  expect(await store.page(handle, { offset: 2, limit: 5 })).toEqual({ lines: ["b", "c"], totalLines: 3 });
  expect(await store.page(handle, { offset: 1, limit: 1 })).toEqual({ lines: ["a"], totalLines: 3 });
  expect(await store.page(handle, { offset: 9, limit: 1 })).toEqual({ lines: [], totalLines: 3 });
});

test("handles of an earlier session stay valid, and two on one folder never share one", async () => {
  const one = createOutputStore({ folder });
  const other = createOutputStore({ folder });
  const handles = [await one.save("1"), await other.save("2"), await one.save("3"), await other.save("4")];
  expect(new Set(handles).size).toBe(4);
  expect(await createOutputStore({ folder }).page(handles[1] ?? "", { offset: 1, limit: 9 })).toMatchObject({
    lines: ["2"],
  });
});

test("a text that was redacted before is only searched for the values this process holds", async () => {
  let streams = 0;
  const stream = () => {
    streams++;
    return { push: (text: string) => text.replaceAll("secret", "[redacted]"), end: () => "" };
  };
  const store = createOutputStore({
    folder,
    redaction: { stream, known: (text) => text.replaceAll("own key", "[redacted known value]") },
  });
  const linesOf = async (handle: string) => (await store.page(handle, { offset: 1, limit: 1 }))?.lines;
  expect(await linesOf(await store.save("a secret, an own key"))).toEqual(["a [redacted], an own key"]);
  expect(await linesOf(await store.save("a secret, an own key", { isRedacted: true }))).toEqual([
    "a secret, an [redacted known value]",
  ]);
  expect(streams).toBe(1);
});

test("others get turns while secrets are looked for in a long text, and it is kept as it is", async () => {
  let pieces = 0;
  let pieceOfOthers = -1;
  const stream = () => ({
    push: (text: string) => {
      pieces++;
      // As long as whoever looks may take: then it is the turn of others.
      for (const end = performance.now() + 25; pieces === 1 && performance.now() < end; );
      return text;
    },
    end: () => "",
  });
  const store = createOutputStore({ folder, redaction: { stream, known: (text) => text } });
  const lines = Array.from({ length: 50_000 }, (_, at) => `line ${at} é€😀`);
  setImmediate(() => {
    pieceOfOthers = pieces;
  });
  const handle = await store.save(lines.join("\n"));
  expect(pieceOfOthers).toBeGreaterThan(0);
  expect(pieceOfOthers).toBeLessThan(pieces);
  expect(await store.page(handle, { offset: 40_001, limit: 2 })).toEqual({
    lines: lines.slice(40_000, 40_002),
    totalLines: 50_000,
  });
});

test("an unknown handle has no page, and none leads out of the folder", async () => {
  const store = createOutputStore({ folder });
  for (const handle of ["out-7", "../out-1", "", "out-1/../x"])
    expect(await store.page(handle, { offset: 1, limit: 1 })).toBeUndefined();
});

test("an output can be paged while it grows", async () => {
  const store = createOutputStore({ folder });
  const output = store.create();
  output.append(Buffer.from("one\ntw"));
  expect(await store.page(output.handle, { offset: 1, limit: 9 })).toEqual({ lines: ["one", "tw"], totalLines: 2 });
  output.append(Buffer.from("o\nthree\n"));
  output.close();
  expect(await store.page(output.handle, { offset: 2, limit: 9 })).toEqual({ lines: ["two", "three"], totalLines: 3 });
});

test("a page far into a long output is found without reading it all into memory", async () => {
  const store = createOutputStore({ folder });
  const output = store.create();
  const block = Buffer.from("x".repeat(99) + "\n".repeat(1));
  const megabyte = Buffer.concat(Array.from({ length: 10_000 }, () => block));
  for (let count = 0; count < 50; count++) output.append(megabyte);
  output.append(Buffer.from("the end"));
  const before = process.memoryUsage().arrayBuffers;
  expect(await store.page(output.handle, { offset: 500_001, limit: 1 })).toEqual({
    lines: ["the end"],
    totalLines: 500_001,
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024);
});

test("a line without end is cut", async () => {
  const store = createOutputStore({ folder });
  const handle = await store.save("y".repeat(1_000_000));
  const page = await store.page(handle, { offset: 1, limit: 1 });
  expect(page?.lines[0]?.length).toBeLessThan(70_000);
  expect(page?.lines[0]).toMatch(/\(1000000 bytes\)$/);
});

test("any page of any text is that part of its lines", async () => {
  const store = createOutputStore({ folder });
  const lines = fc.array(fc.constantFrom("", "a", "é", "x".repeat(300)), { maxLength: 3000 });
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.integer({ min: 1, max: 3100 }),
      fc.integer({ min: 1, max: 50 }),
      async (texts, offset, limit) => {
        const handle = await store.save(texts.map((line) => `${line}\n`).join(""));
        const page = await store.page(handle, { offset, limit });
        expect(page).toEqual({ lines: texts.slice(offset - 1, offset - 1 + limit), totalLines: texts.length });
      },
    ),
    { numRuns: rounds(12) },
  );
});
