import { readFileSync } from "node:fs";
import fc from "fast-check";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { z as real } from "zod/v4";
import { z as light, safeParseAsync } from "./light-zod.ts";

/** A schema written down, to be built with either library. */
type Spec =
  | {
      readonly kind:
        | "string"
        | "number"
        | "integer"
        | "boolean"
        | "null"
        | "any"
        | "unknown"
        | "json"
        | "short"
        | "digits";
    }
  | { readonly kind: "literal"; readonly values: readonly (string | number)[] }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "object" | "loose" | "strict"; readonly members: Readonly<Record<string, Spec>> }
  | {
      readonly kind:
        | "array"
        | "optional"
        | "nullable"
        | "nullish"
        | "default"
        | "catch"
        | "transform"
        | "lazy"
        | "even";
      readonly of: Spec;
    }
  | { readonly kind: "tuple" | "union"; readonly options: readonly Spec[] }
  | { readonly kind: "record" | "enum-record" | "partial-record"; readonly of: Spec }
  | {
      readonly kind: "intersection";
      readonly one: Readonly<Record<string, Spec>>;
      readonly other: Readonly<Record<string, Spec>>;
    };

const KEYS = ["a", "b", "c", "type"] as const;

// The stand-in has the part of zod that the provider packages use; typed as zod, both are built by the same lines.
type Zod = typeof real;
const LIGHT = light as unknown as Zod;

function build(spec: Spec, z: Zod): ReturnType<Zod["any"]> {
  const shape = (members: Readonly<Record<string, Spec>>) =>
    Object.fromEntries(Object.entries(members).map(([key, member]) => [key, build(member, z)]));
  switch (spec.kind) {
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "any":
    case "unknown":
    case "json":
      return z[spec.kind]() as never;
    case "integer":
      return z.number().int().gt(0).max(100) as never;
    case "short":
      return z.string().min(1).max(3) as never;
    case "digits":
      return z.string().regex(/^\d+$/) as never;
    case "literal":
      return z.literal(spec.values as string[]) as never;
    case "enum":
      return z.enum(spec.values as [string]) as never;
    case "object":
      return z.object(shape(spec.members)) as never;
    case "loose":
      return z.object(shape(spec.members)).loose() as never;
    case "strict":
      return z.strictObject(shape(spec.members)) as never;
    case "array":
      return z.array(build(spec.of, z)).max(3) as never;
    case "optional":
      return build(spec.of, z).optional() as never;
    case "nullable":
      return build(spec.of, z).nullable() as never;
    case "nullish":
      return build(spec.of, z).nullish() as never;
    case "default":
      return build(spec.of, z).default("given") as never;
    case "catch":
      return build(spec.of, z).catch(undefined as never) as never;
    case "transform":
      return build(spec.of, z).transform((value: unknown) => (typeof value === "string" ? value : undefined)) as never;
    case "even":
      return build(spec.of, z).refine((value: unknown) => JSON.stringify(value ?? "").length % 2 === 0) as never;
    case "lazy":
      return z.lazy(() => build(spec.of, z)) as never;
    case "tuple":
      return z.tuple(spec.options.map((option) => build(option, z)) as never) as never;
    case "union":
      return z.union(spec.options.map((option) => build(option, z))) as never;
    case "record":
      return z.record(z.string(), build(spec.of, z)) as never;
    case "enum-record":
      return z.record(z.enum(["a", "b"]), build(spec.of, z)) as never;
    case "partial-record":
      return z.partialRecord(z.enum(["a", "b"]), build(spec.of, z)) as never;
    case "intersection":
      return z.intersection(z.looseObject(shape(spec.one)), z.looseObject(shape(spec.other))) as never;
  }
}

const plainKinds = [
  "string",
  "number",
  "integer",
  "boolean",
  "null",
  "any",
  "unknown",
  "json",
  "short",
  "digits",
] as const;
const scalar: fc.Arbitrary<Spec> = fc.oneof(
  fc.constantFrom(...plainKinds).map((kind) => ({ kind })),
  fc
    .uniqueArray(fc.constantFrom("x", "y", 1, 2), { minLength: 1, maxLength: 2 })
    .map((values) => ({ kind: "literal" as const, values })),
  fc.uniqueArray(fc.constantFrom("x", "y", "z"), { minLength: 1 }).map((values) => ({ kind: "enum" as const, values })),
);
const membersOf = (of: fc.Arbitrary<Spec>) =>
  fc.dictionary(fc.constantFrom(...KEYS), of, { maxKeys: 4, noNullPrototype: true });
const { spec } = fc.letrec<{ spec: Spec; required: Spec }>((tie) => ({
  spec: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.record({
      kind: fc.constantFrom("object" as const, "loose" as const, "strict" as const),
      members: membersOf(tie("spec")),
    }),
    fc.record({
      kind: fc.constantFrom(
        ...(["array", "optional", "nullable", "nullish", "default", "catch", "transform", "lazy", "even"] as const),
      ),
      of: tie("spec"),
    }),
    fc.record({ kind: fc.constant("union" as const), options: fc.array(tie("spec"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant("tuple" as const), options: fc.array(scalar, { minLength: 1, maxLength: 2 }) }),
    fc.record({
      kind: fc.constantFrom("record" as const, "enum-record" as const, "partial-record" as const),
      of: scalar,
    }),
    fc.record({ kind: fc.constant("intersection" as const), one: membersOf(scalar), other: membersOf(scalar) }),
  ),
  required: scalar,
}));

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom<unknown>("x", "y", "z", "12", "", "long text", 0, 1, 2, 1.5, -3, true, false, null),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS, "other", "7"), tie("json"), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

/** A value that fits, as far as that can be had by looking at the schema; with slips where `slip` says so. */
function fitting(one: Spec, pick: () => number, depth = 0): unknown {
  if (depth > 6 || pick() % 9 === 0) return ["x", 1, null, {}, []][pick() % 5];
  const object = (members: Readonly<Record<string, Spec>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(members).flatMap(([key, member]) =>
        pick() % 5 === 0 ? [] : [[key, fitting(member, pick, depth + 1)]],
      ),
    );
  switch (one.kind) {
    case "string":
    case "short":
      return ["x", "12"][pick() % 2];
    case "digits":
      return "12";
    case "number":
    case "integer":
      return pick() % 100;
    case "boolean":
      return pick() % 2 === 0;
    case "null":
      return null;
    case "any":
    case "unknown":
    case "json":
      return [1, "x", { a: [null] }][pick() % 3];
    case "literal":
    case "enum":
      return one.values[pick() % one.values.length];
    case "object":
    case "loose":
    case "strict":
      return { ...object(one.members), ...(pick() % 4 === 0 ? { other: 1 } : {}) };
    case "intersection":
      return { ...object(one.one), ...object(one.other) };
    case "array":
      return Array.from({ length: pick() % 4 }, () => fitting(one.of, pick, depth + 1));
    case "tuple":
      return one.options.map((option) => fitting(option, pick, depth + 1));
    case "union":
      return fitting(one.options[pick() % one.options.length] as Spec, pick, depth + 1);
    case "record":
    case "enum-record":
    case "partial-record":
      return object({ a: one.of, b: one.of });
    default:
      return fitting(one.of, pick, depth + 1);
  }
}

const choices = fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 });

test("a value is taken, cleaned or refused as zod does it", async () => {
  await fc.assert(
    fc.asyncProperty(
      spec,
      fc.oneof(
        json,
        choices.map((numbers) => Uint16Array.from(numbers)),
      ),
      async (one, source) => {
        let next = 0;
        const given = source instanceof Uint16Array ? fitting(one, () => source[next++ % source.length] ?? 0) : source;
        const expected = await build(one, real).safeParseAsync(structuredClone(given));
        const found = await safeParseAsync(build(one, LIGHT) as never, structuredClone(given));
        const told = (result: typeof expected | typeof found) => (result.success ? { data: result.data } : "refused");
        expect(told(found)).toStrictEqual(told(expected));
      },
    ),
    { numRuns: 400 },
  );
});

test("what is wrong is told with its place", () => {
  const schema = light.object({ list: light.array(light.object({ name: light.string() })) });
  const result = schema.safeParse({ list: [{ name: "x" }, { name: 5 }] });
  expect(result.success ? undefined : result.error.message).toBe("list.1.name: expected a string");
  expect(() => schema.parse({})).toThrow("list: expected it to be there");
});

interface Node {
  readonly type: string;
  readonly object?: Node;
  readonly property?: { readonly name: string };
  readonly callee?: Node;
  readonly name?: string;
}

/** `z`, a constructor of it, or what a method of such a schema gives. */
function isOfZod(node: Node | undefined): boolean {
  if (node?.type === "CallExpression") return isOfZod(node.callee);
  if (node?.type === "MemberExpression") return isOfZod(node.object);
  return node?.type === "Identifier" && node.name === "z";
}

function namesOfZod(node: unknown, found: { constructors: Set<string>; methods: Set<string> }): void {
  if (typeof node !== "object" || node === null) return;
  const { type, object, property } = node as Node;
  if (type === "MemberExpression" && isOfZod(object) && property)
    (object?.type === "Identifier" ? found.constructors : found.methods).add(property.name);
  for (const child of Object.values(node)) namesOfZod(child, found);
}

test("every constructor and method that a provider package names is there", () => {
  const found = { constructors: new Set<string>(), methods: new Set<string>() };
  for (const place of [
    "openai/dist/internal",
    "anthropic/dist/internal",
    "google/dist/internal",
    "openai-compatible/dist",
  ])
    namesOfZod(parseSync("x.js", readFileSync(`node_modules/@ai-sdk/${place}/index.js`, "utf8")).program, found);
  expect(found.constructors.size).toBeGreaterThan(15);
  expect(found.methods.size).toBeGreaterThan(10);
  expect([...found.constructors].filter((name) => !Object.hasOwn(light, name))).toEqual([]);
  const schema = light.object({});
  expect([...found.methods].filter((name) => !(name in schema) && !(name in light.coerce))).toEqual([]);
});
