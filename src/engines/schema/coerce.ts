import { type Schema, validate } from "@cfworker/json-schema";
import { isObject } from "../../base/is-object.ts";
import { plainName } from "../../base/plain-name.ts";
import { coerceToTypes } from "./coerce-type.ts";
import type { PreparedSchema } from "./prepare-schema.ts";
import { matchesPattern, NO_REPEATS, typesOf } from "./schema-parts.ts";

export interface Coercion {
  /** Where, as `a.b[2]`; empty for the whole value. */
  readonly path: string;
  readonly what: string;
}

export interface CoerceOptions {
  readonly fillsDefaults: boolean;
  /** Leave out members that the schema forbids. */
  readonly dropsUnlisted: boolean;
}

interface Walk extends CoerceOptions {
  readonly prepared: PreparedSchema;
  readonly coercions: Coercion[];
  /** Where a value fits several forms only once it is cut. */
  readonly mixed: string[];
  /** Where a list holds an item twice that may not. */
  readonly repeated: string[];
  /** How many branches may still be tried: nested choices would be tried without end. */
  readonly tries: { left: number };
}

type Node = Schema | boolean | undefined;

const TRIES_MAX = 1_000;

/**
 * The value with its slips put right where that leaves no doubt: "5" for 5, "yes" for true, JSON sent as text, one value
 * for a list, null for a field that may be absent, a name or a choice in another spelling. A value that fits stays as it
 * is, apart from defaults. What cannot be put right stays too, for the judge to name. The input is never changed.
 */
export function coerce(
  value: unknown,
  prepared: PreparedSchema,
  options: CoerceOptions,
): Pick<Walk, "coercions" | "mixed" | "repeated"> & { readonly value: unknown } {
  const walk: Walk = { ...options, prepared, coercions: [], mixed: [], repeated: [], tries: { left: TRIES_MAX } };
  return { ...walk, value: coerceValue(value, prepared.root, "", walk) };
}

function coerceValue(value: unknown, schema: Node, path: string, walk: Walk): unknown {
  if (schema === undefined || typeof schema === "boolean") return value;
  let result = value;
  if (schema.$ref !== undefined) result = coerceValue(result, definition(schema.$ref, walk), path, walk);
  const typed = coerceToTypes(result, typesOf(schema));
  if (typed?.how !== undefined) walk.coercions.push({ path, what: typed.how });
  result = typed === undefined ? result : typed.value;
  for (const part of schema.allOf ?? []) result = coerceValue(result, part, path, walk);
  result = coerceToBranch(result, schema, path, walk);
  result = coerceToChoice(result, schema, path, walk);
  if (Array.isArray(result)) return coerceElements(result, schema, path, walk);
  return isObject(result) ? coerceMembers(result, schema, path, walk) : result;
}

function definition(reference: string, { prepared }: Walk): Node {
  return prepared.definitions[reference.slice("#/$defs/".length)];
}

function fits(value: unknown, schema: Schema | boolean, { prepared }: Walk): boolean {
  return validate(value, schema, "2020-12", prepared.lookup, true).valid;
}

/** The first branch that fits as it is, else the first that fits after coercion, else none. */
function coerceToBranch(value: unknown, { anyOf, oneOf }: Schema, path: string, walk: Walk): unknown {
  const branches = anyOf ?? oneOf ?? [];
  const fitting = branches.find((branch) => fits(value, branch, walk));
  if (fitting !== undefined) return coerceValue(value, fitting, path, walk);
  const attempts: (Pick<Walk, "coercions" | "repeated"> & { readonly value: unknown })[] = [];
  for (const branch of branches) {
    if (walk.tries.left-- <= 0) break;
    const attempt: Walk = { ...walk, coercions: [], repeated: [] };
    const coerced = coerceValue(value, branch, path, attempt);
    if (fits(coerced, branch, walk)) attempts.push({ ...attempt, value: coerced });
  }
  // What fits several forms only once it is cut mixes them, and nobody knows which is meant.
  const isMixed =
    anyOf === undefined && attempts.length > 1 && attempts.every(({ coercions }) => coercions.some(isDrop));
  if (isMixed) walk.mixed.push(path);
  const [best] = isMixed ? [] : attempts;
  walk.coercions.push(...(best?.coercions ?? []));
  walk.repeated.push(...(best?.repeated ?? []));
  return best === undefined ? value : best.value;
}

const DROPPED = "dropped it: there is no such field";

export function isDrop({ what }: Coercion): boolean {
  return what === DROPPED;
}

function coerceToChoice(value: unknown, schema: Schema, path: string, { coercions }: Walk): unknown {
  const choices: readonly unknown[] = "const" in schema ? [schema.const] : (schema.enum ?? []);
  if (choices.length === 0 || typeof value === "object" || choices.includes(value)) return value;
  const near = choices.filter(
    (choice) => typeof choice !== "object" && plainName(String(choice)) === plainName(String(value)),
  );
  if (near.length !== 1) return value;
  coercions.push({ path, what: `took it as ${JSON.stringify(near[0])}` });
  return near[0];
}

function coerceElements(list: readonly unknown[], schema: Schema, path: string, walk: Walk): unknown[] {
  const first = schema.prefixItems ?? [];
  const elements = list.map((element, index) =>
    coerceValue(element, first[index] ?? (schema.items as Node), `${path}[${index}]`, walk),
  );
  if (schema[NO_REPEATS] === true && new Set(elements.map(sameText)).size < elements.length) walk.repeated.push(path);
  return elements;
}

/** The same for what is the same, whatever the order of its members. */
const sameText = (value: unknown): string =>
  JSON.stringify(value, (_, member) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

function coerceMembers(value: Record<string, unknown>, schema: Schema, path: string, walk: Walk): unknown {
  const members: [string, unknown][] = [];
  const isNeedless = (name: string, member: unknown): boolean =>
    member === null && isOptional(name, schema) && !takesNull(memberSchema(schema, name), walk);
  const given = Object.fromEntries(Object.entries(value).filter(([key, member]) => !isNeedless(key, member)));
  const meant = meantNames(given, schema);
  for (const [key, member] of Object.entries(given)) {
    const name = meant.get(key) ?? key;
    const at = joined(path, key);
    if (name !== key) walk.coercions.push({ path: at, what: `took it as ${JSON.stringify(name)}` });
    if (walk.dropsUnlisted && memberSchema(schema, name) === false) walk.coercions.push({ path: at, what: DROPPED });
    else if (!isNeedless(name, member)) members.push([name, coerceValue(member, memberSchema(schema, name), at, walk)]);
  }
  return Object.fromEntries([...members, ...defaultsFor(members, schema, walk)]);
}

/** Keys that the schema does not list, and the name of its own that each is another spelling of, where that leaves no doubt. */
function meantNames(given: Readonly<Record<string, unknown>>, schema: Schema): ReadonlyMap<string, string> {
  const listed = Object.keys(schema.properties ?? {});
  const unlisted = Object.keys(given).filter((key) => !listed.includes(key));
  if (unlisted.length === 0) return new Map();
  const rivals = Map.groupBy(Object.keys(given), plainName);
  const free = Map.groupBy(
    listed.filter((name) => !Object.hasOwn(given, name)),
    plainName,
  );
  return new Map(
    unlisted.flatMap((key) => {
      const [name, ...others] = free.get(plainName(key)) ?? [];
      const isAlone = rivals.get(plainName(key))?.length === 1;
      return name === undefined || others.length > 0 || !isAlone ? [] : [[key, name] as const];
    }),
  );
}

function memberSchema(schema: Schema, key: string): Node {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  if (Object.hasOwn(properties, key)) return properties[key];
  const pattern = Object.keys(patternProperties).find((candidate) => matchesPattern(key, candidate));
  return pattern === undefined ? additionalProperties : patternProperties[pattern];
}

function isOptional(name: string, { properties = {}, required = [] }: Schema): boolean {
  return Object.hasOwn(properties, name) && !required.includes(name);
}

/** Models send null for what they leave out. */
function takesNull(schema: Node, walk: Walk): boolean {
  return schema === undefined || fits(null, schema, walk);
}

function defaultsFor(members: readonly [string, unknown][], schema: Schema, walk: Walk): [string, unknown][] {
  if (!walk.fillsDefaults) return [];
  const given = new Set(members.map(([key]) => key));
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]): [string, unknown][] =>
    isObject(property) && "default" in property && !given.has(key) ? [[key, property["default"]]] : [],
  );
}

export function joined(path: string, key: string): string {
  const step = /^[\w$-]+$/.test(key) ? key : JSON.stringify(key);
  return path === "" ? step : `${path}.${step}`;
}
