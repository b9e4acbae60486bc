import { isObject } from "../../base/is-object.ts";
import { JSON_DEPTH_MAX, nestsTooDeep } from "../../base/json-depth.ts";
import { noSuchTool } from "../../base/near-word.ts";
import { setOwn } from "../json/cursor.ts";
import { isDrop } from "../schema/coerce.ts";
import { judge, type Problem } from "../schema/judge.ts";
import { branchesOf, isOfType, type JsonType, propertySchema, resolveSchema, typesOf } from "../schema/schema-parts.ts";
import { readKeyed, readYamlMapping } from "./keyed.ts";
import type { Member, RawCall, ToolCall, Tree } from "./model.ts";
import { reachesPrototype } from "./prototypes.ts";
import type { ToolIndex } from "./tool-index.ts";
import { completeJson, jsonText, literalOf } from "./values.ts";

export type Binding =
  | { readonly kind: "bound"; readonly call: ToolCall }
  | { readonly kind: "unbound"; readonly reason: string };

/** Gives what was written the types and the shape that the schema of its tool wants, and holds it against that. */
export function bind(raw: RawCall, tools: ToolIndex): Binding {
  const name = tools.resolve(raw.name);
  if (name === undefined) return unbound(noSuchTool(raw.name, tools.names));
  const schema = tools.schemaOf(name);
  const notes: string[] = [];
  const isGuess =
    raw.given.kind === "value" && typeof raw.given.value === "string" && raw.repairs.includes("read an unquoted value");
  const given = isGuess ? undefined : objectOf(raw.given, { schema: schema ?? true, root: schema ?? true, notes });
  if (given === undefined) return unbound(`Give the arguments of "${name}" as one JSON object.`);
  if (reachesPrototype(given, schema))
    return unbound(`The call of "${name}" was refused: an argument names a prototype.`);
  if (nestsTooDeep(given))
    return unbound(`The arguments of "${name}" nest deeper than ${JSON_DEPTH_MAX} levels; send them flat.`);
  if (schema === undefined) return bound(raw, name, given, notes);
  const judgement = judge(tools.undemandingOf(name), given, {
    fillsDefaults: false,
    dropsUnlisted: tools.dropsUnlisted,
    isClosed: !tools.dropsUnlisted,
    triesPatterns: false,
  });
  const problems = judgement.kind === "valid" ? [] : judgement.problems;
  const isStrict = !tools.dropsUnlisted || (isObject(schema) && schema["additionalProperties"] === false);
  const wrong = problems.filter((problem) => isMisread(problem, isStrict)).map(({ message }) => message);
  // A call that says less than it must is well read, and its tool will ask for the rest; an empty frame says nothing.
  const isEmpty = raw.given.kind === "members" && raw.given.members.length === 0;
  if (isEmpty) wrong.push(...demandsOf(schema, judgement.value));
  if (wrong.length > 0) return unbound(`In the call of "${name}": ${wrong.join(" ")}`);
  const hasDropped = judgement.kind === "valid" && judgement.coercions.some(isDrop);
  if (
    (hasDropped || problems.some(({ kind }) => kind === "unknown")) &&
    raw.repairs.some((repair) => repair.includes("string"))
  )
    return unbound(`Send the call of "${name}" again with every quote in its texts escaped.`);
  // Who judges the call again puts its slips right by the whole schema; put right by the undemanding one, they could be others.
  const value = tools.dropsUnlisted ? judgement.value : given;
  return bound(raw, name, value, [...notes, ...unknownKeys(judgement.value, tools, name)]);
}

/**
 * A problem after which it is likely that the reading is wrong and not the call: a scalar of another kind where the schema
 * is a contract that names all it takes, no form of several. All else is well read, and for the tool to refuse.
 */
function isMisread(problem: Problem, isStrict: boolean): boolean {
  if (problem.kind === "choice") return true;
  if (problem.actual === undefined) return false;
  return problem.path === "" || (isStrict && problem.actual !== "object" && problem.actual !== "array");
}

function demandsOf(schema: unknown, value: unknown): readonly string[] {
  const required = isObject(schema) && Array.isArray(schema["required"]) ? schema["required"] : [];
  const missing = required.filter((key) => typeof key === "string" && !(isObject(value) && Object.hasOwn(value, key)));
  return missing.map((key) => `Add ${JSON.stringify(key)}; it is required.`);
}

function unbound(reason: string): Binding {
  return { kind: "unbound", reason };
}

function bound(raw: RawCall, name: string, given: unknown, notes: readonly string[]): Binding {
  const isRenamed = name !== raw.name.trim() && !raw.name.includes(name);
  const repairs = [...raw.repairs, ...(isRenamed ? [`took the name "${raw.name}" as "${name}"`] : []), ...notes];
  return { kind: "bound", call: { name, arguments: given, ...(repairs.length > 0 ? { repairs } : {}) } };
}

function unknownKeys(value: unknown, tools: ToolIndex, name: string): readonly string[] {
  const known = tools.keysOf(name);
  if (!isObject(value) || known.size === 0) return [];
  const unknown = Object.keys(value).filter((key) => !known.has(key));
  return unknown.map((key) => `${key}: kept it, though the tool does not know it`);
}

interface Wanted {
  readonly schema: unknown;
  readonly root: unknown;
  readonly notes: string[];
}

/** All arguments together. Without a schema a text may be what it is. */
function objectOf(tree: Tree, wanted: Wanted): unknown {
  const schema = resolveSchema(wanted.schema, wanted.root);
  const isUntyped = typeof schema === "boolean";
  switch (tree.kind) {
    case "value":
      return wholeOf(tree.value, schema, isUntyped);
    case "text":
      return objectInText(tree.text, wanted);
    case "members":
      return membersTo(tree.members, wanted);
    case "placed": {
      const [first] = tree.values;
      const named = { ...tree.named };
      if (tree.values.length === 1 && isObject(first) && Object.keys(named).length === 0) return first;
      const names = namesOf(wanted);
      if (names.length < tree.values.length) return undefined;
      tree.values.forEach((value, index) => {
        setOwn(named, names[index] ?? "", value);
      });
      return named;
    }
  }
}

/** Arguments that came as JSON: an object, an object in a string, or one in a list. */
function wholeOf(value: unknown, schema: unknown, isUntyped: boolean): unknown {
  if (isObject(value)) return value;
  const types = isObject(schema) ? typesOf(schema) : [];
  if (typeof value === "string") {
    const inner = jsonText(value);
    if (isObject(inner)) return inner;
    return isUntyped || types.includes("string") ? value : undefined;
  }
  const listed = Array.isArray(value) ? objectInList(value) : undefined;
  if (listed !== undefined) return listed;
  return types.length > 0 && types.some((type) => isOfType(value, type)) ? value : undefined;
}

/** The only object of a list, or the members that its pairs spell. */
function objectInList(list: readonly unknown[]): unknown {
  if (list.length > 0 && list.every(isPair)) {
    const result: Record<string, unknown> = {};
    for (const pair of list) setOwn(result, String(pair["name"] ?? pair["key"]), pair["value"]);
    return result;
  }
  return list.length === 1 && isObject(list[0]) ? list[0] : undefined;
}

/** `{"name": "path", "value": "a.ts"}` */
function isPair(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || !Object.hasOwn(value, "value") || Object.keys(value).length !== 2) return false;
  return typeof (value["name"] ?? value["key"]) === "string";
}

/** Arguments that came as text: JSON, YAML, `key=value`, or the value of the only argument that takes text. */
function objectInText(text: string, wanted: Wanted): unknown {
  if (text.trim() === "") return {};
  const word = text.trim();
  const json = word.startsWith("{") ? completeJson(word)?.value : undefined;
  if (isObject(json)) return json;
  const names = namesOf(wanted);
  const isKnown = (found: Readonly<Record<string, unknown>>): boolean =>
    names.length === 0 ||
    Object.keys(found).some((key) => names.includes(key) || /^(?:__proto__|constructor|prototype)$/.test(key));
  const mapping = readYamlMapping(text);
  const isForeign = mapping !== undefined && !Object.keys(mapping).every((key) => names.includes(key));
  // Known keys tell where a value ends, and the schema what it is; only unknown ones and blocks of YAML need more.
  const isYaml = isForeign || /:[ \t]*[|>][+-]?[ \t]*\n/.test(text);
  if (isYaml && mapping !== undefined && isKnown(mapping)) return mapping;
  const keyed = readKeyed(text, names);
  if (keyed !== undefined) return membersTo(keyed, wanted);
  if (mapping !== undefined && isKnown(mapping)) return mapping;
  const only = wanted.schema === wanted.root ? textArgument(wanted) : undefined;
  return only === undefined
    ? undefined
    : {
        [only]: textTo(text.replace(/^[ \t]*\r?\n|\r?\n[ \t]*$/g, ""), {
          ...wanted,
          schema: memberSchema(wanted, only) ?? true,
        }),
      };
}

/** The argument that text alone must mean: the only one required, the only one at all, the only one that is text. */
function textArgument(wanted: Wanted): string | undefined {
  const schema = resolveSchema(wanted.schema, wanted.root);
  if (!isObject(schema)) return undefined;
  const required = Array.isArray(schema["required"]) ? schema["required"].filter((key) => typeof key === "string") : [];
  const names = namesOf(wanted);
  const texts = names.filter((name) => allTypes(memberSchema(wanted, name), wanted.root).includes("string"));
  if (required.length === 1) return required[0];
  if (required.length > 1) return undefined;
  return names.length === 1 ? names[0] : texts.length === 1 ? texts[0] : undefined;
}

function namesOf(wanted: Wanted): readonly string[] {
  const schema = resolveSchema(wanted.schema, wanted.root);
  return isObject(schema) && isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
}

function memberSchema(wanted: Wanted, key: string): unknown {
  const schema = resolveSchema(wanted.schema, wanted.root);
  const own = propertySchema(schema, key, wanted.root);
  if (own !== undefined || typeof schema === "boolean") return own;
  for (const branch of branchesOf(schema)) {
    const found = propertySchema(resolveSchema(branch, wanted.root), key, wanted.root);
    if (found !== undefined) return found;
  }
  return isObject(schema["additionalProperties"]) ? schema["additionalProperties"] : undefined;
}

function membersTo(members: readonly Member[], wanted: Wanted): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const lists = new Map<string, unknown[]>();
  for (const { key, value } of members) {
    const schema = memberSchema(wanted, key);
    const isList = schema !== undefined && allTypes(schema, wanted.root).includes("array");
    const isAgain = Object.hasOwn(result, key);
    if (isList && (isAgain || members.filter((member) => member.key === key).length > 1)) {
      const list = lists.get(key) ?? [];
      const own = resolveSchema(schema, wanted.root);
      list.push(memberTo(value, { ...wanted, schema: isObject(own) ? (own["items"] ?? true) : true }));
      lists.set(key, list);
      setOwn(result, key, list);
      continue;
    }
    if (isAgain) wanted.notes.push(`${key}: stood there twice, the last counts`);
    setOwn(result, key, memberTo(value, { ...wanted, schema }));
  }
  return result;
}

/** One argument, by its schema where there is one. */
function memberTo(tree: Tree, wanted: Wanted): unknown {
  switch (tree.kind) {
    case "value":
      return tree.value;
    case "text":
      return textTo(tree.text, wanted);
    case "placed":
      return objectOf(tree, wanted);
    case "members": {
      const types = allTypes(wanted.schema, wanted.root);
      if (types.includes("array") && !types.includes("string")) return itemsTo(tree.members, wanted);
      return types.includes("object") ? membersTo(tree.members, wanted) : textTo(tree.raw, wanted);
    }
  }
}

/** Elements of a list: all the members, whatever they are called. */
function itemsTo(members: readonly Member[], wanted: Wanted): unknown {
  const schema = resolveSchema(wanted.schema, wanted.root);
  const items = isObject(schema) ? (schema["items"] ?? true) : true;
  return members.map(({ value }) => memberTo(value, { ...wanted, schema: items }));
}

function allTypes(given: unknown, root: unknown): readonly JsonType[] {
  const schema = resolveSchema(given ?? true, root);
  if (typeof schema === "boolean") return [];
  const own = typesOf(schema);
  if (own.length > 0) return own;
  if (Array.isArray(schema["enum"]))
    return schema["enum"].every((choice) => typeof choice === "string") ? ["string"] : [];
  return [...branchesOf(schema), ...(Array.isArray(schema["allOf"]) ? schema["allOf"] : [])].flatMap((branch) =>
    typesOf(resolveSchema(branch, root)),
  );
}

/** Text as the type that is wanted. Where none is, JSON is what it says and all else stays text. */
export function textTo(text: string, wanted: Wanted): unknown {
  const types = allTypes(wanted.schema, wanted.root);
  if (types.length === 0) return literalOf(text);
  if (types.includes("string")) {
    const literal = types.length === 1 ? text : literalOf(text);
    const isOther = typeof literal !== "string" && types.some((type) => type !== "string" && isOfType(literal, type));
    return isOther ? literal : text;
  }
  if (types.includes("array")) return listIn(text, wanted) ?? text;
  const literal = literalOf(text);
  if (types.some((type) => isOfType(literal, type))) return literal;
  return (types.includes("object") ? objectInText(text, wanted) : undefined) ?? text;
}

function listIn(text: string, wanted: Wanted): readonly unknown[] | undefined {
  const word = text.trim();
  if (word === "") return [];
  const parsed = jsonText(word);
  if (Array.isArray(parsed)) return parsed;
  const schema = resolveSchema(wanted.schema, wanted.root);
  const items = isObject(schema) ? (schema["items"] ?? true) : true;
  const isText = allTypes(items, wanted.root).includes("string");
  const isObjects = allTypes(items, wanted.root).includes("object");
  if (isObjects) return undefined;
  const isLines = word.includes("\n") || /^[-*] /.test(word);
  const parts = isLines ? word.split("\n") : isText ? [word] : word.split(",");
  return parts
    .map((part) => part.trim().replace(isLines ? /^[-*] / : /^$/, ""))
    .filter((part) => part !== "")
    .map((part) => (/^".*"$/.test(part) ? String(completeJson(part)?.value ?? part) : part))
    .map((part) => textTo(part, { ...wanted, schema: items }));
}
