// Stands in for zod inside the provider packages of the bundle (scripts/build.mjs binds it there). They describe what a server
// may send in it, some thousand schemas; zod itself costs 20 ms and 4 MB until the first answer is checked, and more a chunk
// than all the rest of it. This checks and cleans the same values the same way (light-zod.test.ts compares the two), keeps
// only the first thing that is wrong, and has the part that the packages use.

import { type Absence, at, type Check, LightSchema, type Parsed, union, WRONG, wrong } from "./light-schema.ts";

type Shape = Readonly<Record<string, LightSchema>>;
type Unknown = "strip" | "keep" | "refuse";

/** The members may be getters that name the object itself, so they are read late. */
class LightObject extends LightSchema {
  readonly shape: Shape;

  constructor(shape: Shape, unknown: Unknown) {
    let members: readonly Member[] | undefined;
    super((value) => {
      members ??= Object.keys(shape).map((key) => memberOf(key, shape[key] as LightSchema));
      return checkObject(value, members, { shape, unknown });
    });
    this.shape = shape;
  }

  extend(more: Shape): LightObject {
    return new LightObject({ ...this.shape, ...more }, "strip");
  }

  strict(): LightObject {
    return new LightObject(this.shape, "refuse");
  }

  loose(): LightObject {
    return new LightObject(this.shape, "keep");
  }

  passthrough(): LightObject {
    return this.loose();
  }
}

interface Member {
  readonly key: string;
  readonly schema: LightSchema;
  readonly absence: Absence;
  readonly staysAbsent: boolean;
}

function memberOf(key: string, schema: LightSchema): Member {
  return { key, schema, absence: schema.absence, staysAbsent: schema.staysAbsent };
}

function checkObject(
  value: unknown,
  members: readonly Member[],
  { shape, unknown }: { readonly shape: Shape; readonly unknown: Unknown },
): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong("an object");
  const input = value as Record<string, unknown>;
  const output: Record<string, unknown> = {};
  for (const member of members) if (checkMember(input, member, output) === WRONG) return WRONG;
  if (unknown === "strip") return output;
  for (const key in input) {
    if (key === "__proto__" || Object.hasOwn(shape, key)) continue;
    if (unknown === "refuse") return wrong(`no property ${key}`);
    output[key] = input[key];
  }
  return output;
}

function checkMember(
  input: Record<string, unknown>,
  { key, schema, absence, staysAbsent }: Member,
  output: Record<string, unknown>,
): typeof WRONG | undefined {
  if (key in input) {
    const checked = schema.check(input[key]);
    if (checked === WRONG) return at(key);
    output[key] = checked;
    return undefined;
  }
  if (absence === "required") {
    wrong("it to be there");
    return at(key);
  }
  if (staysAbsent && absence === "optional") return undefined;
  const checked = schema.check(undefined);
  if (checked === WRONG) return staysAbsent ? undefined : at(key);
  if (checked !== undefined || (absence === "defaulted" && !staysAbsent)) output[key] = checked;
  return undefined;
}

function array(item: LightSchema): LightSchema {
  const check: Check = (value) => {
    if (!Array.isArray(value)) return wrong("an array");
    const output: unknown[] = [];
    for (let index = 0; index < value.length; index++) {
      const checked = item.check(value[index]);
      if (checked === WRONG) return at(index);
      output.push(checked);
    }
    return output;
  };
  return new LightSchema(check, { measure: (value: unknown[]) => value.length });
}

function tuple(items: readonly LightSchema[]): LightSchema {
  return new LightSchema((value) => {
    if (!Array.isArray(value) || value.length !== items.length) return wrong(`an array of ${items.length}`);
    const output: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const checked = item.check(value[index]);
      if (checked === WRONG) return at(index);
      output.push(checked);
    }
    return output;
  });
}

/** An object of many: with a key of few values each must be there, unless it is partial. */
function record(key: LightSchema, value: LightSchema, isPartial = false): LightSchema {
  return new LightSchema((given) => {
    if (!isPlainObject(given)) return wrong("an object");
    const output: Record<PropertyKey, unknown> = {};
    const wanted = isPartial ? undefined : key.known.values?.map(String);
    if (wanted && Object.keys(given).some((name) => !wanted.includes(name))) return wrong("no other property");
    for (const name of wanted ?? Object.keys(given)) {
      if (name === "__proto__") continue;
      const checkedName = checkName(key, name);
      const checked = checkedName === WRONG ? WRONG : value.check(given[name]);
      if (checked === WRONG) return at(name);
      if (checkedName !== "__proto__") output[checkedName as PropertyKey] = checked;
    }
    return output;
  });
}

/** Names of properties are texts, also where numbers are wanted. */
function checkName(key: LightSchema, name: string): unknown {
  const checked = key.check(name);
  return checked === WRONG && /^-?\d+(?:\.\d+)?$/.test(name) ? key.check(Number(name)) : checked;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.hasOwn(prototype, "isPrototypeOf");
}

/** Both must fit; what they make of the value is joined. */
function intersection(left: LightSchema, right: LightSchema): LightSchema {
  return new LightSchema((value) => {
    const one = left.check(value);
    const other = one === WRONG ? WRONG : right.check(value);
    return other === WRONG ? WRONG : joined(one, other);
  });
}

function joined(one: unknown, other: unknown): unknown {
  if (Object.is(one, other)) return one;
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    const items = one.map((item, index) => joined(item, other[index]));
    return items.includes(WRONG) ? WRONG : items;
  }
  if (!isPlainObject(one) || !isPlainObject(other)) return wrong("two forms that agree");
  const output: Record<string, unknown> = { ...one, ...other };
  for (const key of Object.keys(one)) if (Object.hasOwn(other, key)) output[key] = joined(one[key], other[key]);
  return Object.values(output).includes(WRONG) ? WRONG : output;
}

function lazy(make: () => LightSchema): LightSchema {
  let made: LightSchema | undefined;
  const schema = (): LightSchema => {
    made ??= make();
    return made;
  };
  return new LightSchema(
    (value) => schema().check(value),
    () => schema().known,
  );
}

function oneOf(values: readonly unknown[]): LightSchema {
  const set = new Set(values);
  const check: Check = (value) =>
    set.has(value) ? value : wrong(values.map((one) => JSON.stringify(one)).join(" or "));
  return new LightSchema(check, { values, ...(set.has(undefined) ? { absence: "optional", staysAbsent: true } : {}) });
}

const ofType = (type: string, traits: LightSchema["traits"] = {}): LightSchema =>
  new LightSchema((value) => (typeof value === type ? value : wrong(`a ${type}`)), traits);

const length = { measure: (value: string) => value.length };
const number = (convert: (value: unknown) => unknown = (value) => value): LightSchema =>
  new LightSchema((value) => {
    const converted = convert(value);
    return typeof converted === "number" && Number.isFinite(converted) ? converted : wrong("a number");
  });
const anything = (): LightSchema => new LightSchema((value) => value);
const json = (): LightSchema =>
  lazy(() =>
    union([
      ofType("string"),
      number(),
      ofType("boolean"),
      oneOf([null]),
      array(json()),
      record(ofType("string"), json()),
    ]),
  );

/** The constructors that the provider packages name. */
export const z = {
  string: () => ofType("string", length),
  number: () => number(),
  boolean: () => ofType("boolean"),
  null: () => oneOf([null]),
  any: anything,
  unknown: anything,
  never: () => new LightSchema(() => wrong("nothing")),
  json,
  literal: (value: unknown) => oneOf(Array.isArray(value) ? value : [value]),
  enum: (values: readonly unknown[] | Readonly<Record<string, unknown>>) => oneOf(Object.values(values)),
  object: (shape: Shape) => new LightObject(shape, "strip"),
  looseObject: (shape: Shape) => new LightObject(shape, "keep"),
  strictObject: (shape: Shape) => new LightObject(shape, "refuse"),
  array,
  tuple,
  union,
  discriminatedUnion: (_key: string, options: readonly LightSchema[]) => union(options),
  record: (key: LightSchema, value: LightSchema) => record(key, value),
  partialRecord: (key: LightSchema, value: LightSchema) => record(key, value, true),
  intersection,
  lazy,
  coerce: { number: () => number(Number), string: () => new LightSchema(String, length) },
};

export function safeParseAsync(schema: LightSchema, value: unknown): Promise<Parsed> {
  return schema.safeParseAsync(value);
}

/** The packages ask whether zod has its words yet, and give it English ones when not. */
export function config(): { readonly localeError: true } {
  return { localeError: true };
}

/** For tools that are written in zod; ours are JSON Schemas. */
export function toJSONSchema(): never {
  throw new Error("a schema of the provider packages has no JSON Schema here");
}
