import fc from "fast-check";
import { expect, test } from "vitest";
import { createTheme } from "../theme.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { lineWidth } from "./width.ts";

const theme = createTheme("dark", "none");
if (!theme) throw new Error("no theme");
const render = (text: string, width: number) => renderMarkdown(text, width, theme).map((row) => row.trimEnd());

test("columns stand as the delimiter row says, wide and marked-up cells too", () => {
  const table = "Sums:\n| name | `a|b` | at |\n|:---|---:|:--:|\n| **one** | 1 | x |\n| 漢字 | 22,000 | \\| |\n\nDone.";
  expect(render(table, 60)).toMatchInlineSnapshot(`
    [
      "Sums:",
      "",
      "name │    a|b │ at",
      "─────┼────────┼───",
      "one  │      1 │ x",
      "漢字 │ 22,000 │ |",
      "",
      "Done.",
    ]
  `);
});

test("where words can be parted no word is broken for the sake of another column", () => {
  const table = [
    "| what | how many | tokens | share |",
    "|---|---:|---:|---:|",
    "| instructions | 1 | 5 | 40 % |",
    "| results of read_file | 12 | 1.2k | 60 % |",
  ];
  expect(render(table.join("\n"), 40)).toMatchInlineSnapshot(`
    [
      "what         │ how many │ tokens │ share",
      "─────────────┼──────────┼────────┼──────",
      "instructions │        1 │      5 │  40 %",
      "results of   │       12 │   1.2k │  60 %",
      "read_file    │          │        │",
    ]
  `);
});

test("a table in a fence is source, and a line with a bar is no table", () => {
  expect(render("```\n| a | b |\n|---|---|\n```\na | b\nc", 40).join("\n")).toContain("| a | b |");
});

test("whatever is in the cells, every row of a table has the same bars and no row is too wide", () => {
  const cell = fc.string({ unit: fc.constantFrom(..."ab 漢é👩‍👧1.".split("")), maxLength: 30 });
  const row = fc.array(cell, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), fc.integer({ min: 30, max: 100 }), (rows, width) => {
      const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
      const shown = render(["| h | i | j |", "|---|:-:|--:|", ...lines].join("\n"), width);
      const bars = (text: string): number[] => {
        const places: number[] = [];
        for (let at = text.search(/[│┼]/); at >= 0; ) {
          places.push(lineWidth(text.slice(0, at)));
          const next = text.slice(at + 1).search(/[│┼]/);
          at = next < 0 ? -1 : at + 1 + next;
        }
        return places;
      };
      const [first = ""] = shown;
      for (const line of shown) {
        expect(lineWidth(line)).toBeLessThanOrEqual(width);
        expect(bars(line)).toEqual(bars(first).slice(0, bars(line).length));
      }
    }),
  );
});
