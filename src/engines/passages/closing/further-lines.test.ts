import { expect, test } from "vitest";
import { createPassageRanking } from "../rank-passages.ts";
import { splitPassages } from "../split-passages.ts";

const FILLING = Array.from({ length: 60 }, (_, index) => `  const plank${index} = saw(${index});`);
const SOURCE = [
  "/** Checks the lid of a barrel. */",
  "export function checkLid(barrel: Barrel): void {",
  "  const lid = barrel.lid;",
  ...FILLING,
  "  // A lid of a barrel that is older.",
  "  if (lid.width < barrel.width) {",
  "    warn(`the lid is too small for the barrel`);",
  "    return;",
  "  }",
  "  sweep();",
  "}",
].join("\n");

/** What is quoted of the best passage, and what stands elsewhere in its function. */
function quoted(query: string): { readonly quote: readonly string[]; readonly further: readonly string[] } {
  const ranking = createPassageRanking(query);
  ranking.add(splitPassages("source/barrel.ts", SOURCE));
  const [best] = ranking.ranked(1);
  return {
    quote: best === undefined ? [] : best.lines.slice(...best.quote),
    further: (best?.further ?? []).map(({ line, text }) => `${line} ${text.trim()}`),
  };
}

test("the statement that decides is quoted with what it does, though its function is quoted from its head on", () => {
  const { quote, further } = quoted("is the lid of a barrel checked?");
  expect(quote[0]).toContain("Checks the lid");
  expect(further).toEqual([
    "65 if (lid.width < barrel.width) {",
    "66 warn(`the lid is too small for the barrel`);",
    "67 return;",
  ]);
});

test("what is quoted already is not quoted again, and a remark is no statement", () => {
  const { quote, further } = quoted("warn too small");
  expect(quote.join("\n")).toContain("too small");
  expect(further.join("\n")).not.toMatch(/too small|older/);
});
