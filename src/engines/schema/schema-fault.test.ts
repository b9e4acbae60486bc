import fc from "fast-check";
import { expect, test } from "vitest";
import { toolSchema } from "../../../test/arbitrary-schema.ts";
import { schemaFault } from "./schema-fault.ts";

test("a schema as the standard has it has no fault", () => {
  fc.assert(fc.property(toolSchema, (schema) => schemaFault(schema) === undefined));
  const defined = {
    $ref: "#/$defs/any",
    $defs: { any: true, "a/b": { $ref: "#/$defs/a~1b/not", not: { type: "null" } } },
  };
  expect(schemaFault(defined)).toBeUndefined();
  expect(schemaFault({ properties: { type: { const: "strng" }, $ref: { type: "string" } } })).toBeUndefined();
});

const SPOILERS: readonly (readonly [object, string])[] = [
  [{ type: "strng" }, '/type is "strng", which is no type of JSON'],
  [{ type: ["string", 3] }, "/type is 3, which is no type of JSON"],
  [{ enum: "a" }, '/enum cannot be "a"'],
  [{ required: true }, "/required cannot be true"],
  [{ pattern: "(" }, '/pattern cannot be "("'],
  [{ minimum: "1" }, '/minimum cannot be "1"'],
  [{ anyOf: [] }, "/anyOf is []; it lists schemas"],
  [{ items: 7 }, "/items is 7, and no schema"],
  [{ properties: [] }, "/properties is []; it names schemas, as an object"],
  [{ $ref: "#/$defs/none" }, '/$ref points at nothing: "#/$defs/none"'],
];
const WRAPPERS: readonly ((inner: object) => readonly [object, string])[] = [
  (inner) => [{ type: "object", properties: { a: inner } }, "/properties/a"],
  (inner) => [{ items: inner }, "/items"],
  (inner) => [{ oneOf: [true, inner] }, "/oneOf/1"],
  (inner) => [{ $defs: { d: inner } }, "/$defs/d"],
];

test("a fault is named with its place, however deep it lies", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SPOILERS),
      fc.array(fc.constantFrom(...WRAPPERS), { maxLength: 4 }),
      ([spoiled, said], wrappers) => {
        let [schema, at] = [spoiled, ""];
        for (const wrap of wrappers) {
          const [outer, step] = wrap(schema);
          [schema, at] = [outer, `${step}${at}`];
        }
        expect(schemaFault(schema)).toBe(`#${at}${said}`);
      },
    ),
  );
});
