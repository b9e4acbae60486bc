import { JSON_DEPTH_MAX, nestsTooDeep } from "../../base/json-depth.ts";
import { isDrop } from "../schema/coerce.ts";
import { judge, type Problem } from "../schema/judge.ts";
import { propertySchema, resolveSchema, typesOf } from "../schema/schema-parts.ts";
import { parseJsonText } from "./json-text.ts";
import { setOwn } from "./loose-json-cursor.ts";
import { isObject, type JsonSchema, type RawCall, type ToolCall } from "./model.ts";
import { textToValue } from "./text-values.ts";
import type { ToolIndex } from "./tool-index.ts";

export type Acceptance =
  | { readonly kind: "accepted"; readonly call: ToolCall }
  | { readonly kind: "rejected"; readonly why: string }
  /** Its arguments try to reach the prototypes of objects: not run and not shown. */
  | { readonly kind: "dangerous"; readonly why: string };

/** Holds a call as written against the tools: its name, and its arguments with the types that the schema wants. */
export function acceptCall(raw: RawCall, tools: ToolIndex): Acceptance {
  const name = tools.resolve(raw.name);
  const schema = name === undefined ? undefined : tools.schemaOf(name);
  if (reachesPrototype(raw.arguments, schema))
    return { kind: "dangerous", why: `The call of "${raw.name}" was dropped: an argument names a prototype.` };
  if (name === undefined) return rejected(`There is no tool "${raw.name}"; there are: ${tools.names.join(", ")}.`);
  const given = argumentsOf(raw, schema);
  if (nestsTooDeep(given))
    return rejected(`The arguments of "${name}" nest deeper than ${JSON_DEPTH_MAX} levels; send them flat.`);
  const isUnread = Array.isArray(given) || (typeof given !== "object" && raw.repairs.length > 0);
  const types = schema === undefined ? [] : typesOf(resolveSchema(schema, schema));
  const isNoObject = schema !== undefined && typeof given === "string" && !types.includes("string");
  const isNull = !tools.isOpen && raw.arguments === null && !types.includes("null");
  if (isUnread || isNoObject || isNull) return rejected(`Give the arguments of "${name}" as one JSON object.`);
  return schema === undefined
    ? accepted(name, given, repairsOf(raw, name))
    : checked(raw, { name, given, schema, dropsUnlisted: tools.dropsUnlisted });
}

interface NamedCall {
  readonly name: string;
  readonly given: unknown;
  readonly schema: unknown;
  readonly dropsUnlisted: boolean;
}

function checked(raw: RawCall, { name, given, schema, dropsUnlisted }: NamedCall): Acceptance {
  const judgement = judge(schema, given, { fillsDefaults: false, dropsUnlisted, isClosed: !dropsUnlisted });
  const problems = judgement.kind === "valid" ? [] : judgement.problems;
  const mistakes = problems.filter(isMistake);
  if (mistakes.length > 0 && raw.wire === "json")
    return rejected(`In the call of "${name}": ${mistakes.map(({ message }) => message).join(" ")}`);
  // A quote that was no quote may have cut a text in two: then a member appears that the tool does not know.
  const isCut = raw.repairs.some((repair) => repair.includes("string"));
  const hasUnlisted =
    problems.some(({ kind }) => kind === "unknown") || (judgement.kind === "valid" && judgement.coercions.some(isDrop));
  if (isCut && hasUnlisted) return rejected(`Send the call of "${name}" again with every quote in its texts escaped.`);
  return accepted(name, judgement.value, repairsOf(raw, name));
}

function rejected(why: string): Acceptance {
  return { kind: "rejected", why };
}

function repairsOf(raw: RawCall, name: string): readonly string[] {
  const isRenamed = name !== raw.name.trim() && !raw.name.endsWith(name);
  return isRenamed ? [...raw.repairs, `took the name "${raw.name}" as "${name}"`] : raw.repairs;
}

/** A scalar of another kind is no slip of form. A structure where text is wanted may still be what the tool can use. */
function isMistake(problem: Problem): boolean {
  if (problem.kind === "choice") return true;
  if (problem.actual === undefined) return false;
  return problem.path === "" || (problem.actual !== "object" && problem.actual !== "array");
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
