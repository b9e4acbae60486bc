import { expect, test } from "vitest";
import { bestFacts } from "./best-facts.ts";
import { factsOf } from "./code-facts.ts";
import type { SourceFile } from "./source-files.ts";

const TEXTS = [
  "/**",
  "A lid weighs at most 413 stones.",
  "*/",
  "export interface Lid {",
  "  width: number;",
  "}",
  "const LID_WEIGHT_MAX = 90;",
  "const anchor = weigh(7);",
];
const FILE: SourceFile = {
  path: "source/lid.ts",
  lines: TEXTS.map((text, at) => ({ path: "source/lid.ts", line: at + 1, text })),
};
const amountsOf = (words: readonly string[]): readonly string[] =>
  bestFacts({ kind: "amount", words, names: [], isDenied: false }, factsOf(FILE), [FILE]).map(({ fact }) => fact.text);

test("a number in a remark is none that the code fixes", () => {
  expect(factsOf(FILE).map(({ line }) => line)).not.toContain(2);
});

test("a number is told for what its own line says, and not for what stands beside it", () => {
  expect(amountsOf(["lid", "weight"])).toEqual(["const LID_WEIGHT_MAX = 90;"]);
  expect(amountsOf(["interface", "width"])).not.toContain("const anchor = weigh(7);");
});
