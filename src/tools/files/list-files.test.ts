import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { listFiles } from "./list-files.ts";

let bench: ToolBench;

beforeEach(() => {
  bench = createToolBench({
    ".gitignore": "out/\n",
    "a.txt": "",
    "out/x": "",
    "src/b.ts": "",
    "src/deep/c.ts": "",
    "src/deep/d.ts": "",
  });
});

afterEach(() => bench.close());

const list = async (input: unknown): Promise<string[]> => (await bench.run(listFiles, input)).text.split("\n");

test("CL-32: a folder is listed with what each entry is", async () => {
  symlinkSync("a.txt", join(bench.root, "link"));
  execFileSync("mkfifo", [join(bench.root, "fifo")]);
  expect(await list({})).toEqual([".gitignore", "a.txt", "fifo (not a regular file)", "link (link)", "out/", "src/"]);
  expect(await list({ hidden: false })).not.toContain(".gitignore");
});

test("CL-33: a tree shows what git does not ignore, with the number of files where it ends", async () => {
  expect(await list({ depth: 2, hidden: false })).toEqual(["a.txt", "src/", "  b.ts", "  deep/ (2 files)"]);
  expect(await list({ depth: 3, path: "src" })).toEqual(["b.ts", "deep/", "  c.ts", "  d.ts"]);
});

test("names that no terminal could show can be listed and read back", async () => {
  const name = Buffer.concat([Buffer.from(`${bench.root}/src/caf`), Buffer.from([0xe9])]);
  writeFileSync(name, "au lait");
  writeFileSync(join(bench.root, "src/two\nlines"), "x");
  expect(await list({ path: "src" })).toEqual(["b.ts", "caf\\xE9", "deep/", "two\\nlines"]);
  for (const path of ["src/caf\\xE9", "src/two\\nlines", "src/two\nlines"])
    expect((await bench.context.workspace.readBytes(path)).length).toBeGreaterThan(0);
});

test("an empty folder, a cut list and a bad path say so", async () => {
  expect(await list({ limit: 1 })).toEqual([".gitignore", "(shown 1 of 4; raise limit or name a folder)"]);
  await expect(list({ path: "none" })).rejects.toThrow("none cannot be listed: it does not exist.");
  await expect(list({ path: "a.txt" })).rejects.toThrow("it, or a part of its path, is a file and no folder");
});
