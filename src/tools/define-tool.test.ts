import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectTypeOf, test } from "vitest";
import { leanSchema } from "../core/context/lean-schema.ts";
import { defineTool, type FromSchema } from "./define-tool.ts";
import { TOOLS } from "./index.ts";

const SCHEMA = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1 },
    limit: { type: "integer", minimum: 1, maximum: 9, default: 5 },
    mode: { type: "string", enum: ["fast", "slow"] },
    deep: { type: "boolean" },
    names: { type: "array", items: { type: "string" } },
    edits: {
      type: "array",
      minItems: 1,
      items: { type: "object", properties: { at: { type: "number" } }, required: ["at"] },
    },
  },
  required: ["path"],
} as const;

const tool = defineTool({
  name: "probe",
  description: "",
  schema: SCHEMA,
  intent: () => ({ accesses: [], display: { kind: "text", text: "" } }),
  run: async ({ path }) => ({ text: path, display: { kind: "text", text: "" } }),
});

test("CA-10: the input's type follows from the schema", () => {
  expectTypeOf<FromSchema<typeof SCHEMA>>().branded.toEqualTypeOf<{
    readonly path: string;
    readonly limit: number;
    readonly mode?: "fast" | "slow";
    readonly deep?: boolean;
    readonly names?: readonly string[];
    readonly edits?: readonly { readonly at: number }[];
  }>();
});

test("defaults are filled in, and slips that leave no doubt are put right", () => {
  expect(tool.parse({ path: "a" })).toEqual({ path: "a", limit: 5 });
  expect(tool.parse({ path: 7, limit: "3", deep: "true", names: "x", edits: '[{"at":"1.5"}]', mode: null })).toEqual({
    path: "7",
    limit: 3,
    deep: true,
    names: ["x"],
    edits: [{ at: 1.5 }],
  });
  expect(tool.parse('{"path":"a"}')).toEqual({ path: "a", limit: 5 });
});

test.each([
  [{}, "`path` is missing: it must be a string."],
  [{ path: "" }, "`path` must not be empty."],
  [{ path: ["a"] }, '`path` must be a string, got ["a"].'],
  [{ path: "a", limit: 12 }, "`limit` must be from 1 to 9, got 12."],
  [{ path: "a", limit: 1.5 }, "`limit` must be an integer from 1 to 9, got 1.5."],
  [{ path: "a", limit: "many" }, '`limit` must be an integer from 1 to 9, got "many".'],
  [{ path: "a", mode: "quick" }, '`mode` must be one of "fast", "slow", got "quick".'],
  [{ path: "a", edits: [] }, "`edits` must have at least 1 items, got 0."],
  [{ path: "a", edits: [{}] }, "`edits[0].at` is missing: it must be a number."],
  [
    { path: "a", deeper: true },
    "`deeper` is unknown; allowed: path, limit, mode, deep, names, edits. Did you mean `deep`?",
  ],
  [{ file_path: "a" }, "Did you mean `path`?"],
  ["path=a", 'The input must be an object with path (and limit, mode, deep, names, edits), got "path=a".'],
  [undefined, "`path` is missing"],
])("bad input %j names the field, what came and what is allowed", (input, problem) => {
  expect(() => tool.parse(input)).toThrow(problem);
});

test("CA-10: every problem is told at once", () => {
  expect(() => tool.parse({ limit: 0, deep: "perhaps" })).toThrow(
    '`path` is missing: it must be a string. `limit` must be from 1 to 9, got 0. `deep` must be true or false, got "perhaps".',
  );
});

/** Characters of one tool in a request; what all of them come to together is measured by `npm run bench -- headless`. */
const SPEC_MAX = 800;

test("the tools' names are distinct", () => {
  expect(new Set(TOOLS.map((one) => one.name)).size).toBe(TOOLS.length);
});

test.each(TOOLS)("$name is told in few words", ({ name, description, schema }) => {
  const spec = { type: "function", function: { name, description, parameters: leanSchema(schema) } };
  expect(JSON.stringify(spec).length).toBeLessThanOrEqual(SPEC_MAX);
  expect(name).toMatch(/^[a-z_]{1,64}$/);
  expect(schema.type).toBe("object");
});

test("every tool that is offered has a test beside it or is tested with its room", () => {
  const tested = toolFiles(/\.test\.ts$/)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const exported = toolFiles(/(?<!\.test)\.ts$/).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/export const (\w+) = defineTool\(/g)].map(([, name]) => name ?? ""),
  );
  expect(exported.length).toBeGreaterThan(10);
  expect(exported.filter((name) => !new RegExp(`\\b${name}\\b`).test(tested))).toEqual([]);
});

function toolFiles(form: RegExp): readonly string[] {
  return readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((name) => form.test(name))
    .map((name) => join(import.meta.dirname, name));
}

test("input that nests too deep is refused in one sentence, wherever it is", () => {
  const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  for (const input of [deep, { path: deep }, { path: "a", edits: [{ at: deep }] }, { path: "a", other: deep }])
    expect(() => tool.parse(input)).toThrow(/^The input nests deeper than 500 levels/);
  expect(() => tool.parse({ path: "a", names: `${"[".repeat(100_000)}${"]".repeat(100_000)}` })).not.toThrow(
    RangeError,
  );
});
