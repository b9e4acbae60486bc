import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { fileAction } from "./file-action.ts";

let bench: ToolBench;
beforeEach(() => {
  bench = createToolBench({ "a.txt": "one\r\ntwo\r\n", "lib/x.ts": "x\n", "lib/deep/y.ts": "y\n" });
});
afterEach(() => bench.close());

const act = (input: Record<string, unknown>) => bench.run(fileAction, input);
const content = (path: string): string => readFileSync(join(bench.root, path), "latin1");

test("CA-11: an insert goes after its line with the line ends of the file, also at the end", async () => {
  await act({ command: "insert", path: "a.txt", insert_line: 1, content: "between" });
  expect(content("a.txt")).toBe("one\r\nbetween\r\ntwo\r\n");
});

test("CA-11: a file is created with its folders, and never over another", async () => {
  await act({ command: "create", path: "new/b.txt", content: "b\n" });
  expect(content("new/b.txt")).toBe("b\n");
  await expect(act({ command: "create", path: "a.txt", content: "" })).rejects.toThrow("File already exists: a.txt");
});

test("CA-11: a folder is copied and deleted whole", async () => {
  expect((await act({ command: "copy", path: "lib", target_path: "copy" })).text).toBe(
    "Copied from lib to copy (2 files)",
  );
  expect(content("copy/deep/y.ts")).toBe("y\n");
  await act({ command: "delete", path: "lib" });
  expect([existsSync(join(bench.root, "lib/x.ts")), existsSync(join(bench.root, "lib/deep/y.ts"))]).toEqual([
    false,
    false,
  ]);
});

test("a text that occurs once is replaced", async () => {
  await act({ command: "str_replace", path: "a.txt", old_string: "two", new_string: "zwei" });
  expect(content("a.txt")).toBe("one\r\nzwei\r\n");
});

test("CA-11: views show files around a line, and folders", async () => {
  expect((await act({ command: "view_context", path: "a.txt", center: 2 })).text).toMatch(/2.*two/);
  expect((await act({ command: "view", path: "lib" })).text).toContain("deep/");
});

test.each([
  [{ command: "view_context", path: "a.txt" }, "center is required"],
  [{ command: "copy", path: "a.txt" }, "target_path is required"],
  [{ command: "insert", path: "a.txt", content: "x" }, "insert_line is required"],
  [{ command: "delete", path: "nothing" }, "Path does not exist: nothing"],
])("%j says what is missing", async (input, message) => {
  await expect(act(input)).rejects.toThrow(message);
});
