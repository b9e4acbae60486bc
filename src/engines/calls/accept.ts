import { parseJsonText } from "./coerce.ts";
import { propertySchema, resolveSchema, typesOf } from "./json-schema.ts";
import { setOwn } from "./loose-json-cursor.ts";
import { isObject, type JsonSchema, type RawCall, type ToolCall } from "./model.ts";
import { textToValue } from "./text-values.ts";
import type { ToolIndex } from "./tool-index.ts";
import { validateArguments } from "./validate.ts";
import type { Coercion, Problem } from "./validate-report.ts";

export type Acceptance =
  | { readonly kind: "accepted"; readonly call: ToolCall }
  | { readonly kind: "rejected" }
  /** Its arguments try to reach the prototypes of objects: not run and not shown. */
  | { readonly kind: "dangerous" };

/** Holds a call as written against the tools: its name, and its arguments with the types that the schema wants. */
export function acceptCall(raw: RawCall, tools: ToolIndex): Acceptance {
  const name = tools.resolve(raw.name);
  const schema = name === undefined ? undefined : tools.schemaOf(name);
  if (reachesPrototype(raw.arguments, schema)) return { kind: "dangerous" };
  if (name === undefined) return { kind: "rejected" };
  const repairs = [...raw.repairs];
  if (name !== raw.name.trim() && !raw.name.endsWith(name)) repairs.push(`took the name "${raw.name}" as "${name}"`);
  const given = argumentsOf(raw, schema);
  if (typeof given !== "object" && raw.repairs.length > 0) return { kind: "rejected" };
  if (Array.isArray(given)) return { kind: "rejected" };
  if (schema === undefined) return accepted(name, given, repairs);
  if (typeof given === "string" && !typesOf(resolveSchema(schema, schema)).includes("string"))
    return { kind: "rejected" };
  if (raw.arguments === null && !typesOf(resolveSchema(schema, schema)).includes("null")) return { kind: "rejected" };
  const validation = validateArguments(given, schema, { dropUnknown: true, withoutDefaults: true });
  const isMistyped = !validation.ok && validation.problems.some(isMistake);
  if (isMistyped && raw.wire === "json") return { kind: "rejected" };
  // A quote that was no quote may have cut a text in two: then a member appears that the tool does not know.
  const isCut = raw.repairs.some((repair) => repair.includes("string"));
  if (isCut && validation.coercions.some(({ what }) => what.startsWith("dropped"))) return { kind: "rejected" };
  repairs.push(...validation.coercions.filter(isWorthTelling).map(({ path, what }) => `${path}: ${what}`));
  return accepted(name, validation.value, repairs);
}

/** A scalar of another kind is no slip of form. A structure where text is wanted may still be what the tool can use. */
function isMistake(problem: Problem): boolean {
  if (problem.kind === "choice") return true;
  if (problem.actual === undefined) return false;
  return problem.path === "" || (problem.actual !== "object" && problem.actual !== "array");
}

function isWorthTelling(coercion: Coercion): boolean {
  return coercion.path !== "";
}

function accepted(name: string, given: unknown, repairs: readonly string[]): Acceptance {
  return { kind: "accepted", call: { name, arguments: given, ...(repairs.length > 0 ? { repairs } : {}) } };
}

function argumentsOf(raw: RawCall, schema: unknown): unknown {
  if (raw.arguments === undefined || raw.arguments === null) return {};
  if (raw.wire === "text" && isObject(raw.arguments)) return typed(raw.arguments, schema);
  if (typeof raw.arguments !== "string") return raw.arguments;
  if (raw.arguments.trim() === "") return {};
  const inner = parseJsonText(raw.arguments);
  return isObject(inner) ? inner : raw.arguments;
}

function typed(texts: Readonly<Record<string, unknown>>, schema: unknown): Record<string, unknown> {
  const root: JsonSchema | undefined = schema === undefined ? undefined : resolveSchema(schema, schema);
  const result: Record<string, unknown> = {};
  for (const [key, text] of Object.entries(texts)) {
    const inner = root === undefined ? undefined : propertySchema(root, key, schema);
    setOwn(result, key, typeof text === "string" ? textToValue(text, inner, schema) : text);
  }
  return result;
}

const PROTOTYPE_KEYS = new Set(["__proto__", "constructor", "prototype"]);
const DEPTH_MAX = 100;

/** Whether a key names a prototype, unless the tool declares an argument of that name. */
function reachesPrototype(value: unknown, schema: unknown, depth = 0): boolean {
  if (typeof value === "string" && depth === 0) {
    const inner = parseJsonText(value);
    return inner !== undefined && reachesPrototype(inner, schema, 1);
  }
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return false;
  if (Array.isArray(value)) return value.some((element) => reachesPrototype(element, undefined, depth + 1));
  const declared = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(value).some(
    ([key, member]) =>
      (PROTOTYPE_KEYS.has(key) && (key === "__proto__" || !Object.hasOwn(declared, key))) ||
      reachesPrototype(member, Object.hasOwn(declared, key) ? declared[key] : undefined, depth + 1),
  );
}
