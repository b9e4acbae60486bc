import { dereference, type Schema } from "@cfworker/json-schema";
import { isObject } from "../../base/is-object.ts";
import { FACTS, HOLDS_LIST, HOLDS_NAMED, HOLDS_ONE } from "./keywords.ts";
import { type JsonObject, matchesPattern, NO_REPEATS, REFERENCE, targetOf, typesOf } from "./schema-parts.ts";

const KNOWN_AS: Readonly<Record<string, string>> = { uniqueItems: NO_REPEATS };

/** A schema as the library reads it, and what its references mean. */
export interface PreparedSchema {
  readonly root: Schema | boolean;
  readonly lookup: Record<string, Schema | boolean>;
  readonly definitions: Readonly<Record<string, Schema | boolean>>;
}

/** How a schema is read. */
export interface SchemaReading {
  /** An object that lists its properties, and says nothing of others, takes no others. */
  readonly isClosed: boolean;
  /** Else no text is tried on a pattern, which can take for ever: a name that one could be for is taken. */
  readonly triesPatterns: boolean;
}

const preparedBy = new Map<string, WeakMap<object, PreparedSchema>>();

/**
 * Any schema as plain 2020-12: types spelled as JSON has them, local references only, tuples as `prefixItems`, formats as
 * remarks. What is not understood says nothing, so that a peculiar schema refuses no call. Remembered by identity: a
 * schema must not change once it was used.
 */
export function prepareSchema(schema: unknown, reading: SchemaReading): PreparedSchema {
  const way = JSON.stringify(reading);
  const prepared = preparedBy.get(way) ?? new WeakMap<object, PreparedSchema>();
  preparedBy.set(way, prepared);
  const known = isObject(schema) ? prepared.get(schema) : undefined;
  if (known !== undefined) return known;
  const definitions: Record<string, Schema | boolean> = {};
  const names = new Map<string, string>();
  const plain = plainSchema(schema, { ...reading, root: schema, definitions, names });
  const isBounded = sizeOf(plain, definitions) <= SIZE_MAX;
  const root = typeof plain === "boolean" || !isBounded ? true : { ...plain, $defs: definitions };
  const result = { root, lookup: dereference(root), definitions };
  if (isObject(schema)) prepared.set(schema, result);
  return result;
}

/** Of a schema with what its references stand for, each as often as it is named. */
const SIZE_MAX = 100_000;

/** How much there is to judge by; thirty definitions that each name the next one twice are a thousand million. */
function sizeOf(root: Schema | boolean, definitions: Readonly<Record<string, Schema | boolean>>): number {
  const known = new Map<string, number>();
  const ofReference = (reference: string): number => {
    const name = reference.slice("#/$defs/".length);
    // One that comes back to itself goes on with the value, or says nothing.
    if (!known.has(name)) {
      known.set(name, 0);
      known.set(name, measured(definitions[name]));
    }
    return known.get(name) ?? 0;
  };
  const measured = (part: unknown): number => {
    if (Array.isArray(part)) return part.reduce<number>((sum, member) => sum + measured(member), 1);
    if (!isObject(part)) return 1;
    const members = Object.entries(part).map(([key, member]) =>
      key === REFERENCE && typeof member === "string" ? ofReference(member) : measured(member),
    );
    return members.reduce((sum, size) => sum + size, 1);
  };
  return measured(root);
}

interface Preparation extends SchemaReading {
  readonly root: unknown;
  readonly definitions: Record<string, Schema | boolean>;
  /** The name in `definitions` of each reference met. */
  readonly names: Map<string, string>;
}

function plainSchema(given: unknown, preparation: Preparation): Schema | boolean {
  if (typeof given === "boolean") return given;
  if (!isObject(given)) return true;
  const schema = readable(given, preparation);
  const plain: Schema = {};
  const types = typesOf(schema);
  if (types.length > 0) plain.type = [...types];
  for (const [key, value] of Object.entries(schema)) Object.assign(plain, plainKeyword(key, value, preparation));
  if (schema["nullable"] === true && Array.isArray(plain.enum) && !plain.enum.includes(null))
    plain.enum = [...plain.enum, null];
  if (preparation.isClosed && plain.properties !== undefined) plain.additionalProperties ??= false;
  return plain;
}

/** The same where no text is tried on a pattern: what names it is for is not known, so that all are taken. */
function readable(schema: JsonObject, { triesPatterns }: SchemaReading): JsonObject {
  const { pattern: _, patternProperties, ...rest } = schema;
  if (triesPatterns) return schema;
  return isObject(patternProperties) ? { ...rest, additionalProperties: true, unevaluatedProperties: true } : rest;
}

function plainKeyword(key: string, value: unknown, preparation: Preparation): Schema {
  const within = (inner: unknown): Schema | boolean => plainSchema(inner, preparation);
  if (key === REFERENCE) return typeof value === "string" ? { $ref: definitionOf(value, preparation) } : {};
  if (key === "items" && Array.isArray(value)) return { prefixItems: value.map(within) };
  if (HOLDS_ONE.has(key)) return { [key]: within(value) };
  if (HOLDS_LIST.has(key)) return Array.isArray(value) && value.length > 0 ? { [key]: value.map(within) } : {};
  if (HOLDS_NAMED.has(key)) return isObject(value) ? { [key]: named(key, value, within) } : {};
  return FACTS[key]?.(value) === true ? { [KNOWN_AS[key] ?? key]: value } : {};
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
