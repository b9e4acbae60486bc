import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { recall } from "../shell/recall.ts";
import { remember } from "./remember.ts";

let bench: ToolBench;

beforeEach(() => {
  bench = createToolBench();
});

afterEach(() => bench.close());

const file = (): string => join(bench.root, ".waymark", "memory.md");

test("CD-27: a note is a line of a plain file, kept once, and found by its words", async () => {
  expect(recall.isUseful?.(bench.context)).toBe(false);
  expect((await bench.run(remember, { text: "The batch window\nends at 05:00" })).text).toBe(
    "Noted in .waymark/memory.md.",
  );
  expect((await bench.run(remember, { text: "Use ISO dates" })).text).toMatch(/^Noted/);
  expect((await bench.run(remember, { text: "Use ISO dates" })).text).toBe("It stands in .waymark/memory.md already.");
  expect(readFileSync(file(), "utf8")).toMatch(
    /- 2026-11-22 The batch window ends at 05:00\n- 2026-11-22 Use ISO dates\n$/,
  );
  expect(recall.isUseful?.(bench.context)).toBe(true);
  expect((await bench.run(recall, { query: "batch" })).text).toBe(
    "- The batch window ends at 05:00 (.waymark/memory.md:5, 2026-11-22)",
  );
  expect((await bench.run(recall, { query: "nothing of it" })).text).toBe("No notes match 'nothing of it'.");
  expect((await bench.run(recall)).text.split("\n")).toHaveLength(2);
});

test("remembering is a change of the file, so that it is asked about", () => {
  expect(remember.intent(remember.parse({ text: "something" })).accesses).toEqual([
    { kind: "write", path: ".waymark/memory.md" },
  ]);
  // Not by a path: where the person keeps theirs is no place of the folder's.
  expect(remember.intent(remember.parse({ text: "something", scope: "user" })).accesses).toEqual([{ kind: "foreign" }]);
});

test("notes are capped, and never written through a link", async () => {
  await expect(bench.run(remember, { text: "x".repeat(1001) })).rejects.toThrow(/1000 characters/);
  mkdirSync(join(bench.root, ".waymark"));
  writeFileSync(file(), "x".repeat(64 * 1024));
  await expect(bench.run(remember, { text: "one more" })).rejects.toThrow(/is full/);
  const other = createToolBench();
  mkdirSync(join(other.root, ".waymark"));
  symlinkSync(join(other.root, "elsewhere"), join(other.root, ".waymark", "memory.md"));
  await expect(other.run(remember, { text: "one more" })).rejects.toThrow(/cannot be written/);
  expect(existsSync(join(other.root, "elsewhere"))).toBe(false);
  await other.close();
});
