type JsonObject = Readonly<Record<string, unknown>>;
/** A JSON Schema as anyone declares it; `true` and `false` are schemas too. */
export type AnySchema = boolean | JsonObject;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a schema says about types, with `nullable` and `const`/`enum` taken into account. */
export type JsonType = "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";
const TYPES: readonly string[] = ["string", "number", "integer", "boolean", "null", "array", "object"];
const REFERENCES_MAX = 32;

/** The schema behind local references (`#/$defs/x`); an unknown reference allows anything. */
export function resolveSchema(schema: unknown, root: unknown): AnySchema {
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
export function typesOf(schema: AnySchema): readonly JsonType[] {
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
export function propertySchema(schema: AnySchema, key: string, root: unknown): AnySchema | undefined {
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

export function describeTypes(types: readonly JsonType[]): string {
  return types.join(" or ");
}

/** Names differ often enough in case and separators alone: `ReadFile`, `read-file`, `read_file`. */
export function plainName(name: string): string {
  return name.replaceAll(/[\s_-]/g, "").toLowerCase();
}

/** Whether two values of JSON are the same. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) => Object.hasOwn(right, key) && isSame((left as JsonObject)[key], (right as JsonObject)[key]),
  );
}

/** The members that an object schema declares itself or in a branch. */
export function propertyNames(given: unknown, root: unknown = given): readonly string[] {
  const schema = resolveSchema(given, root);
  if (typeof schema === "boolean") return [];
  const own = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  const parts = [...branchesOf(schema), ...(Array.isArray(schema["allOf"]) ? schema["allOf"] : [])];
  return [...own, ...parts.flatMap((part) => (part === given ? [] : propertyNamesOnce(part, root)))];
}

function propertyNamesOnce(given: unknown, root: unknown): readonly string[] {
  const schema = resolveSchema(given, root);
  return typeof schema !== "boolean" && isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
}
