import { expect, test } from "vitest";
import { jsonExcess, parseForeignJson } from "./json-depth.ts";

const lists = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const values = (count: number): string => `[${"0,".repeat(count - 2)}0]`;

test("levels and values are counted before anything is parsed", () => {
  expect(parseForeignJson(lists(500))).toEqual(JSON.parse(lists(500)));
  expect(parseForeignJson(values(250_000))).toHaveLength(249_999);
  expect(() => parseForeignJson(`${lists(501)} and no JSON`)).toThrow("more than 500 levels of nested JSON");
  expect(() => parseForeignJson(`${values(250_001)} and no JSON`)).toThrow("more than 250,000 values of JSON");
  expect(() => parseForeignJson("no JSON".repeat(1_000))).toThrow(SyntaxError);
});

test("what stands in a text counts for nothing, and no text hides what follows it", () => {
  const text = JSON.stringify(["[,{".repeat(300_000), String.raw`\"`.repeat(1_000)]);
  expect(parseForeignJson(text)).toEqual(JSON.parse(text));
  expect(jsonExcess(`"\\\\",${lists(501)}`)?.part).toBe("nesting");
  expect(jsonExcess(`"never closed\n${lists(501)}`)?.part).toBe("nesting");
  expect(jsonExcess(`${"]".repeat(1_000)}${lists(501)}`)?.part).toBe("nesting");
});
