import { isObject, type JsonObject, type JsonSchema } from "./model.ts";

/** What a schema says about types, with `nullable` and `const`/`enum` taken into account. */
export type JsonType = "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";
const TYPES: readonly string[] = ["string", "number", "integer", "boolean", "null", "array", "object"];
const REFERENCES_MAX = 32;

/** The schema behind local references (`#/$defs/x`); an unknown reference allows anything. */
export function resolveSchema(schema: unknown, root: unknown): JsonSchema {
  let current: unknown = schema;
  for (let hop = 0; hop < REFERENCES_MAX; hop += 1) {
    if (typeof current === "boolean") return current;
    if (!isObject(current)) return true;
    const reference = current["$ref"];
    if (typeof reference !== "string") return current;
    current = atPointer(root, reference);
  }
  return true;
}

function atPointer(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return true;
  let current: unknown = root;
  for (const part of reference.slice(1).split("/").filter(Boolean)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isObject(current) || !Object.hasOwn(current, key)) return true;
    current = current[key];
  }
  return current;
}

/** The types a schema names itself; empty where it names none. Some vendors write them in capitals. */
export function typesOf(schema: JsonSchema): readonly JsonType[] {
  if (typeof schema === "boolean") return [];
  const declared = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  const types = declared
    .filter((type): type is string => typeof type === "string")
    .map((type) => ALIASES[type.toLowerCase()] ?? type.toLowerCase())
    .filter((type): type is JsonType => TYPES.includes(type));
  if (types.length > 0) return schema["nullable"] === true ? [...types, "null"] : types;
  if (isObject(schema["properties"])) return ["object"];
  if (schema["items"] !== undefined) return ["array"];
  return [];
}

/** Names that servers with Python or Java schemas use for the types of JSON. */
const ALIASES: Readonly<Record<string, JsonType>> = {
  str: "string",
  text: "string",
  varchar: "string",
  enum: "string",
  int: "integer",
  long: "integer",
  float: "number",
  double: "number",
  bool: "boolean",
  dict: "object",
  list: "array",
  tuple: "array",
};

export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string" || typeof value === "boolean") return typeof value as "string" | "boolean";
  return "object";
}

export function isOfType(value: unknown, type: JsonType): boolean {
  const actual = typeOf(value);
  return actual === type || (type === "number" && actual === "integer");
}

/** The schema of one property of an object schema, looked up through `properties` and `patternProperties`. */
export function propertySchema(schema: JsonSchema, key: string, root: unknown): JsonSchema | undefined {
  if (typeof schema === "boolean") return undefined;
  const properties = schema["properties"];
  if (isObject(properties) && Object.hasOwn(properties, key)) return resolveSchema(properties[key], root);
  const patterns = schema["patternProperties"];
  if (!isObject(patterns)) return undefined;
  for (const [pattern, inner] of Object.entries(patterns)) {
    if (matchesPattern(key, pattern) === true) return resolveSchema(inner, root);
  }
  return undefined;
}

const PATTERN_TEXT_MAX = 10_000;

/** Whether `text` matches the pattern of a schema; undefined where the pattern is unusable or the text too long to try. */
export function matchesPattern(text: string, pattern: string): boolean | undefined {
  if (text.length > PATTERN_TEXT_MAX) return undefined;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return undefined;
  }
}

/** The branches of `anyOf`, `oneOf`, or none. */
export function branchesOf(schema: JsonObject): readonly unknown[] {
  if (Array.isArray(schema["anyOf"])) return schema["anyOf"];
  if (Array.isArray(schema["oneOf"])) return schema["oneOf"];
  return [];
}
