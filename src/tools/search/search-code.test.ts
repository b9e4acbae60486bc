import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
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

test("CL-34: matches stand as line:text below the path of their file", async () => {
  expect(await search({ pattern: "need.e" })).toBe("a.txt\n2:needle\n4:needle\n8:needle");
  expect(await search({ pattern: "needle", ignore_case: true })).toBe(
    "a.txt\n2:needle\n4:needle\n8:needle\n\nb.md\n1:Needle (1)",
  );
  expect(await search({ pattern: "needle", ignore_case: true, glob: "*.md" })).toBe("b.md\n1:Needle (1)");
  expect(await search({ pattern: "(1)", literal: true })).toBe("b.md\n1:Needle (1)");
  expect(await search({ pattern: "Needle", path: "b.md" })).toBe("b.md\n1:Needle (1)");
});

test("with context, blocks that touch are one", async () => {
  expect(await search({ pattern: "needle", context: 1 })).toBe(
    ["a.txt", ...["1-one", "2:needle", "3-three", "4:needle", "5-five"], "--", ...["7-seven", "8:needle"]].join("\n"),
  );
});

test("each file's matches and their context are read back whole, whatever the lines and names hold", async () => {
  const lines = fc.array(fc.constantFrom("needle", "hay", "12-hay", "3:needle", "", "--"), { maxLength: 12 });
  const files = fc.record({ "1-first.log": lines, "second.log": lines, "3:third.log": lines });
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 0, max: 3 }), async (written, context) => {
      for (const [path, texts] of Object.entries(written))
        writeFileSync(join(bench.root, path), texts.map((text) => `${text}\n`).join(""));
      const printed = await search({ pattern: "needle", glob: "*.log", context });
      const read = new Map(printed.split("\n\n").map((block) => [block.split("\n", 1)[0], block.split("\n").slice(1)]));
      for (const [path, texts] of Object.entries(written)) {
        const isNear = (line: number): boolean =>
          texts.slice(Math.max(0, line - context), line + context + 1).some((text) => text.includes("needle"));
        const wanted = texts.flatMap((text, line) =>
          isNear(line) ? [`${line + 1}${text.includes("needle") ? ":" : "-"}${text}`] : [],
        );
        expect((read.get(path) ?? []).filter((row) => row !== "--")).toEqual(wanted);
      }
    }),
    { numRuns: rounds(12) },
  );
});

test("more than the limit is said with the number of all", async () => {
  expect(await search({ pattern: "needle", limit: 2 })).toBe(
    "a.txt\n2:needle\n4:needle\n(shown 2 of 3 matches; narrow the pattern, path or glob, or raise limit)",
  );
});

test("where nothing is found, files that are never searched are told, whatever lies in them", async () => {
  writeFileSync(join(bench.root, "id_rsa"), "zebra");
  for (const pattern of ["zebra", "quagga"])
    expect(await search({ pattern })).toBe(
      `No match for ${pattern}.\n(files that may hold secrets, or that a rule forbids, were not searched)`,
    );
  rmSync(join(bench.root, "id_rsa"));
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

test.each([0, 1, 7, 50])(
  "a line in the context of many matches is shown, and counted for the page, once: context %i",
  async (context) => {
    const lines = Array.from(
      { length: 400 },
      (_, index) => `${"text ".repeat(10)}${index % 3 === 0 ? "needle" : ""} ${index}`,
    );
    await bench.close();
    bench = createToolBench({ "long.txt": `${lines.join("\n")}\n` });
    const found = (await search({ pattern: "needle", context, limit: 500 })).split("\n");
    const numbers = found
      .filter((line) => line !== "--" && line !== "long.txt")
      .map((line) => Number(/^(\d+)[:-]/.exec(line)?.[1]));
    const isNear = (line: number): boolean =>
      lines
        .slice(Math.max(0, line - 1 - context), line + context)
        .join("")
        .includes("needle");
    expect(numbers).toEqual(lines.map((_, index) => index + 1).filter(isNear));
  },
);
