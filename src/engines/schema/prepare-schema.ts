import { dereference, type Schema } from "@cfworker/json-schema";
import { isObject } from "../../base/is-object.ts";
import { FACTS, HOLDS_LIST, HOLDS_NAMED, HOLDS_ONE } from "./keywords.ts";
import { type JsonObject, matchesPattern, REFERENCE, targetOf, typesOf } from "./schema-parts.ts";

/** A schema as the library reads it, and what its references mean. */
export interface PreparedSchema {
  readonly root: Schema | boolean;
  readonly lookup: Record<string, Schema | boolean>;
  readonly definitions: Readonly<Record<string, Schema | boolean>>;
}

const asWritten = new WeakMap<object, PreparedSchema>();
const asClosed = new WeakMap<object, PreparedSchema>();

/**
 * Any schema as plain 2020-12: types spelled as JSON has them, local references only, tuples as `prefixItems`, formats as
 * remarks. What is not understood says nothing, so that a peculiar schema refuses no call. Remembered by identity: a
 * schema must not change once it was used.
 *
 * @param isClosed  an object that lists its properties, and says nothing of others, takes no others
 */
export function prepareSchema(schema: unknown, { isClosed }: { readonly isClosed: boolean }): PreparedSchema {
  const prepared = isClosed ? asClosed : asWritten;
  const known = isObject(schema) ? prepared.get(schema) : undefined;
  if (known !== undefined) return known;
  const definitions: Record<string, Schema | boolean> = {};
  const names = new Map<string, string>();
  const plain = plainSchema(schema, { root: schema, isClosed, definitions, names });
  const root = typeof plain === "boolean" ? plain : { ...plain, $defs: definitions };
  const result = { root, lookup: dereference(root), definitions };
  if (isObject(schema)) prepared.set(schema, result);
  return result;
}

interface Preparation {
  readonly root: unknown;
  readonly isClosed: boolean;
  readonly definitions: Record<string, Schema | boolean>;
  /** The name in `definitions` of each reference met. */
  readonly names: Map<string, string>;
}

function plainSchema(schema: unknown, preparation: Preparation): Schema | boolean {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return true;
  const plain: Schema = {};
  const types = typesOf(schema);
  if (types.length > 0) plain.type = [...types];
  for (const [key, value] of Object.entries(schema)) Object.assign(plain, plainKeyword(key, value, preparation));
  if (schema["nullable"] === true && Array.isArray(plain.enum) && !plain.enum.includes(null))
    plain.enum = [...plain.enum, null];
  if (preparation.isClosed && plain.properties !== undefined) plain.additionalProperties ??= false;
  return plain;
}

function plainKeyword(key: string, value: unknown, preparation: Preparation): Schema {
  const within = (inner: unknown): Schema | boolean => plainSchema(inner, preparation);
  if (key === REFERENCE) return typeof value === "string" ? { $ref: definitionOf(value, preparation) } : {};
  if (key === "items" && Array.isArray(value)) return { prefixItems: value.map(within) };
  if (HOLDS_ONE.has(key)) return { [key]: within(value) };
  if (HOLDS_LIST.has(key)) return Array.isArray(value) && value.length > 0 ? { [key]: value.map(within) } : {};
  if (HOLDS_NAMED.has(key)) return isObject(value) ? { [key]: named(key, value, within) } : {};
  return FACTS[key]?.(value) === true ? { [key]: value } : {};
}

function named(key: string, value: JsonObject, within: (inner: unknown) => Schema | boolean): JsonObject {
  const usable = Object.entries(value).filter(
    ([name]) => key !== "patternProperties" || matchesPattern("", name) !== undefined,
  );
  return Object.fromEntries(usable.map(([name, inner]) => [name, within(inner)]));
}

function definitionOf(reference: string, preparation: Preparation): string {
  const { root, definitions, names } = preparation;
  const name = names.get(reference) ?? `r${names.size}`;
  if (!names.has(reference)) {
    names.set(reference, name);
    definitions[name] = plainSchema(targetOf(root, reference), preparation);
  }
  return `#/$defs/${name}`;
}
