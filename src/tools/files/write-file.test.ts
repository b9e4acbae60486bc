import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { writeFile } from "./write-file.ts";

let bench: ToolBench;

beforeEach(() => {
  bench = createToolBench({ "a.txt": "one\r\ntwo\r\n" });
});

afterEach(() => bench.close());

test("CL-36: a new file comes with the folders it needs", async () => {
  const { text, display } = await bench.run(writeFile, { path: "x/y/z.txt", content: "hello\n" });
  expect(text).toBe("Created x/y/z.txt (+1 -0 lines).");
  expect(display).toMatchObject({ kind: "diff", patch: "--- /dev/null\n+++ b/x/y/z.txt\n@@ -0,0 +1,1 @@\n+hello\n" });
  expect(readFileSync(join(bench.root, "x/y/z.txt"), "utf8")).toBe("hello\n");
  expect(readdirSync(join(bench.root, "x/y"))).toEqual(["z.txt"]);
});

test("a file that is replaced keeps its line ends", async () => {
  expect((await bench.run(writeFile, { path: "a.txt", content: "one\nthree\n" })).text).toBe(
    "Replaced a.txt (+1 -1 lines).",
  );
  expect(readFileSync(join(bench.root, "a.txt"), "utf8")).toBe("one\r\nthree\r\n");
});

test("the same content again is no change", async () => {
  expect((await bench.run(writeFile, { path: "a.txt", content: "one\ntwo\n" })).text).toBe(
    "a.txt has this content already.",
  );
});

test("a preview writes nothing", async () => {
  const display = await writeFile.preview?.(writeFile.parse({ path: "b.txt", content: "x" }), bench.context);
  expect(display).toMatchObject({ kind: "diff", paths: ["b.txt"] });
  expect(readdirSync(bench.root)).toEqual(["a.txt"]);
});

test("folders, binary files and places outside are refused", async () => {
  writeFileSync(join(bench.root, "image"), Buffer.from([1, 0, 2]));
  await expect(bench.run(writeFile, { path: ".", content: "" })).rejects.toThrow(". is not a regular file");
  await expect(bench.run(writeFile, { path: "image", content: "" })).rejects.toThrow("image is binary");
  await expect(bench.run(writeFile, { path: "../b", content: "" })).rejects.toThrow("outside the working folder");
});

test("a file in EBCDIC records is replaced in EBCDIC records", async () => {
  const card = (letter: string): Buffer => Buffer.from(letter.repeat(40) + "40".repeat(40), "hex");
  writeFileSync(join(bench.root, "cards"), Buffer.concat([card("c1"), card("c2")]));
  await bench.run(writeFile, { path: "cards", content: `${"B".repeat(40)}\n${"A".repeat(40)}\n` });
  expect(readFileSync(join(bench.root, "cards"))).toEqual(Buffer.concat([card("c2"), card("c1")]));
  await expect(bench.run(writeFile, { path: "cards", content: "A".repeat(81) })).rejects.toThrow(
    "cards has records of 80 characters; line 1 is longer",
  );
});
