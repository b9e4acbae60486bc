import { setOwn } from "../json/cursor.ts";
import { parseStrictJson, tryLooseJson } from "../json/loose-json.ts";
import {
  branchesOf,
  isObject,
  isOfType,
  type JsonType,
  plainName,
  propertySchema,
  resolveSchema,
  typesOf,
} from "./facts.ts";
import { judge } from "./judge.ts";

/** What was changed in a value, and where (`a.b[2]`; empty for the whole). */
export interface Note {
  readonly path: string;
  readonly what: string;
}

export interface Coerced {
  readonly value: unknown;
  readonly notes: readonly Note[];
}

const DEPTH_MAX = 64;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/**
 * The value in the form that the schema wants, as far as that changes the form and not the meaning: "5" for 5, one string
 * for a list of strings, JSON sent as text, a key or a choice in another spelling. Members that the schema forbids are
 * dropped. Everything done is noted; whether the result fits is for `judge` to say.
 */
export function coerce(schema: unknown, value: unknown): Coerced {
  const notes: Note[] = [];
  return { value: walk(value, schema, "", { root: schema, notes, depth: 0 }), notes };
}

interface Walk {
  readonly root: unknown;
  readonly notes: Note[];
  readonly depth: number;
}

function walk(given: unknown, unresolved: unknown, path: string, above: Walk): unknown {
  const schema = resolveSchema(unresolved, above.root);
  if (typeof schema === "boolean" || above.depth > DEPTH_MAX) return given;
  const here: Walk = { ...above, depth: above.depth + 1 };
  let value = toTypes(given, typesOf(schema), path, here);
  for (const part of Array.isArray(schema["allOf"]) ? schema["allOf"] : []) value = walk(value, part, path, here);
  value = toBranch(value, schema, path, here);
  value = toChoice(value, schema, path, here);
  if (Array.isArray(value)) return toElements(value, schema, path, here);
  return isObject(value) ? toMembers(value, schema, path, here) : value;
}

function toTypes(value: unknown, types: readonly JsonType[], path: string, here: Walk): unknown {
  if (types.length === 0 || types.some((type) => isOfType(value, type))) return value;
  for (const type of types) {
    const coerced = toType(value, type);
    if (coerced === undefined) continue;
    here.notes.push({ path, what: coerced.what });
    return coerced.value;
  }
  return value;
}

interface Change {
  readonly value: unknown;
  readonly what: string;
}

function toType(value: unknown, type: JsonType): Change | undefined {
  const word = typeof value === "string" ? value.trim() : undefined;
  switch (type) {
    case "integer":
    case "number":
      return word === undefined ? undefined : toNumber(word, type);
    case "boolean":
      if (value === 1 || value === 0) return { value: value === 1, what: "read the number as true or false" };
      return word === undefined ? undefined : toBoolean(word);
    case "null":
      return word !== undefined && /^(?:null|none|nil|undefined)?$/i.test(word)
        ? { value: null, what: "read the text as null" }
        : undefined;
    case "string":
      return typeof value === "number" || typeof value === "boolean"
        ? { value: String(value), what: `wrote the ${typeof value} as text` }
        : undefined;
    case "array":
      return toList(value);
    case "object": {
      const parsed = word === undefined ? undefined : jsonText(word);
      return isObject(parsed) ? { value: parsed, what: "read the text as an object" } : undefined;
    }
  }
}

function toNumber(word: string, type: "integer" | "number"): Change | undefined {
  const number = NUMBER.test(word) ? Number(word) : Number.NaN;
  const fits = Number.isFinite(number) && (type === "number" || Number.isInteger(number));
  return fits ? { value: number, what: "read the text as a number" } : undefined;
}

function toBoolean(word: string): Change | undefined {
  if (/^(?:true|yes|1|on)$/i.test(word)) return { value: true, what: "read the text as true" };
  return /^(?:false|no|0|off)$/i.test(word) ? { value: false, what: "read the text as false" } : undefined;
}

function toList(value: unknown): Change | undefined {
  if (value === null) return undefined;
  const parsed = typeof value === "string" ? jsonText(value) : undefined;
  if (Array.isArray(parsed)) return { value: parsed, what: "read the text as a list" };
  if (isObject(value) && Object.keys(value).length === 1 && Array.isArray(value["item"]))
    return { value: value["item"], what: "took the items as a list" };
  return { value: [value], what: "put the value in a list" };
}

/** JSON of an object or a list that was written as text, complete; undefined where it is neither. */
export function jsonText(text: string): unknown {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return undefined;
  const strict = parseStrictJson(text);
  if (strict.ok) return strict.value;
  const loose = tryLooseJson(text);
  return loose.ok &&
    !loose.repairs.some(({ what }) => /^(?:closed|dropped|found a key|removed what|skipped|collected)/.test(what))
    ? loose.value
    : undefined;
}

/** The first branch that fits without change, else the only or first that fits after coercion. */
function toBranch(value: unknown, schema: Readonly<Record<string, unknown>>, path: string, here: Walk): unknown {
  const fitting = branchesOf(schema)
    .map((branch) => {
      const notes: Note[] = [];
      const coerced = walk(value, branch, path, { ...here, notes });
      return { branch, notes, value: coerced };
    })
    .filter((attempt) => judge(attempt.branch, attempt.value, here.root).length === 0);
  const isCutToFit =
    fitting.length > 1 && fitting.every(({ notes }) => notes.some(({ what }) => what.startsWith("dropped")));
  const best = fitting.find(({ notes }) => notes.length === 0) ?? fitting[0];
  if (best === undefined || (isCutToFit && Array.isArray(schema["oneOf"]))) return value;
  here.notes.push(...best.notes);
  return best.value;
}

function toChoice(value: unknown, schema: Readonly<Record<string, unknown>>, path: string, here: Walk): unknown {
  const choices = "const" in schema ? [schema["const"]] : Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
  if (choices === undefined || typeof value === "object" || choices.includes(value)) return value;
  const near = choices.filter((choice) => typeof choice !== "object" && normal(choice) === normal(value));
  if (near.length !== 1) return value;
  here.notes.push({ path, what: `took it as ${JSON.stringify(near[0])}` });
  return near[0];
}

function normal(value: unknown): string {
  return String(value)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "_");
}

function toElements(
  list: readonly unknown[],
  schema: Readonly<Record<string, unknown>>,
  path: string,
  here: Walk,
): unknown[] {
  const { prefixItems, items } = schema;
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? true : items;
  return list.map((element, index) =>
    walk(element, index < first.length ? first[index] : (rest ?? true), `${path}[${index}]`, here),
  );
}

function toMembers(
  value: Readonly<Record<string, unknown>>,
  schema: Readonly<Record<string, unknown>>,
  path: string,
  here: Walk,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const names = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  const rest = resolveSchema(schema["additionalProperties"] ?? true, here.root);
  for (const [key, member] of Object.entries(value)) {
    const at = join(path, key);
    const own = propertySchema(schema, key, here.root);
    const meant =
      own === undefined
        ? names.filter((name) => plainName(name) === plainName(key) && !Object.hasOwn(value, name))
        : [];
    const [name] = meant;
    const inner = own ?? (meant.length === 1 && name !== undefined ? propertySchema(schema, name, here.root) : rest);
    if (inner === false) here.notes.push({ path: at, what: "dropped it: the tool has no such argument" });
    else if (own === undefined && meant.length === 1 && name !== undefined) {
      here.notes.push({ path: at, what: `took it as ${JSON.stringify(name)}` });
      setOwn(result, name, walk(member, inner, at, here));
    } else setOwn(result, key, walk(member, inner ?? true, at, here));
  }
  return result;
}

export function join(path: string, key: string): string {
  const step = /^[\w$-]+$/.test(key) ? key : JSON.stringify(key);
  return path === "" ? step : `${path}.${step}`;
}
