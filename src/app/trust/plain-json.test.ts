import { expect, test } from "vitest";
import { membersIn, plainJson } from "./plain-json.ts";

test("comments and trailing commas are passed over, what stands in quotes is not", () => {
  const text = '\uFEFF{ // one\n "a": ["x // y", "z, ]",], /* "b": 1 */ "c\\u0064": "\\"/*",\n}';
  expect(plainJson(text)).toEqual({ a: ["x // y", "z, ]"], cd: '"/*' });
});

test.each(["", "{", '"', '"\\', '{"a": "b}', "{} x", "/* {}", "// {}"])("%j is no JSON", (text) => {
  expect(plainJson(text)).toBeUndefined();
});

test("members are found however deep", () => {
  const value = { a: [{ b: 1 }], c: { d: { b: 2 } } };
  expect(membersIn(value).flatMap(({ name, value }) => (name === "b" ? [value] : []))).toEqual([1, 2]);
});
