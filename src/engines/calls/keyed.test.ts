import { expect, test } from "vitest";
import { readKeyed, readYamlMapping } from "./keyed.ts";

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

test.each([
  'path = "a b"\nlimit = 3',
  "--path 'a b' --limit=3",
  ':path "a b" :limit 3',
  'path: "a b", limit: 3',
  'path => "a b", limit => 3',
  "- **path**: a b\n- **limit**: 3",
])("a notation is no more than the signs around a key: %s", (text) => {
  const members = readKeyed(text, ["path", "limit"]);
  expect(
    members?.map(({ key, value }) => [key, "text" in value ? value.text : "value" in value && value.value]),
  ).toEqual([
    ["path", "a b"],
    ["limit", "3"],
  ]);
});

test("what holds more than members is none", () => {
  expect(readKeyed('path: "a" and so on', ["path"])).toBeUndefined();
  expect(readKeyed("see path: a", ["path"])).toBeUndefined();
});
