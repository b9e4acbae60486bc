import fc from "fast-check";
import { expect, test } from "vitest";
import { judge } from "./judge.ts";

const schema = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1, pattern: "^src/" },
    limit: { type: "integer", minimum: 1, maximum: 10, default: 5 },
    mode: { enum: ["read-only", "read-write"] },
    tags: { type: "array", items: { type: "string" }, maxItems: 2, uniqueItems: true },
    range: { $ref: "#/$defs/range" },
    target: {
      anyOf: [{ type: "integer" }, { type: "object", properties: { id: { type: "integer" } }, required: ["id"] }],
    },
    whole: { type: "boolean" },
  },
  required: ["path"],
  additionalProperties: false,
  $defs: { range: { type: "object", properties: { from: { type: "number" } }, required: ["from"] } },
};
const problems = (value: unknown, by: unknown = schema): readonly string[] => {
  const judgement = judge(by, value);
  return judgement.kind === "valid" ? [] : judgement.problems.map(({ message }) => message);
};

test("a value that fits is kept, with the defaults filled in where they are wanted", () => {
  const valid = { kind: "valid", coercions: [] };
  expect(judge(schema, { path: "src/a" })).toEqual({ ...valid, value: { path: "src/a", limit: 5 } });
  expect(judge(schema, { path: "src/a" }, { fillsDefaults: false })).toEqual({ ...valid, value: { path: "src/a" } });
});

test("a slip that leaves no doubt is put right, and it is said where and how", () => {
  const given = {
    path: "src/a",
    limit: "3",
    mode: "READ_ONLY",
    tags: "one",
    range: '{"from": "1.5"}',
    target: { id: "7" },
    WHOLE: "yes",
  };
  expect(judge(schema, given)).toEqual({
    kind: "valid",
    value: {
      path: "src/a",
      limit: 3,
      mode: "read-only",
      tags: ["one"],
      range: { from: 1.5 },
      target: { id: 7 },
      whole: true,
    },
    coercions: [
      { path: "limit", what: "read the text as a number" },
      { path: "mode", what: 'took it as "read-only"' },
      { path: "tags", what: "put the value in a list" },
      { path: "range", what: "read the text as an object" },
      { path: "range.from", what: "read the text as a number" },
      { path: "target.id", what: "read the text as a number" },
      { path: "WHOLE", what: 'took it as "whole"' },
      { path: "WHOLE", what: "read the text as true" },
    ],
  });
});

test("null for what may be absent counts as absent", () => {
  expect(judge(schema, { path: "src/a", tags: null, limit: null })).toMatchObject({
    kind: "valid",
    value: { path: "src/a", limit: 5 },
  });
  expect(problems({ path: null })).toEqual(["`path` must be a string, got null."]);
});

test.each([
  [[1, 2, 1.0], true],
  [
    [
      { a: 1, b: { c: 2, d: 3 } },
      { b: { d: 3, c: 2 }, a: 1 },
    ],
    true,
  ],
  [["1", 1, true, "true", [1], ["1"], null, "null", {}, []], false],
  [Array.from({ length: 20_000 }, (_, i) => ({ i })), false],
  [[...Array.from({ length: 20_000 }, (_, i) => ({ i })), { i: 7 }], true],
])("an item that stands twice is found by its value, as soon in a long list", (items, isRefused) => {
  const schema = {
    type: "object",
    properties: { items: { anyOf: [{ type: "string" }, { type: "array", uniqueItems: true }] } },
  };
  expect(judge(schema, { items }).kind).toBe(isRefused ? "invalid" : "valid");
});

test("each problem names the field, what is allowed and what came", () => {
  expect(problems({ limit: 11, mode: "x", tags: ["a", "a", "b"], range: {}, extra: 1, filePath: "a" })).toEqual([
    "`path` is missing: it must be a string.",
    "`limit` must be from 1 to 10, got 11.",
    '`mode` must be one of "read-only", "read-write", got "x".',
    "`tags` must have at most 2 items, got 3.",
    "`range.from` is missing: it must be a number.",
    "`extra` is unknown; allowed: path, limit, mode, tags, range, target, whole.",
    "`filePath` is unknown. Did you mean `path`?",
    "`tags` must not hold the same item twice.",
  ]);
  expect(problems({ path: "lib/a", limit: "many" })).toEqual([
    '`path` must match ^src/, got "lib/a".',
    '`limit` must be an integer from 1 to 10, got "many".',
  ]);
  expect(problems([1, 2])).toEqual([
    "The input must be an object with path (and limit, mode, tags, range, target, whole), got [1,2].",
  ]);
});

test("of several forms only the nearest is spoken of", () => {
  expect(problems({ path: "src/a", target: { id: "x" } })).toEqual([
    "`target` fits none of its 2 forms.",
    '`target.id` must be an integer, got "x".',
  ]);
});

test("a schema that refers to itself ends, whether or not it says anything", () => {
  const recursive = {
    $ref: "#/$defs/node",
    $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
  };
  expect(judge(recursive, { next: { next: {} } }).kind).toBe("valid");
  expect(judge(recursive, { next: 3 }).kind).toBe("invalid");
  expect(judge({ $ref: "#" }, {}).kind).toBe("valid");
  expect(judge({ allOf: [{ $ref: "#" }] }, {}).kind).toBe("valid");
});

test("what other dialects write is read, and what nobody understands refuses nothing", () => {
  const odd = {
    type: "OBJECT",
    properties: {
      name: { type: "str", nullable: true, format: "no-such-format" },
      pair: { items: [{ type: "int" }, { type: "bool" }] },
      any: { $ref: "https://elsewhere.example/schema" },
      broken: { type: "string", pattern: "(" },
      required: { type: "string", required: true },
    },
    $id: "not a uri",
  };
  expect(problems({ name: null, pair: ["1", "no"], any: 1, broken: "x", required: "y" }, odd)).toEqual([]);
  expect(problems({ pair: ["x"] }, odd)).toEqual(['`pair[0]` must be an integer, got "x".']);
});

test("what is no JSON, or too deep, is refused and not thrown", () => {
  const deep = JSON.parse(`${"[".repeat(2_000)}${"]".repeat(2_000)}`);
  expect(problems(deep, true)).toEqual(["The input nests deeper than 500 levels; send it flat."]);
  expect(problems(JSON.parse('{"limit": 1e999}'))).toEqual([
    "The input holds a number that is too large; send a smaller one.",
  ]);
  expect(problems({ "\ud800": 1 })).toEqual(["The input has a name that is no text; rename it."]);
  // It would be written as another one.
  expect(problems({ name: "a\ud83d" })).toEqual([expect.stringContaining("half of a character")]);
  expect(problems({ name: "a\ud83d\ude00" })).not.toContainEqual(expect.stringContaining("half"));
});

test("a value that fits without defaults comes back as it is", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const open = { type: "object", additionalProperties: true };
      expect(judge(open, value)).toEqual({ kind: "valid", value: { ...value }, coercions: [] });
    }),
  );
});
