import { isObject } from "../../base/is-object.ts";
import { plainName } from "../../base/plain-name.ts";
import { branchesOf, resolveSchema } from "../schema/schema-parts.ts";
import type { ToolDefinition } from "./model.ts";

/** The tools a call may name. Without any, every plausible name counts: the caller then decides. */
export interface ToolIndex {
  readonly isOpen: boolean;
  /** Arguments that a tool's schema forbids are left out; otherwise they stay, for whoever runs the call to refuse, and are judged as it will. */
  readonly dropsUnlisted: boolean;
  readonly names: readonly string[];
  /** The tool that a written name means, or undefined. */
  readonly resolve: (written: string) => string | undefined;
  /** The tool that a tag means: its own name, or behind a prefix as in `tool.f`. */
  readonly ofTag: (tag: string) => string | undefined;
  /** The arguments that the tool of a written name declares. */
  readonly keysOf: (written: string) => ReadonlySet<string>;
  /** The arguments that any tool declares. */
  readonly allKeys: ReadonlySet<string>;
  /** The schema of a tool's arguments, or undefined where it is unknown. */
  readonly schemaOf: (name: string) => unknown;
  /** The same, demanding no argument. */
  readonly undemandingOf: (name: string) => unknown;
}

const NAME_CHARACTERS_MAX = 128;
const PREFIX = /^(?:functions?|tools?|default_api|api|mcp)[.:](?=\S)/;
const COUNTER = /^(.*\p{L}.*):\d{1,6}$/u;
/** `search.call(query="x")` */
const METHOD = /(?<=[\p{L}\p{N}_])\.(?:call|invoke|run|execute)$/u;
const NO_KEYS: ReadonlySet<string> = new Set();

export function indexTools(tools: readonly ToolDefinition[], { dropsUnlisted = true } = {}): ToolIndex {
  const schemas = new Map<string, unknown>();
  for (const tool of tools) {
    const inner = tool.function ?? tool;
    if (typeof inner.name === "string") schemas.set(inner.name, inner.parameters ?? tool.input_schema);
  }
  const names = [...schemas.keys()];
  const loose = new Map<string, string | undefined>();
  for (const name of names) loose.set(plainName(name), loose.has(plainName(name)) ? undefined : name);
  const isOpen = names.length === 0;
  const keys = new Map(names.map((name) => [name, new Set(propertyNames(schemas.get(name)))]));
  const resolve = (written: string): string | undefined => {
    const name = written.trim();
    if (name === "" || name.length > NAME_CHARACTERS_MAX) return undefined;
    const bare = /[.:]/.test(name) ? name.replace(PREFIX, "").replace(COUNTER, "$1").replace(METHOD, "") : name;
    if (isOpen) return /[\n<>{}]/.test(bare) ? undefined : bare;
    if (schemas.has(name)) return name;
    return schemas.has(bare) ? bare : loose.get(plainName(bare));
  };
  const schemaOf = (name: string): unknown => {
    const schema = schemas.get(name);
    return isObject(schema) || typeof schema === "boolean" ? schema : undefined;
  };
  const undemanding = new Map(names.map((name) => [name, withoutDemand(schemaOf(name))]));
  return {
    isOpen,
    dropsUnlisted,
    names,
    resolve,
    ofTag: (tag) => (schemas.has(tag) ? tag : PREFIX.test(tag) && !isOpen ? resolve(tag) : undefined),
    allKeys: new Set([...keys.values()].flatMap((own) => [...own])),
    keysOf: (written) => keys.get(resolve(written) ?? "") ?? NO_KEYS,
    schemaOf,
    undemandingOf: (name) => undemanding.get(name),
  };
}

function withoutDemand(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { required: _, ...rest } = schema;
  return rest;
}

/** The members that an object schema declares itself or in a branch. */
function propertyNames(root: unknown): readonly string[] {
  const own = (part: unknown): readonly string[] => {
    const schema = resolveSchema(part, root);
    return typeof schema !== "boolean" && isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  };
  const schema = resolveSchema(root, root);
  if (typeof schema === "boolean") return [];
  const parts = [...branchesOf(schema), ...(Array.isArray(schema["allOf"]) ? schema["allOf"] : [])];
  return [...own(schema), ...parts.flatMap(own)];
}
