import { isObject } from "../../base/is-object.ts";
import { repeatsRepeated } from "./pattern-cost.ts";

/** What parts of a JSON Schema say, whoever wrote it: the readers below bear with unknown types and broken references. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON Schema as a tool declares it; `true` and `false` are schemas too. */
export type AnyJsonSchema = boolean | JsonObject;

/** What a schema says about types, with `nullable` taken into account. */
export type JsonType = "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";
const TYPES: readonly string[] = ["string", "number", "integer", "boolean", "null", "array", "object"];
export const REFERENCE = "$ref";

/** `uniqueItems` under a name that the library does not know: it compares each item with each, where a look at their texts is enough. */
export const NO_REPEATS = "x-no-repeats";
const REFERENCES_MAX = 32;

/** The schema behind local references (`#/$defs/x`); an unknown reference allows anything. */
export function resolveSchema(schema: unknown, root: unknown): AnyJsonSchema {
  let current: unknown = schema;
  for (let hop = 0; hop < REFERENCES_MAX; hop += 1) {
    if (typeof current === "boolean") return current;
    if (!isObject(current)) return true;
    const reference = current[REFERENCE];
    if (typeof reference !== "string") return current;
    current = targetOf(root, reference);
  }
  return true;
}

/** What one reference points at; undefined where nothing is there. */
export function targetOf(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let current: unknown = root;
  for (const part of reference.slice(1).split("/").filter(Boolean)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if ((!isObject(current) && !Array.isArray(current)) || !Object.hasOwn(current, key)) return undefined;
    current = (current as JsonObject)[key];
  }
  return current;
}

/** The types a schema names itself; empty where it names none. Some vendors write them in capitals. */
export function typesOf(schema: AnyJsonSchema): readonly JsonType[] {
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

/** The schema of one property that an object schema names. */
export function propertySchema(schema: AnyJsonSchema, key: string, root: unknown): AnyJsonSchema | undefined {
  if (typeof schema === "boolean") return undefined;
  const properties = schema["properties"];
  return isObject(properties) && Object.hasOwn(properties, key) ? resolveSchema(properties[key], root) : undefined;
}

/** Whether `text` matches the pattern of a schema; undefined where the pattern is unusable. */
export function matchesPattern(text: string, pattern: string): boolean | undefined {
  if (repeatsRepeated(pattern)) return undefined;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The branches of `anyOf`, `oneOf`, or none. */
export function branchesOf(schema: JsonObject): readonly unknown[] {
  if (Array.isArray(schema["anyOf"])) return schema["anyOf"];
  if (Array.isArray(schema["oneOf"])) return schema["oneOf"];
  return [];
}
