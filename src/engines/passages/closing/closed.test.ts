import { expect, test } from "vitest";
import { createPassageRanking } from "../rank-passages.ts";
import { splitPassages } from "../split-passages.ts";
import { valuesOf } from "./values.ts";

const valuesIn = (text: string): readonly string[] =>
  valuesOf(["lidLimit"], "source/lid.ts", splitPassages("source/options.ts", text)).map(({ text: said }) => said);

test("a value is told where it is set, and not where a comment gives an example of it", () => {
  const set = "const lidLimit = 12;";
  expect(valuesIn(set)).toEqual([set]);
  expect(valuesIn(`/**\n@example\nopen({\n  lidLimit: 99,\n});\n*/\n${set}`)).toEqual([set]);
  expect(valuesIn("/**\n@example\nlidLimit = 99;\n*/\nexport type Lid = string;")).toEqual([]);
});

test("a text of several lines is no value", () => {
  expect(valuesIn("const lidLimit = `\nmany\nlines\n`;")).toEqual([]);
});
