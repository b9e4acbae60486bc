import { expect, test } from "vitest";
import { createPassageRanking } from "../rank-passages.ts";
import { splitPassages } from "../split-passages.ts";

const DECIDES = ["  if (lid.isBent) {", "    warn(lid.width);", "    return undefined;", "  }"];
const filling = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `  const plank${index} = saw(${index});`);

/** What is quoted of the best passage, and the lines of it that say most. */
function best(query: string, path: string, lines: readonly string[]): { shown: readonly string[]; densest: number } {
  const ranking = createPassageRanking(query);
  ranking.add(splitPassages(path, lines.join("\n")));
  const [first] = ranking.ranked(1);
  const [from, end] = first?.densest ?? [0, 0];
  return { shown: first?.lines.slice(...first.quote) ?? [], densest: end - from };
}

test("a function is quoted whole, with what is said above it, and tells which of its lines say most", () => {
  const source = [
    "/** Closes a barrel. */",
    "function close(lid: Lid) {",
    ...filling(20),
    ...DECIDES,
    "  nail();",
    "}",
  ];
  const { shown, densest } = best("what happens when the lid is bent?", "source/barrel.ts", source);
  expect(shown).toEqual(source);
  expect(densest).toBeLessThan(source.length);
});

test("pieces that a function was parted into are put together where it is short enough to be read", () => {
  const behind = ["", ...filling(7), "", ...filling(7), "", "}"];
  const rows = ["function close(lid: Lid) {", ...filling(17), "", "  // Its lid.", ...DECIDES, ...behind];
  expect(splitPassages("source/barrel.ts", rows.join("\n"))).toHaveLength(2);
  expect(best("what happens when the lid is bent?", "source/barrel.ts", rows).shown).toEqual(rows);
});

test("of a long function whole blocks stand around what says most", () => {
  const block = (name: string): readonly string[] => ["", `  // ${name}.`, ...filling(8)];
  const around = ["", "  // Its lid.", ...DECIDES];
  const rows = [...block("One"), ...block("Two"), ...block("Three"), ...around, ...block("Four"), ...block("Five")];
  const { shown } = best("what happens when the lid is bent?", "source/barrel.ts", [
    "function close(lid: Lid) {",
    ...rows,
    "}",
  ]);
  expect(shown.filter((line) => line !== "").length).toBeLessThanOrEqual(25);
  expect(shown.join("\n")).toContain([...around, ...block("Four")].join("\n").trim());
  expect(shown.filter((line) => /saw\(0\)/.test(line)).length).toBe(
    shown.filter((line) => /saw\(7\)/.test(line)).length,
  );
});

test("of a document the piece that answers is quoted, not all of a section", () => {
  const step = (name: string): readonly string[] => [
    `1. ${name}`,
    ...Array<string>(9).fill("   - And more of it."),
    "",
  ];
  const page = ["# Barrels", "", ...step("Saw the planks"), ...step("Bend the lid"), ...step("Nail all")];
  const { shown } = best("how is the lid bent?", "docs/barrels.md", page);
  expect(shown.join("\n")).toContain("Bend the lid");
  expect(shown.join("\n")).not.toContain("Nail all");
});
