import type { OutputUnit, Schema } from "@cfworker/json-schema";
import { isObject } from "../../base/is-object.ts";
import { joined } from "./coerce.ts";
import type { PreparedSchema } from "./prepare-schema.ts";
import { type JsonType, typeOf, typesOf } from "./schema-parts.ts";

/** What does not fit, and in `message` what would, for the model or the person that wrote it. */
export interface Problem {
  /** As `a.b[2]`; empty for the whole value. */
  readonly path: string;
  readonly kind: "type" | "required" | "unknown" | "value" | "choice";
  /** One sentence: the field, what is allowed, what came. */
  readonly message: string;
  /** Of a `type` problem: what was given. */
  readonly actual?: JsonType;
}

const PROBLEMS_MAX = 20;
const SHOWN_CHARACTERS_MAX = 60;

/** The library's remarks in our words: one problem for each cause, in their order, without what merely follows. */
export function problemsOf(units: readonly OutputUnit[], value: unknown, prepared: PreparedSchema): readonly Problem[] {
  const causes = nearestBranches(placed(units)).filter((unit) => !isConsequence(unit));
  const told = new Set<string>();
  const messages = new Set<string>();
  return causes
    .values()
    .map((unit) => problemOf(unit, value, { prepared, told }))
    .filter(({ message }) => !messages.has(message) && messages.add(message))
    .take(PROBLEMS_MAX)
    .toArray();
}

/** A `false` schema gives the place of the value in place of its own: that of the remark before it. */
function placed(units: readonly OutputUnit[]): OutputUnit[] {
  let before = "#";
  return units.map((unit) => {
    const keywordLocation = unit.keyword === "false" ? before : unit.keywordLocation;
    before = keywordLocation;
    return { ...unit, keywordLocation };
  });
}

const CHOICES: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);
/** Keywords whose remark is followed by one that says why. */
const CONSEQUENCES: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "items",
  "prefixItems",
  "unevaluatedItems",
  "allOf",
  "if",
  "$ref",
  "dependentSchemas",
]);

function isConsequence({ keyword }: OutputUnit): boolean {
  return CONSEQUENCES.has(keyword);
}

/** Of the branches that a value fits none of, only what is wrong with the nearest: of its own type, with the fewest causes. */
function nearestBranches(units: readonly OutputUnit[]): OutputUnit[] {
  const kept: OutputUnit[] = [];
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index];
    if (unit === undefined) break;
    kept.push(unit);
    if (!CHOICES.has(unit.keyword)) continue;
    const within = (other: OutputUnit): boolean => other.keywordLocation.startsWith(`${unit.keywordLocation}/`);
    const begin = index + 1;
    while (index + 1 < units.length && within(units[index + 1] as OutputUnit)) index += 1;
    kept.push(...nearestBranches(nearest(units.slice(begin, index + 1), unit)));
  }
  return kept;
}

function nearest(units: readonly OutputUnit[], choice: OutputUnit): readonly OutputUnit[] {
  const branchOf = (unit: OutputUnit): string =>
    unit.keywordLocation.slice(choice.keywordLocation.length + 1).split("/")[0] ?? "";
  const branches = [...Map.groupBy(units, branchOf).values()];
  const cost = (branch: readonly OutputUnit[]): number =>
    branch.filter((unit) => !isConsequence(unit)).length +
    (branch.some((unit) => unit.keyword === "type" && unit.instanceLocation === choice.instanceLocation) ? 100 : 0);
  return branches.toSorted((left, right) => cost(left) - cost(right))[0] ?? [];
}

/** What fits several forms, each only without what belongs to another. */
export function mixedForms(path: string): Problem {
  return { path, kind: "choice", message: `${fieldName(path)} mixes several of its forms; give exactly one.` };
}

/** A list whose items must differ. */
export function heldTwice(path: string): Problem {
  return { path, kind: "value", message: `${fieldName(path)} must not hold the same item twice.` };
}

function fieldName(path: string): string {
  return path === "" ? "The input" : `\`${path}\``;
}

interface Judged {
  readonly prepared: PreparedSchema;
  /** Lists of allowed fields that stand in a message already: the next unknown field needs no other. */
  readonly told: Set<string>;
}

function problemOf(unit: OutputUnit, root: unknown, { prepared, told }: Judged): Problem {
  const { path, value } = valueAt(unit.instanceLocation, root);
  const schema = schemaAt(unit.keywordLocation, prepared);
  const field = fieldName(path);
  const { keyword } = unit;
  if (keyword === "type") {
    const message = `${field} must be ${typeWords(schema)}, got ${shown(value)}.`;
    return { path, kind: "type", message, actual: typeOf(value) };
  }
  if (keyword === "required") return missing(path, unit, schema);
  if (keyword === "false") return unknownField(path, unit, schema, told);
  // What fits none of its forms is told by what is wrong with the nearest; what fits several mixes them.
  const kind = keyword === "oneOf" && !unit.error.includes("(0 matches)") ? "choice" : "value";
  return { path, kind, message: `${field} ${WORDS[keyword]?.(schema, value) ?? lowerFirst(unit.error)}` };
}

const WORDS: Readonly<Record<string, (schema: Schema, value: unknown) => string>> = {
  enum: (schema, value) => `must be ${typeWords(schema)}, got ${shown(value)}.`,
  const: (schema, value) => `must be ${shown(schema.const)}, got ${shown(value)}.`,
  minimum: outOfRange,
  maximum: outOfRange,
  exclusiveMinimum: (schema, value) => `must be more than ${schema.exclusiveMinimum}, got ${value}.`,
  exclusiveMaximum: (schema, value) => `must be less than ${schema.exclusiveMaximum}, got ${value}.`,
  multipleOf: (schema, value) => `must be a multiple of ${schema.multipleOf}, got ${value}.`,
  minLength: (schema, value) =>
    value === "" ? "must not be empty." : `must have at least ${schema.minLength} characters.`,
  maxLength: (schema, value) =>
    `must have at most ${schema.maxLength} characters, got ${typeof value === "string" ? value.length : value}.`,
  pattern: (schema, value) => `must match ${schema.pattern}, got ${shown(value)}.`,
  minItems: wrongCount,
  maxItems: wrongCount,
  anyOf: (schema) => `fits none of its ${schema.anyOf?.length} forms.`,
  oneOf: (schema) => `must fit exactly one of its ${schema.oneOf?.length} forms.`,
};

function outOfRange({ minimum, maximum }: Schema, value: unknown): string {
  return `must be ${rangeWords(minimum, maximum)}, got ${value}.`;
}

function wrongCount({ minItems, maxItems }: Schema, value: unknown): string {
  return `must have ${rangeWords(minItems, maxItems)} items, got ${Array.isArray(value) ? value.length : 0}.`;
}

function missing(path: string, { error }: OutputUnit, schema: Schema): Problem {
  const name = error.slice(error.indexOf('"') + 1, error.lastIndexOf('"'));
  const here = joined(path, name);
  const property = schema.properties?.[name];
  const wanted = isObject(property) ? typeWords(property) : "given";
  return { path: here, kind: "required", message: `\`${here}\` is missing: it must be ${wanted}.` };
}

function unknownField(path: string, { instanceLocation }: OutputUnit, schema: Schema, told: Set<string>): Problem {
  const known = Object.keys(schema.properties ?? {});
  const name = steps(instanceLocation).at(-1) ?? "";
  const near = known.find((candidate) => isNear(name, candidate));
  const list = known.length === 0 ? "; no field is allowed" : `; allowed: ${known.join(", ")}`;
  const allowed = told.has(list) ? "" : list;
  told.add(list);
  const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  return { path, kind: "unknown", message: `\`${path}\` is unknown${allowed}.${hint}` };
}

/** The same letters apart from case and separators, or one name inside the other: `filePath` for `path`. */
function isNear(left: string, right: string): boolean {
  const one = left.toLowerCase().replace(/[^a-z0-9]/g, "");
  const other = right.toLowerCase().replace(/[^a-z0-9]/g, "");
  return one === other || one.includes(other) || (one.length > 2 && other.includes(one));
}

const TYPE_WORDS: Readonly<Record<Exclude<JsonType, "object">, string>> = {
  array: "an array",
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

function typeWords(schema: Schema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map(shown).join(", ")}`;
  const types = typesOf(schema);
  if (types.length === 0) return "given";
  const words = types.map((type) => (type === "object" ? objectWords(schema) : TYPE_WORDS[type])).join(" or ");
  const range = types.some((type) => type === "integer" || type === "number")
    ? rangeWords(schema.minimum, schema.maximum)
    : "";
  return range === "" ? words : `${words} ${range}`;
}

const NAMES_MAX = 20;

/** With the names that it must have, and those that it may have. */
function objectWords({ properties = {}, required = [] }: Schema): string {
  const names = Object.keys(properties);
  const others = names.filter((name) => !required.includes(name));
  if (names.length === 0 || names.length > NAMES_MAX) return "an object";
  const [must, may] = [required.join(", "), others.join(", ")];
  if (must === "") return `an object with any of ${may}`;
  return may === "" ? `an object with ${must}` : `an object with ${must} (and ${may})`;
}

function rangeWords(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? "" : `at most ${maximum}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS_MAX ? `${text.slice(0, SHOWN_CHARACTERS_MAX)}…` : text;
}

function lowerFirst(text: string): string {
  return `does not fit: ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

/** The parts of a JSON pointer in a fragment, decoded. */
function steps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(pointer: string, root: unknown): { readonly path: string; readonly value: unknown } {
  let path = "";
  let value = root;
  for (const step of steps(pointer)) {
    path = Array.isArray(value) ? `${path}[${step}]` : joined(path, step);
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[step] : undefined;
  }
  return { path, value };
}

/** The schema whose keyword is at the end of the location. */
function schemaAt(location: string, { root, definitions }: PreparedSchema): Schema {
  let current: unknown = root;
  for (const step of steps(location).slice(0, -1)) {
    if (step === "$ref" && isObject(current) && typeof current["$ref"] === "string")
      current = definitions[current["$ref"].slice("#/$defs/".length)];
    else current = typeof current === "object" && current !== null ? (current as Record<string, unknown>)[step] : {};
  }
  return isObject(current) ? current : {};
}
