import { expect, test } from "vitest";
import { createPassageRanking } from "./rank-passages.ts";
import { splitPassages } from "./split-passages.ts";

function rankingOf(query: string, files: Readonly<Record<string, string>>): ReturnType<typeof createPassageRanking> {
  const ranking = createPassageRanking(query);
  for (const [path, text] of Object.entries(files)) ranking.add(splitPassages(path, text));
  return ranking;
}

const linesFor = (query: string, lines: readonly string[]): readonly number[] =>
  rankingOf(query, { "lib/box.py": ["def close(box):", ...lines].join("\n") })
    .decidingLines(20)
    .map(({ line }) => line);

test("of a long passage three lines stand alone, none beside another", () => {
  const idle = Array<string>(4).fill("    tick()");
  const pair = (at: number): readonly string[] => [`    pile(lid, weight, ${at})`, `    push(lid, weight, ${at})`];
  const lines = [0, 1, 2, 3].flatMap((at) => [...pair(at), ...idle]);
  expect(linesFor("where is the weight of a lid piled?", lines)).toEqual([2, 8, 14]);
});

test("a line that does it comes before a comment that tells of it", () => {
  const lines = ["    # The weight of a lid.", ...Array<string>(4).fill("    tick()"), "    pile(lid, weight)"];
  expect(linesFor("weight of a lid", lines)).toEqual([7, 2]);
});

test("a quotation shows where a function does it, and not its beginning for its name", () => {
  const body = Array.from({ length: 20 }, (_, at) => `    step_${at}()`);
  body[16] = "    pile(weight)";
  const files = { "lib/box.py": ["def close_lid(box):", ...body].join("\n") };
  const [best] = rankingOf("where does close_lid pile the weight?", files).ranked(1);
  expect(best?.lines.slice(...best.quote).join("\n")).toContain("pile(weight)");
});

test.each([
  ["which files does the published package ship?", '  "files": ['],
  ["where is the entry point of the package?", '  "main": "dist/box.js",'],
  ["which third-party code is needed at runtime?", '  "peerDependencies": {'],
])("a key of a manifest is found by what people call it: %s", (question, line) => {
  const manifest = [
    "{",
    '  "name": "boxes",',
    '  "files": [',
    '    "dist"',
    "  ],",
    '  "main": "dist/box.js",',
    '  "peerDependencies": {',
    '    "hinges": "^3.0.0"',
    "  }",
    "}",
  ].join("\n");
  const shown = rankingOf(question, { "package.json": manifest, "lib/lid.ts": "export const lid = 1;" }).decidingLines(
    4,
  );
  expect(shown.map(({ text }) => text)).toContain(line);
});
