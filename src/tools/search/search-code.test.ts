import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { searchCode } from "./search-code.ts";

let bench: ToolBench;

beforeEach(() => {
  bench = createToolBench({
    "a.txt": "one\nneedle\nthree\nneedle\nfive\nsix\nseven\nneedle\n",
    "b.md": "Needle (1)\n",
  });
});

afterEach(() => bench.close());

const search = async (input: unknown): Promise<string> => (await bench.run(searchCode, input)).text;

test("CL-34: matches come as path:line:text", async () => {
  expect(await search({ pattern: "need.e" })).toBe("a.txt:2:needle\na.txt:4:needle\na.txt:8:needle");
  expect(await search({ pattern: "needle", ignore_case: true, glob: "*.md" })).toBe("b.md:1:Needle (1)");
  expect(await search({ pattern: "(1)", literal: true })).toBe("b.md:1:Needle (1)");
  expect(await search({ pattern: "Needle", path: "b.md" })).toBe("b.md:1:Needle (1)");
});

test("with context, blocks that touch are one", async () => {
  expect(await search({ pattern: "needle", context: 1 })).toBe(
    [
      "a.txt-1-one",
      "a.txt:2:needle",
      "a.txt-3-three",
      "a.txt:4:needle",
      "a.txt-5-five",
      "--",
      "a.txt-7-seven",
      "a.txt:8:needle",
    ].join("\n"),
  );
});

test("more than the limit is said with the number of all", async () => {
  expect(await search({ pattern: "needle", limit: 2 })).toBe(
    "a.txt:2:needle\na.txt:4:needle\n(shown 2 of 3 matches; narrow the pattern, path or glob, or raise limit)",
  );
});

test("no match and a bad pattern say what was asked", async () => {
  expect(await search({ pattern: "absent", glob: "*.md" })).toBe("No match for absent (files *.md).");
  await expect(search({ pattern: "f(" })).rejects.toThrow(
    "The pattern f( is not valid: a group ( is not closed. Set literal to search for the text itself.",
  );
});

test.each([
  ["time", "time ran out"],
  ["size", "lines of many megabytes filled what a search may hold"],
] as const)("a search that was cut never claims that there is no match: %s", async (stopped, why) => {
  const cut = { search: async () => ({ matches: [], stopped }) };
  const { text } = await searchCode.run(searchCode.parse({ pattern: "needle" }), { ...bench.context, search: cut });
  expect(text).toBe(
    `The search for needle was cut, as ${why}: nothing was found until then, and there may be matches. Narrow path or glob.`,
  );
});
