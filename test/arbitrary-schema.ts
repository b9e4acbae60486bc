import fc from "fast-check";

const NAMES = ["path", "limit", "file_name", "tags"] as const;

/** Schemas of every shape that tools use, two levels deep. */
const { inner } = fc.letrec<{ inner: object }>((tie) => ({
  inner: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom({ type: "string" }, { type: "string", minLength: 2, pattern: "^[a-z]" }, { type: "boolean" }, {}),
    fc.constantFrom({ type: "integer", minimum: 0, maximum: 9 }, { type: "number" }, { type: ["integer", "null"] }),
    fc.constantFrom({ enum: ["read-only", "all"] }, { const: 3 }, { type: "string", enum: ["a", "b"], default: "a" }),
    fc.record({ type: fc.constant("array"), items: tie("inner"), maxItems: fc.constant(2) }),
    fc.record({ anyOf: fc.array(tie("inner"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("inner"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie("inner"), { minLength: 1, maxLength: 2 }) }),
    objectOf(tie("inner")),
  ),
}));

function objectOf(member: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.record(
    {
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom(...NAMES), member, { maxKeys: 3 }),
      required: fc.subarray([...NAMES], { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), member),
    },
    { requiredKeys: ["type", "properties"] },
  );
}

/** The schema of a tool's arguments. */
export const toolSchema: fc.Arbitrary<object> = objectOf(inner);

const leaf = fc.oneof(
  fc.constantFrom("3", "yes", "no", "READ_ONLY", "all", "[1, 2]", '{"path": "a"}', "null", "abc", "A", "1.5", "b"),
  fc.constantFrom<unknown>(0, 1, 3, 12, 2.5, true, false, null),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, leaf, leaf, fc.array(tie("value"), { maxLength: 3 }), members(tie("value"))),
}));

function members(of: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc.dictionary(fc.constantFrom(...NAMES, "fileName", "PATH", "other"), of, { maxKeys: 4 });
}

/** Arguments as a model writes them: with its slips. */
export const toolArguments: fc.Arbitrary<Record<string, unknown>> = members(value);
