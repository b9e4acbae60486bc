import fc from "fast-check";
import { expect, test } from "vitest";
import { repairArguments } from "./repair-arguments.ts";
import { validateArguments } from "./validate.ts";

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
  },
  required: ["path"],
  additionalProperties: false,
  $defs: { range: { type: "object", properties: { from: { type: "number" } }, required: ["from"] } },
};
const problems = (value: unknown): readonly string[] => {
  const result = validateArguments(value, schema);
  return result.ok ? [] : result.problems.map(({ message }) => message);
};

test("a value that fits is kept, with the defaults filled in", () => {
  expect(validateArguments({ path: "src/a" }, schema)).toEqual({
    ok: true,
    value: { path: "src/a", limit: 5 },
    coercions: [],
  });
});

test("a value in another form is coerced, and every coercion is listed", () => {
  const given = {
    path: "src/a",
    limit: "3",
    mode: "READ_ONLY",
    tags: "one",
    range: '{"from": "1.5"}',
    target: { id: "7" },
  };
  expect(validateArguments(given, schema)).toEqual({
    ok: true,
    value: { path: "src/a", limit: 3, mode: "read-only", tags: ["one"], range: { from: 1.5 }, target: { id: 7 } },
    coercions: [
      { path: "limit", what: "read the text as a number" },
      { path: "mode", what: 'took it as "read-only"' },
      { path: "tags", what: "put the value in a list" },
      { path: "range", what: "read the text as an object" },
      { path: "range.from", what: "read the text as a number" },
      { path: "target.id", what: "read the text as a number" },
    ],
  });
});

test("a key in another spelling is taken for the one that is meant", () => {
  const result = validateArguments({ file_path: 1 }, { type: "object", properties: { filePath: { type: "integer" } } });
  expect(result).toMatchObject({ ok: true, value: { filePath: 1 } });
});

test("each problem tells what to do next", () => {
  expect(problems({ limit: 11, mode: "x", tags: ["a", "a", "b"], range: {}, extra: 1 })).toEqual([
    'Set "limit" to at most 10; it was 11.',
    'Set "mode" to one of "read-only", "read-write"; it was "x".',
    'Give "tags" at most 2 elements; it has 3.',
    'Remove the duplicate "a" from "tags".',
    'Add "range.from" (number); it is required.',
    'Remove "extra"; allowed are: path, limit, mode, tags, range, target.',
    'Add "path" (string); it is required.',
  ]);
  expect(problems({ path: "lib/a", limit: "many" })).toEqual([
    'Make "path" match /^src//; it was "lib/a".',
    'Give "limit" as an integer; it was a string.',
  ]);
  expect(problems([])).toEqual(["Give the value as an object; it was an array."]);
});

test("a schema that refers to itself ends", () => {
  const recursive = {
    $ref: "#/$defs/node",
    $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
  };
  expect(validateArguments({ next: { next: {} } }, recursive).ok).toBe(true);
  expect(validateArguments({ next: 3 }, recursive).ok).toBe(false);
  expect(validateArguments({}, { $ref: "#" }).ok).toBe(true);
});

test("a value that fits without defaults comes back as it is", () => {
  const open = { type: "object", additionalProperties: true };
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(validateArguments(value, open)).toEqual({ ok: true, value: { ...value }, coercions: [] });
    }),
  );
});

test("malformed native arguments are mended, and it is said how", () => {
  expect(repairArguments("{'path': 'src/a', limit: '2',}", schema)).toEqual({
    ok: true,
    value: { path: "src/a", limit: 2 },
    repairs: ["changed the quotes of a string", "quoted a key"],
    coercions: [{ path: "limit", what: "read the text as a number" }],
  });
  expect(repairArguments(JSON.stringify('{"path": "src/a"}'), schema)).toMatchObject({
    ok: true,
    value: { path: "src/a" },
  });
  expect(repairArguments("", { type: "object" })).toMatchObject({ ok: true, value: {} });
});

test("arguments that end in the middle are refused: what is missing cannot be known", () => {
  const result = repairArguments('{"path": "src/a", "content": "half a fi', { type: "object" });
  expect(result).toEqual({
    ok: false,
    repairs: [],
    problems: [
      {
        path: "",
        kind: "type",
        message:
          "The arguments end in the middle. Send the call again, complete, or split the work into smaller calls.",
      },
    ],
  });
});
