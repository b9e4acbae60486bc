import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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

test("a copy of a folder names the links that it leaves out", async () => {
  mkdirSync(join(bench.root, "linked/deep"), { recursive: true });
  writeFileSync(join(bench.root, "linked/a.txt"), "a\n");
  symlinkSync("a.txt", join(bench.root, "linked/al"));
  expect((await act({ command: "copy", path: "linked", target_path: "one" })).text).toBe(
    "Copied from linked to one (1 file; a link left out: al)",
  );
  symlinkSync("/etc/hosts", join(bench.root, "linked/deep/out"));
  expect((await act({ command: "copy", path: "linked/", target_path: "two" })).text).toBe(
    "Copied from linked to two (1 file; 2 links left out: al, deep/out)",
  );
});

test("a copy keeps permissions, but never those that run a program as another user", async () => {
  chmodSync(join(bench.root, "lib/x.ts"), 0o4755);
  chmodSync(join(bench.root, "lib/deep/y.ts"), 0o600);
  await act({ command: "copy", path: "lib", target_path: "copy" });
  await act({ command: "copy", path: "lib/x.ts", target_path: "x.ts" });
  const modes = ["copy/x.ts", "copy/deep/y.ts", "x.ts"].map((path) => statSync(join(bench.root, path)).mode & 0o7777);
  expect(modes.map((mode) => mode.toString(8))).toEqual(["755", "600", "755"]);
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

test("a link is deleted as what it is: whatever it leads to stays", async () => {
  for (const [name, to] of Object.entries({ folder: "lib", file: "a.txt", here: ".", up: "..", nowhere: "gone" })) {
    symlinkSync(to, join(bench.root, name));
    const { text } = await act({ command: "delete", path: name });
    expect(text).toBe(`Deleted: ${name} (a link to ${to}, which stays)`);
    expect(lstatSync(join(bench.root, name), { throwIfNoEntry: false })).toBeUndefined();
  }
  expect([content("lib/x.ts"), content("lib/deep/y.ts"), content("a.txt")]).toEqual(["x\n", "y\n", "one\r\ntwo\r\n"]);
});

test("what is behind a link is deleted by its name, with a slash behind it", async () => {
  symlinkSync("lib", join(bench.root, "folder"));
  await act({ command: "delete", path: "folder/" });
  expect(existsSync(join(bench.root, "lib"))).toBe(false);
});

test.each([".", "./", "lib/.."])("the folder itself is copied by the names in it: %s", async (path) => {
  await act({ command: "copy", path, target_path: "copy/" });
  expect(readdirSync(bench.root).sort()).toEqual(["a.txt", "copy", "lib"]);
  expect(readdirSync(join(bench.root, "copy"), { recursive: true }).map(String).sort()).toEqual([
    "a.txt",
    "lib",
    "lib/deep",
    "lib/deep/y.ts",
    "lib/x.ts",
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
