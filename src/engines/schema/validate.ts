import { JSON_DEPTH_MAX, nestsTooDeep } from "../../base/json-depth.ts";
import type { JsonSchema } from "../../base/json-schema.ts";

export type Validation =
  | { readonly kind: "valid"; readonly value: unknown }
  /** One sentence each: the field, what came, what is allowed. */
  | { readonly kind: "invalid"; readonly problems: readonly string[] };

const SHOWN_CHARACTERS_MAX = 60;

/**
 * Checks a value that a model wrote against a schema and gives it back with defaults filled in. Slips that leave no
 * doubt are put right: "5" for a number, "true" for a boolean, an array or object sent as JSON text, one string for
 * a list of strings, null for a field that may be absent. The input is never changed.
 */
export function validate(schema: JsonSchema, value: unknown): Validation {
  if (nestsTooDeep(value))
    return { kind: "invalid", problems: [`The input nests deeper than ${JSON_DEPTH_MAX} levels; send it flat.`] };
  const problems: string[] = [];
  const checked = check(schema, coerce(schema, value), "", problems);
  return problems.length === 0 ? { kind: "valid", value: checked } : { kind: "invalid", problems };
}

function check(schema: JsonSchema, value: unknown, path: string, problems: string[]): unknown {
  if (schema.type !== undefined && !hasType(schema.type, value)) {
    problems.push(`${field(path)} must be ${typeWords(schema)}, got ${shown(value)}.`);
    return value;
  }
  if (schema.enum !== undefined && !schema.enum.includes(value as string)) {
    problems.push(`${field(path)} must be one of ${schema.enum.map(shown).join(", ")}, got ${shown(value)}.`);
    return value;
  }
  if (typeof value === "number") checkNumber(schema, value, path, problems);
  if (typeof value === "string") checkString(schema, value, path, problems);
  if (Array.isArray(value)) return checkArray(schema, value, path, problems);
  if (isObject(value)) return checkObject(schema, value, path, problems);
  return value;
}

function checkNumber(schema: JsonSchema, value: number, path: string, problems: string[]): void {
  const { minimum, maximum } = schema;
  if ((minimum === undefined || value >= minimum) && (maximum === undefined || value <= maximum)) return;
  problems.push(`${field(path)} must be ${rangeWords(minimum, maximum)}, got ${value}.`);
}

function checkString(schema: JsonSchema, value: string, path: string, problems: string[]): void {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  if (value.length < minLength)
    problems.push(
      value === "" ? `${field(path)} must not be empty.` : `${field(path)} must have at least ${minLength} characters.`,
    );
  else if (value.length > maxLength)
    problems.push(`${field(path)} must have at most ${maxLength} characters, got ${value.length}.`);
  else if (pattern !== undefined && !new RegExp(pattern, "u").test(value))
    problems.push(`${field(path)} must match ${pattern}, got ${shown(value)}.`);
}

function checkArray(schema: JsonSchema, value: readonly unknown[], path: string, problems: string[]): unknown[] {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema;
  if (value.length < minItems || value.length > maxItems)
    problems.push(
      `${field(path)} must have ${rangeWords(schema.minItems, schema.maxItems)} items, got ${value.length}.`,
    );
  return value.map((item, index) =>
    items === undefined ? item : check(items, coerce(items, item), `${path}[${index}]`, problems),
  );
}

function checkObject(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
  problems: string[],
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const properties = schema.properties ?? {};
  const required = schema.required ?? [];
  for (const [name, property] of Object.entries(properties)) {
    const here = join(path, name);
    const given = Object.hasOwn(value, name) ? coerce(property, value[name]) : undefined;
    const isAbsent = given === undefined || (given === null && !required.includes(name) && !allowsNull(property));
    if (!isAbsent) result[name] = check(property, given, here, problems);
    else if (property.default !== undefined) result[name] = property.default;
    else if (required.includes(name)) problems.push(`${field(here)} is missing: it must be ${typeWords(property)}.`);
  }
  checkExtras(schema, value, path, problems, result);
  return result;
}

function checkExtras(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
  problems: string[],
  result: Record<string, unknown>,
): void {
  const known = Object.keys(schema.properties ?? {});
  const extra = schema.additionalProperties ?? schema.properties === undefined;
  for (const [name, item] of Object.entries(value)) {
    if (known.includes(name)) continue;
    if (extra === false) problems.push(unknownField(join(path, name), name, known));
    else result[name] = extra === true ? item : check(extra, coerce(extra, item), join(path, name), problems);
  }
}

function unknownField(here: string, name: string, known: readonly string[]): string {
  const near = known.find((candidate) => isNear(name, candidate));
  const allowed = known.length === 0 ? "no field is allowed" : `allowed: ${known.join(", ")}`;
  return `${field(here)} is unknown; ${allowed}.${near === undefined ? "" : ` Did you mean \`${near}\`?`}`;
}

/** The same letters apart from case and separators, or one name inside the other: `filePath` for `path`. */
function isNear(left: string, right: string): boolean {
  const one = left.toLowerCase().replace(/[^a-z0-9]/g, "");
  const other = right.toLowerCase().replace(/[^a-z0-9]/g, "");
  return one === other || one.includes(other) || (one.length > 2 && other.includes(one));
}

function coerce(schema: JsonSchema, value: unknown): unknown {
  switch (schema.type) {
    case "integer":
    case "number":
      return typeof value === "string" && /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : value;
    case "boolean":
      return typeof value === "string" ? coerceBoolean(value) : value;
    case "string":
      return typeof value === "number" ? String(value) : value;
    case "array":
      return typeof value === "string" ? coerceArray(schema, value) : value;
    case "object":
      return typeof value === "string" ? (parseJson(value, isObject) ?? value) : value;
    case "null":
    case undefined:
      return value;
  }
}

function coerceBoolean(value: string): unknown {
  const word = value.trim().toLowerCase();
  return word === "true" ? true : word === "false" ? false : value;
}

function coerceArray(schema: JsonSchema, value: string): unknown {
  const parsed = parseJson(value, Array.isArray);
  return parsed ?? (schema.items?.type === "string" ? [value] : value);
}

function parseJson(text: string, accept: (value: unknown) => boolean): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return accept(value) && !nestsTooDeep(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function hasType(type: NonNullable<JsonSchema["type"]>, value: unknown): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "null":
      return value === null;
    case "string":
    case "boolean":
      return typeof value === type;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function allowsNull(schema: JsonSchema): boolean {
  return schema.type === "null" || schema.type === undefined || schema.enum?.includes(null) === true;
}

const TYPE_WORDS = {
  object: "an object",
  array: "an array",
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  null: "null",
} as const;

function typeWords(schema: JsonSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map(shown).join(", ")}`;
  if (schema.type === undefined) return "a value";
  const range = schema.type === "integer" || schema.type === "number" ? rangeWords(schema.minimum, schema.maximum) : "";
  return range === "" ? TYPE_WORDS[schema.type] : `${TYPE_WORDS[schema.type]} ${range}`;
}

function rangeWords(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? "" : `at most ${maximum}`;
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS_MAX ? `${text.slice(0, SHOWN_CHARACTERS_MAX)}…` : text;
}

function field(path: string): string {
  return path === "" ? "The input" : `\`${path}\``;
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
