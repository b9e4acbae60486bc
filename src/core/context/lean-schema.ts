import type { JsonSchema } from "../../base/json-schema.ts";

const lean = new WeakMap<JsonSchema, JsonSchema>();

/**
 * A schema as a model needs it: without the bounds that only validation needs, the defaults that go without saying, the
 * upper bounds of what has a default, and the properties marked `untold`, which are taken and not told of.
 * Every request carries every schema, so each byte here is paid on every step. The same object for the same schema.
 */
export function leanSchema(schema: JsonSchema): JsonSchema {
  const before = lean.get(schema);
  if (before) return before;
  const made = strip(schema) as JsonSchema;
  lean.set(schema, made);
  return made;
}

/** What an argument is that nobody gave: nothing of it, or the folder itself. */
const PLAIN: ReadonlySet<unknown> = new Set([false, 0, "", "."]);
const UNTOLD: ReadonlySet<string> = new Set(["minLength", "maxLength", "minItems", "maxItems"]);

function strip(schema: JsonSchema): unknown {
  const { properties, items, ...rest } = schema;
  const told = Object.entries(rest).filter(
    ([key, value]) =>
      !UNTOLD.has(key) &&
      !(key === "default" && PLAIN.has(value)) &&
      !(key === "minimum" && Number(value) <= 1) &&
      !(key === "maximum" && rest.default !== undefined),
  );
  return {
    ...Object.fromEntries(told),
    ...(items ? { items: strip(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).flatMap(([name, field]) => (field.untold ? [] : [[name, strip(field)]])),
          ),
        }
      : {}),
  };
}
