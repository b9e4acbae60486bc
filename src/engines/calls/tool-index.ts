import { isObject, type ToolDefinition } from "./model.ts";

/** The tools a call may name. Without any, every plausible name counts: the caller then decides. */
export interface ToolIndex {
  readonly isOpen: boolean;
  /** Arguments that a tool's schema forbids are left out; otherwise they stay, for whoever runs the call to refuse, and are judged as it will. */
  readonly dropsUnlisted: boolean;
  readonly names: readonly string[];
  /** The tool that a written name means, or undefined. */
  readonly resolve: (written: string) => string | undefined;
  /** The schema of a tool's arguments, or undefined where it is unknown. */
  readonly schemaOf: (name: string) => unknown;
}

const NAME_CHARACTERS_MAX = 128;

export function indexTools(tools: readonly ToolDefinition[], { dropsUnlisted = true } = {}): ToolIndex {
  const schemas = new Map<string, unknown>();
  for (const tool of tools) {
    const inner = tool.function ?? tool;
    if (typeof inner.name === "string") schemas.set(inner.name, inner.parameters ?? tool.input_schema);
  }
  const names = [...schemas.keys()];
  const loose = new Map<string, string | undefined>();
  for (const name of names) loose.set(plain(name), loose.has(plain(name)) ? undefined : name);
  const isOpen = names.length === 0;
  return {
    isOpen,
    dropsUnlisted,
    names,
    resolve: (written) => {
      const name = written.trim();
      if (name === "" || name.length > NAME_CHARACTERS_MAX) return undefined;
      const bare = name.replace(/^(?:functions?|tools?)[.:](?=\S)/, "");
      if (isOpen) return /[\n<>{}]/.test(bare) ? undefined : bare;
      if (schemas.has(name)) return name;
      return schemas.has(bare) ? bare : loose.get(plain(bare));
    },
    schemaOf: (name) => {
      const schema = schemas.get(name);
      return isObject(schema) || typeof schema === "boolean" ? schema : undefined;
    },
  };
}

/** Names differ often enough in case and separators alone: `ReadFile`, `read-file`, `read_file`. */
function plain(name: string): string {
  return name.replaceAll(/[\s_-]/g, "").toLowerCase();
}
