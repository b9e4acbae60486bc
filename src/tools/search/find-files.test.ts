import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { findFiles } from "./find-files.ts";

let bench: ToolBench;

beforeEach(() => {
  bench = createToolBench({
    ".gitignore": "out/\n",
    "main.py": "",
    "src/a.py": "",
    "src/deep/b.py": "",
    "src/c.ts": "",
    "out/d.py": "",
    ".config/e.py": "",
    "odd\nname.py": "",
  });
});

afterEach(() => bench.close());

const find = async (input: unknown): Promise<string[]> => (await bench.run(findFiles, input)).text.split("\n");

test.each([
  ["**/*.py", ["main.py", "odd\\nname.py", "src/a.py", "src/deep/b.py"]],
  ["*.py", ["main.py", "odd\\nname.py", "src/a.py", "src/deep/b.py"]],
  ["src/*.py", ["src/a.py"]],
  ["./src/**", ["src/a.py", "src/c.ts", "src/deep/b.py"]],
  ["src/**/*.{py,ts}", ["src/a.py", "src/c.ts", "src/deep/b.py"]],
  ["[am]*.py", ["main.py", "src/a.py"]],
  [".config/*.py", [".config/e.py"]],
  ["/main.py", ["main.py"]],
  ["*.rb", ["No file matches *.rb."]],
])("%s finds what it means", async (pattern, found) => {
  expect(await find({ pattern })).toEqual(found);
});

test("a pattern of thousands of stars is named, and in an ignore file left out", async () => {
  await expect(find({ pattern: "*a".repeat(9_000) })).rejects.toThrow(
    `The glob ${"*a".repeat(50)}… has too many parts; write a shorter one.`,
  );
  await bench.close();
  bench = createToolBench({ ".gitignore": `${"*a".repeat(9_000)}\nout/\n`, "main.py": "", "out/d.py": "" });
  expect(await find({ pattern: "*.py" })).toEqual(["main.py"]);
});

test("what git ignores is found only when asked for", async () => {
  expect(await find({ pattern: "**/d.py" })).toEqual(["No file matches **/d.py."]);
  expect(await find({ pattern: "**/d.py", ignored: true })).toEqual(["out/d.py"]);
});

test("CL-35: a pattern is about the folder it is looked for in, also through a link", async () => {
  expect(await find({ pattern: "*/*.py", path: "src" })).toEqual(["src/deep/b.py"]);
  symlinkSync("src", join(bench.root, "link"));
  expect(await find({ pattern: "deep/*.py", path: "link" })).toEqual(["link/deep/b.py"]);
});

test("more than the limit is said with how many there are and where it goes on", async () => {
  expect(await find({ pattern: "**/*.py", limit: 1 })).toEqual(["main.py", "(shown 1-1 of 4; offset 1 goes on)"]);
  expect(await find({ pattern: "**/*.py", offset: 3 })).toEqual(["src/deep/b.py", "(shown 4-4 of 4)"]);
  await expect(find({ pattern: "**/*.py", offset: 4 })).rejects.toThrow(
    "**/*.py matches only 4 files; offset 4 is past the last one.",
  );
});

test("page by page a long list is told whole and once, whatever is asked of a page", async () => {
  const names = Array.from(
    { length: 900 },
    (_, index) => `${"deep/".repeat(index % 17)}${"n".repeat(index % 90)}${index}.f`,
  );
  const large = createToolBench(Object.fromEntries(names.map((name) => [name, ""])));
  try {
    const told: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { text, kind } = await large.run(findFiles, { pattern: "**/*.f", limit: 100_000, offset });
      // What its tool has paged is not cut again.
      expect(kind).toBe("search");
      expect(text.length).toBeLessThan(32_000);
      const next: string | undefined = /; offset (\d+) goes on\)$/.exec(text)?.[1];
      told.push(...text.split("\n").filter((line) => line.endsWith(".f")));
      offset = next === undefined ? undefined : Number(next);
    }
    expect(told.length).toBe(900);
    expect(new Set(told)).toEqual(new Set(names));
  } finally {
    await large.close();
  }
});

test("a folder that is a file, missing or outside is refused", async () => {
  await expect(find({ pattern: "*", path: "main.py" })).rejects.toThrow("main.py is not a folder.");
  await expect(find({ pattern: "*", path: "none" })).rejects.toThrow("none cannot be listed: it does not exist.");
  await expect(find({ pattern: "*", path: "/etc" })).rejects.toThrow("outside the working folder");
});

test("a name without a glob that no file has is told what holds it", async () => {
  expect(await find({ pattern: "Deep" })).toEqual(["No file matches Deep. Paths that hold it: src/deep/b.py."]);
});
