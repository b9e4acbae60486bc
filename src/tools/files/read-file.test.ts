import { execFileSync } from "node:child_process";
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { editFile } from "./edit-file.ts";
import { readFile } from "./read-file.ts";

let bench: ToolBench;
const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join("");

beforeEach(() => {
  bench = createToolBench({ "ten.txt": TEN, "empty.txt": "", "crlf.txt": "a\r\nb\r\n" });
});

afterEach(() => bench.close());

const read = async (input: unknown): Promise<string> => (await bench.run(readFile, input)).text;

test("a path where no file is names those of the same name, else those with another extension", async () => {
  const files = {
    "a/Main.ts": "1",
    "b/main.ts": "2",
    "c/main.js": "3",
    "d/x/main.ts": "4",
    "e/main.ts": "5",
    ".env": "",
  };
  const place = createToolBench(files);
  const told = (tool: typeof readFile | typeof editFile, input: object): Promise<string> =>
    place.run(tool as typeof readFile, input).then(
      () => "",
      (error: Error) => error.message,
    );
  const edit = { old_string: "1", new_string: "2" };
  expect(await told(readFile, { path: "src/main.ts" })).toBe(
    "src/main.ts cannot be read: it does not exist. There is a/Main.ts, b/main.ts, d/x/main.ts and 1 more.",
  );
  expect(await told(readFile, { path: "main.mjs" })).toMatch(/There is .* and 2 more\.$/);
  expect(await told(editFile, { path: "c/main.ts", ...edit })).toMatch(
    /There is no file c\/main\.ts\.\n.* There is a\/Main/,
  );
  expect(await told(readFile, { path: "e/mian.ts" })).toMatch(/it does not exist\. There is e\/main\.ts\.$/);
  expect(await told(editFile, { path: "c/mains.ts", ...edit })).toMatch(/There is c\/main\.js\.$/);
  expect(await told(readFile, { path: "f/mian.ts" })).not.toContain("There is");
  expect(await told(readFile, { path: "other.ts" })).toMatch(/find_files finds a file by its name\.$/);
  expect(await told(readFile, { path: "../main.ts" })).not.toContain("There is");
  await place.close();
});

test("a whole file comes with line numbers and no note", async () => {
  expect(await read({ path: "crlf.txt" })).toBe("1\ta\n2\tb");
  expect(await read({ path: "empty.txt" })).toBe("(empty file)");
});

test("CL-30, BC-63: a part says which it is, and where it goes on", async () => {
  expect(await read({ path: "ten.txt", offset: 3, limit: 2 })).toBe(
    "3\tline 3\n4\tline 4\n(shown 3-4 of 10 lines; offset 5 goes on)",
  );
  expect(await read({ path: "ten.txt", offset: 10 })).toBe("10\tline 10\n(shown 10-10 of 10 lines)");
  expect(await read({ path: "ten.txt", center: 9, context: 1 })).toBe(
    "8\tline 8\n9\tline 9\n10\tline 10\n(shown 8-10 of 10 lines)",
  );
});

test("a file over the token budget is cut between lines, honestly", async () => {
  writeFileSync(join(bench.root, "long.txt"), `${"x".repeat(94)}\n`.repeat(1000));
  const text = await read({ path: "long.txt", max_tokens: 1000 });
  expect(text).toMatch(/\(shown 1-40 of 1000 lines; offset 41 goes on\)$/);
});

test("a very long line is cut and says how long it is", async () => {
  writeFileSync(join(bench.root, "one.txt"), "y".repeat(50_000));
  expect(await read({ path: "one.txt" })).toMatch(/^1\ty{2000}\.\.\. \(50000 characters\)$/);
});

test.each([
  ["utf-16le", Buffer.from("\uFEFFgrün\r\nzwei", "utf16le"), "1\tgrün\n2\tzwei\n(encoding utf-16le with BOM)"],
  [
    "utf-16le without mark",
    Buffer.from("plain text\nand more", "utf16le"),
    "1\tplain text\n2\tand more\n(encoding utf-16le)",
  ],
  ["windows-1252", Buffer.from("gr\xfcn", "latin1"), "1\tgrün\n(encoding windows-1252)"],
  ["utf-8 with mark", Buffer.from("\uFEFFgrün"), "1\tgrün\n(encoding utf-8 with BOM)"],
  [
    "EBCDIC",
    Buffer.from("c9c4c5d5e3c9c6c9c3c1e3c9d6d540c4c9e5c9e2c9d6d54b15d7d9d6c7d9c1d460c9c44b40c1c2c34b25", "hex"),
    "1\tIDENTIFICATION DIVISION.\n2\tPROGRAM-ID. ABC.\n(encoding cp037)",
  ],
])("text in %s is shown as text", async (_, bytes, shown) => {
  writeFileSync(join(bench.root, "text"), bytes);
  expect(await read({ path: "text" })).toBe(shown);
});

test("a file in EBCDIC without line ends shows its cards", async () => {
  const card = Buffer.from(`${"c1".repeat(40)}${"40".repeat(40)}`, "hex");
  writeFileSync(join(bench.root, "cards"), Buffer.concat([card, card, card]));
  expect(await read({ path: "cards" })).toContain(`2\t${"A".repeat(40)}`);
});

test.each([
  [
    "a missing file",
    { path: "none.txt" },
    "none.txt cannot be read: it does not exist; find_files finds a file by its name.",
  ],
  ["a folder", { path: "." }, ". is a folder; list_files shows what is in it."],
  ["a line past the end", { path: "ten.txt", offset: 11 }, "ten.txt has only 10 lines; line 11 is past its end."],
  [
    "both kinds of range",
    { path: "ten.txt", offset: 1, center: 2 },
    "Give offset and limit, or center and context, not both.",
  ],
  ["a path outside", { path: "../x" }, "../x is outside the working folder"],
  ["a home folder", { path: "~/x" }, "~/x is not expanded to a home folder."],
  ["a path through a file", { path: "ten.txt/x" }, "it, or a part of its path, is a file"],
])("%s is refused in one sentence", async (_, input, message) => {
  await expect(read(input)).rejects.toThrow(message);
});

test("binary, huge and special files are refused without reading them", async () => {
  writeFileSync(join(bench.root, "image"), Buffer.from([0x89, 0x50, 0, 0, 1, 2]));
  await expect(read({ path: "image" })).rejects.toThrow("image is binary (6 bytes)");
  writeFileSync(join(bench.root, "huge"), "");
  truncateSync(join(bench.root, "huge"), 2 * 1024 ** 3);
  await expect(read({ path: "huge" })).rejects.toThrow("huge has 2048 MB, more than can be read at once");
  execFileSync("mkfifo", [join(bench.root, "fifo")]);
  await expect(read({ path: "fifo" })).rejects.toThrow("fifo is not a regular file: a FIFO");
  symlinkSync("/dev/zero", join(bench.root, "device"));
  await expect(read({ path: "device" })).rejects.toThrow(
    "device is not a regular file: a door to processes or devices",
  );
});

test("lines behind a path, as places are cited, are read, unless a file has that name", async () => {
  bench = createToolBench({ "a.txt": "one\ntwo\nthree\nfour\n", "b.txt:2": "own\n" });
  const citing = async (path: string) => {
    const input = await readFile.prepare?.(readFile.parse({ path }), bench.context);
    return input && [readFile.intent(input).accesses[0], (await bench.run(readFile, { path })).text.split("\n")[0]];
  };
  expect(await citing("a.txt:2-3")).toEqual([{ kind: "read", path: "a.txt" }, "2\ttwo"]);
  expect(await citing("a.txt#L3")).toEqual([{ kind: "read", path: "a.txt" }, "1\tone"]);
  expect(await citing("b.txt:2")).toEqual([{ kind: "read", path: "b.txt:2" }, "1\town"]);
});
