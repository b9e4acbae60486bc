import { expect, test } from "vitest";
import { readYamlMapping } from "./yaml.ts";

test("nested mappings, lists and block scalars are read", () => {
  const text =
    'name: f\ncount: 3\ntext: |\n  a\n    b\nfolded: >-\n  one\n  two\nlist:\n  - 1\n  - "x: y"\n  - id: 2\n    ok: true\nnested:\n  a:\n    b: null\n';
  expect(readYamlMapping(text)).toEqual({
    name: "f",
    count: 3,
    text: "a\n  b\n",
    folded: "one two",
    list: [1, "x: y", { id: 2, ok: true }],
    nested: { a: { b: null } },
  });
});

test("prose is no mapping", () => {
  expect(readYamlMapping("I will inspect it: now.\nThen more.")).toBeUndefined();
  expect(readYamlMapping("")).toBeUndefined();
});
