import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { editFile } from "./edit-file.ts";

let bench: ToolBench;

beforeEach(() => {
  bench = createToolBench({ "a.ts": "one\ntwo\nthree\ntwo\n" });
});

afterEach(() => bench.close());

const edit = (input: Record<string, unknown>) => bench.run(editFile, { path: "a.ts", ...input });
const content = (path = "a.ts"): string => readFileSync(join(bench.root, path), "latin1");

test("CL-31: a text that occurs once is replaced, and the diff shown", async () => {
  const { text, display } = await edit({ old_string: "three", new_string: "drei" });
  expect(content()).toBe("one\ntwo\ndrei\ntwo\n");
  expect(text).toBe("Edited a.ts (+1 -1 lines).");
  expect(display).toEqual({
    kind: "diff",
    paths: ["a.ts"],
    patch: "--- a/a.ts\n+++ b/a.ts\n@@ -1,4 +1,4 @@\n one\n two\n-three\n+drei\n two\n",
  });
});

test("a preview shows the same diff and writes nothing", async () => {
  const input = editFile.parse({ path: "a.ts", old_string: "three", new_string: "drei" });
  const display = await editFile.preview?.(input, bench.context);
  expect(display).toMatchObject({ kind: "diff", patch: expect.stringContaining("+drei") });
  expect(content()).toBe("one\ntwo\nthree\ntwo\n");
});

test("an ambiguous text names every line", async () => {
  await expect(edit({ old_string: "two", new_string: "x" })).rejects.toThrow(
    "a.ts: The text to change stands in 2 places: lines 2, 4.",
  );
  await edit({ old_string: "two", new_string: "x", replace_all: true });
  expect(content()).toBe("one\nx\nthree\nx\n");
});

test("a text that is not there is answered with the place it may be", async () => {
  await expect(edit({ old_string: "  three\n  five", new_string: "x" })).rejects.toThrow(
    /place is line 3; it differs in line 4: the file has "two" where " {2}five" was expected\./,
  );
  await expect(edit({ old_string: "one\ntwo\nthr\n", new_string: "x" })).rejects.toThrow(
    /differs in line 3: only the beginning of that line was given; it goes on with "ee"\. Lines are compared whole/,
  );
  await expect(edit({ old_string: "nowhere", new_string: "x" })).rejects.toThrow(
    "a.ts: The text to change is not in the file.",
  );
});

test("of many places it is said how many are shown, and a match beyond blanks that columns are to be checked", async () => {
  writeFileSync(join(bench.root, "b.txt"), "same\n".repeat(13));
  await expect(bench.run(editFile, { path: "b.txt", old_string: "same", new_string: "x" })).rejects.toThrow(
    /stands in 13 places[\s\S]*Of these, the first 5 are shown\. Add lines/,
  );
  writeFileSync(join(bench.root, "c.txt"), "    a = 1\n    b = 2\n");
  const { text } = await bench.run(editFile, { path: "c.txt", old_string: "a = 1\nb = 2", new_string: "a = 1\nb = 3" });
  expect(text).toBe("Edited c.txt (+1 -1 lines, matched by indentation; check its columns).");
});

test("several edits are made in order, all or none", async () => {
  const edits = [
    { old_string: "one", new_string: "eins" },
    { old_string: "eins\ntwo", new_string: "1\n2" },
  ];
  expect((await edit({ edits })).text).toBe("Edited a.ts (+2 -2 lines).");
  expect(content()).toBe("1\n2\nthree\ntwo\n");
  await expect(edit({ edits: [{ old_string: "three", new_string: "3" }, ...edits] })).rejects.toThrow(
    "a.ts edit 2 (those before it fit: the file is shown as they would leave it): The text to change is not in the file.",
  );
  expect(content()).toBe("1\n2\nthree\ntwo\n");
});

test.each([
  ["CRLF line ends", "a\r\nb\r\nc\r\n", { old_string: "a\nb", new_string: "x\ny\nz" }, "x\r\ny\r\nz\r\nc\r\n"],
  ["mixed line ends elsewhere", "a\r\nb\nc\r\n", { old_string: "b", new_string: "x" }, "a\r\nx\nc\r\n"],
  ["no line end at the end", "a\nb", { old_string: "b", new_string: "x" }, "a\nx"],
  ["a byte order mark", "\xef\xbb\xbfa\n", { old_string: "a", new_string: "b" }, "\xef\xbb\xbfb\n"],
  ["Latin-1 bytes", "gr\xfcn a\n", { old_string: "a", new_string: "b" }, "gr\xfcn b\n"],
  ["a dollar sign in what is written", "a\n", { old_string: "a", new_string: "$&$1" }, "$&$1\n"],
])("%s are kept byte for byte", async (_, before, input, after) => {
  writeFileSync(join(bench.root, "b.txt"), before, "latin1");
  await bench.run(editFile, { path: "b.txt", ...input });
  expect(content("b.txt")).toBe(after);
});

test("UTF-16 stays UTF-16", async () => {
  writeFileSync(join(bench.root, "wide.txt"), "\uFEFFgrün\r\n", "utf16le");
  await bench.run(editFile, { path: "wide.txt", old_string: "ün", new_string: "au" });
  expect(readFileSync(join(bench.root, "wide.txt"), "utf16le")).toBe("\uFEFFgrau\r\n");
});

test("a character that the file's encoding lacks is refused", async () => {
  writeFileSync(join(bench.root, "latin"), "gr\xfcn\n", "latin1");
  await expect(bench.run(editFile, { path: "latin", old_string: "gr", new_string: "→" })).rejects.toThrow(
    "the file is in windows-1252, which has no such character",
  );
});

test("the permissions of a file stay", async () => {
  writeFileSync(join(bench.root, "run.sh"), "echo a\n", { mode: 0o750 });
  await bench.run(editFile, { path: "run.sh", old_string: "a", new_string: "b" });
  expect(statSync(join(bench.root, "run.sh")).mode & 0o777).toBe(0o750);
});

test("an edit to what the file has already says so", async () => {
  expect((await edit({ old_string: "one", new_string: "one" })).text).toBe(
    "a.ts is as the edit wants it already: nothing was changed.",
  );
});

test.each([
  [{ old_string: "one" }, "belong together"],
  [{}, "Give old_string and new_string, or edits."],
])("input %j that is no edit is explained", async (input, message) => {
  await expect(edit(input)).rejects.toThrow(message);
});

test("a text to replace that is empty is told what creates a file", async () => {
  await expect(edit({ path: "new.ts", old_string: "", new_string: "x" })).rejects.toThrow("write_file creates a file");
  await expect(edit({ edits: [{ old_string: "", new_string: "x" }] })).rejects.toThrow("write_file creates a file");
});
