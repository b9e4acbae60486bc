import { setOwn } from "../json/cursor.ts";
import { coerceToTypes } from "./coerce.ts";
import { branchesOf, propertySchema, resolveSchema, typeOf, typesOf } from "./json-schema.ts";
import { isObject, type JsonObject, type JsonSchema } from "./model.ts";
import { type Check, type Coercion, isSame, named, type Problem, report, shown } from "./validate-report.ts";
import { checkList, checkNumber, checkString } from "./validate-scalars.ts";

export type Validation =
  | { readonly ok: true; readonly value: unknown; readonly coercions: readonly Coercion[] }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      readonly value: unknown;
      readonly coercions: readonly Coercion[];
    };

export interface ValidateOptions {
  /** Drop members that the schema forbids, and list that as a coercion, instead of refusing them. */
  readonly dropUnknown?: boolean;
  /** Leave out what the value does not say, instead of filling in the defaults of the schema. */
  readonly withoutDefaults?: boolean;
}

const DEPTH_MAX = 64;
const PROBLEMS_MAX = 20;

/**
 * Holds `value` against a JSON Schema (types, enums, ranges, patterns, required, additionalProperties, nested values,
 * allOf/anyOf/oneOf/const, local `$ref`): first as it is, then with coercions that keep its meaning. Fills in defaults.
 */
export function validateArguments(value: unknown, schema: unknown, options: ValidateOptions = {}): Validation {
  const check: Check = {
    root: schema,
    dropUnknown: options.dropUnknown === true,
    fillsDefaults: options.withoutDefaults !== true,
    coercions: [],
    problems: [],
    depth: 0,
  };
  const result = checkValue(value, schema, "", check);
  const { coercions, problems } = check;
  if (problems.length === 0) return { ok: true, value: result, coercions };
  return { ok: false, problems: problems.slice(0, PROBLEMS_MAX), value: result, coercions };
}

function checkValue(value: unknown, given: unknown, path: string, check: Check): unknown {
  const schema = resolveSchema(given, check.root);
  if (schema === true || check.depth > DEPTH_MAX) return value;
  if (schema === false) {
    report(check, path, "unknown", `Remove ${named(path)}: it is not allowed.`);
    return value;
  }
  const deeper = { ...check, depth: check.depth + 1 };
  let result = coerceValue(value, schema, path, deeper);
  if (result.isWrong) return result.value;
  for (const part of Array.isArray(schema["allOf"]) ? schema["allOf"] : [])
    result = { value: checkValue(result.value, part, path, deeper), isWrong: false };
  result = { value: checkBranches(result.value, schema, path, deeper), isWrong: false };
  const chosen = checkChoice(result.value, schema, path, deeper);
  if (typeof chosen === "string") checkString(chosen, schema, path, deeper);
  if (typeof chosen === "number") checkNumber(chosen, schema, path, deeper);
  if (Array.isArray(chosen)) return checkElements(chosen, schema, path, deeper);
  if (isObject(chosen)) return checkMembers(chosen, schema, path, deeper);
  return chosen;
}

function coerceValue(
  value: unknown,
  schema: JsonObject,
  path: string,
  check: Check,
): { value: unknown; isWrong: boolean } {
  const types = typesOf(schema);
  const coerced = coerceToTypes(value, types);
  if (coerced === undefined) {
    const wanted = types.join(" or ");
    const message = `Give ${named(path)} as ${withArticle(wanted)}; it was ${withArticle(typeOf(value))}.`;
    check.problems.push({ path, kind: "type", message, actual: typeOf(value) });
    return { value, isWrong: true };
  }
  if (coerced.how !== undefined) check.coercions.push({ path, what: coerced.how });
  return { value: coerced.value, isWrong: false };
}

/** The first branch that fits without change, else the first that fits after coercion, else the problems of the nearest. */
function checkBranches(value: unknown, schema: JsonObject, path: string, check: Check): unknown {
  const branches = branchesOf(schema);
  if (branches.length === 0) return value;
  const tries = branches.map((branch) => {
    const attempt: Check = { ...check, coercions: [], problems: [] };
    return { ...attempt, value: checkValue(value, branch, path, attempt) };
  });
  const fitting = tries.filter((attempt) => attempt.problems.length === 0);
  const unchanged = fitting.filter((attempt) => attempt.coercions.length === 0);
  if (Array.isArray(schema["oneOf"]) && unchanged.length > 1 && isObject(value)) {
    report(
      check,
      path,
      "choice",
      `Give ${named(path)} in exactly one of its forms; it fits ${unchanged.length} of them.`,
    );
    return value;
  }
  const isCutToFit = fitting.length > 1 && fitting.every((attempt) => attempt.coercions.some(isDrop));
  if (Array.isArray(schema["oneOf"]) && isCutToFit) {
    report(check, path, "choice", `Give ${named(path)} in exactly one of its forms; it mixes several.`);
    return value;
  }
  const best = unchanged[0] ?? fitting[0];
  if (best !== undefined) {
    check.coercions.push(...best.coercions);
    return best.value;
  }
  const nearest = tries.reduce((left, right) => (right.problems.length < left.problems.length ? right : left));
  report(check, path, "value", `${named(path, true)} fits none of its ${branches.length} forms.`);
  check.problems.push(...nearest.problems);
  return value;
}

function isDrop(coercion: Coercion): boolean {
  return coercion.what.startsWith("dropped");
}

function checkChoice(value: unknown, schema: JsonObject, path: string, check: Check): unknown {
  const choices = "const" in schema ? [schema["const"]] : Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
  if (choices === undefined || choices.some((choice) => isSame(choice, value))) return value;
  const near = choices.filter((choice) => typeof choice !== "object" && normal(choice) === normal(value));
  if (near.length === 1) {
    check.coercions.push({ path, what: `took it as ${JSON.stringify(near[0])}` });
    return near[0];
  }
  const list = choices.map((choice) => JSON.stringify(choice)).join(", ");
  report(check, path, "value", `Set ${named(path)} to one of ${list}; it was ${shown(value)}.`);
  return value;
}

function normal(value: unknown): string {
  return String(value)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "_");
}

function checkElements(list: readonly unknown[], schema: JsonObject, path: string, check: Check): unknown[] {
  checkList(list, schema, path, check);
  const first = Array.isArray(schema["prefixItems"])
    ? schema["prefixItems"]
    : Array.isArray(schema["items"])
      ? schema["items"]
      : [];
  const rest = Array.isArray(schema["items"]) ? true : schema["items"];
  return list.map((element, index) => {
    const inner = index < first.length ? first[index] : rest;
    return inner === undefined ? element : checkValue(element, inner, `${path}[${index}]`, check);
  });
}

function checkMembers(
  value: Record<string, unknown>,
  schema: JsonObject,
  path: string,
  check: Check,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  for (const [key, member] of Object.entries(value)) {
    const at = join(path, key);
    const inner = propertySchema(schema, key, check.root);
    if (inner === false) checkForbidden(key, at, member, result, check);
    else if (inner !== undefined) setOwn(result, key, checkValue(member, inner, at, check));
    else checkUnknown({ key, member, value, at }, schema, result, check);
  }
  for (const [key, given] of check.fillsDefaults ? Object.entries(properties) : []) {
    const inner = resolveSchema(given, check.root);
    if (isObject(inner) && "default" in inner && !Object.hasOwn(result, key)) setOwn(result, key, inner["default"]);
  }
  for (const key of Array.isArray(schema["required"]) ? schema["required"] : []) {
    if (typeof key !== "string" || Object.hasOwn(result, key)) continue;
    const inner = resolveSchema(properties[key] ?? true, check.root);
    report(check, join(path, key), "required", `Add ${named(join(path, key))}${describe(inner)}; it is required.`);
  }
  return result;
}

function checkForbidden(key: string, at: string, member: unknown, result: Record<string, unknown>, check: Check): void {
  if (check.dropUnknown) check.coercions.push({ path: at, what: "dropped it: it is not allowed" });
  else {
    report(check, at, "unknown", `Remove ${named(at)}: it is not allowed.`);
    setOwn(result, key, member);
  }
}

interface UnknownMember {
  readonly key: string;
  readonly member: unknown;
  readonly value: Record<string, unknown>;
  readonly at: string;
}

/** A key that the schema does not list: meant for a listed one, allowed, dropped or wrong. */
function checkUnknown(unknown: UnknownMember, schema: JsonObject, result: Record<string, unknown>, check: Check): void {
  const { key, member, value, at } = unknown;
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const additional = resolveSchema(schema["additionalProperties"] ?? true, check.root);
  const isStrict = additional === false;
  const meant = Object.keys(properties).filter((name) => plain(name) === plain(key) && !Object.hasOwn(value, name));
  if (meant.length === 1 && meant[0] !== undefined && Object.keys(properties).length > 0) {
    check.coercions.push({ path: at, what: `took it as ${JSON.stringify(meant[0])}` });
    setOwn(result, meant[0], checkValue(member, properties[meant[0]], at, check));
    return;
  }
  if (!isStrict) {
    setOwn(result, key, checkValue(member, additional, at, check));
    return;
  }
  if (check.dropUnknown) check.coercions.push({ path: at, what: "dropped it: the tool has no such argument" });
  else {
    const names = Object.keys(properties).join(", ");
    report(check, at, "unknown", `Remove ${named(at)}; allowed are: ${names === "" ? "none" : names}.`);
    setOwn(result, key, member);
  }
}

function plain(name: string): string {
  return name.replaceAll(/[\s_-]/g, "").toLowerCase();
}

function join(path: string, key: string): string {
  const step = /^[\w$-]+$/.test(key) ? key : JSON.stringify(key);
  return path === "" ? step : `${path}.${step}`;
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : type === "null" ? "null" : `a ${type}`;
}

function describe(schema: JsonSchema): string {
  const types = typesOf(schema);
  return types.length === 0 ? "" : ` (${types.join(" or ")})`;
}
