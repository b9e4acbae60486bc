import type { ToolSet, ToolSpec } from "../core/protocol/tool-spec.ts";
import type { Tool } from "../core/tool.ts";
import { TASK } from "./agents/names.ts";
import { FIND_TOOL, findTool } from "./search/find-tool.ts";

/** Offered from the first request on; the others are found through `find_tool`. */
const CORE: ReadonlySet<string> = new Set([
  ...["read_file", "search_code", "find_files", "list_files", "edit_file", "write_file", "shell", "shell_output"],
  ...["load_skill", "fetch_url", "web_search", FIND_TOOL],
  ...["citadel_analyze_file", "citadel_get_callers", "citadel_get_file_summary", "citadel_impact"],
]);
/** What decides whether these are offered as well. */
export interface Circumstances {
  /** A person is there to be asked. */
  readonly isAttended: boolean;
  /** Somebody has written down whom to give work. */
  readonly hasAgents: boolean;
}

const offeredWhere = ({ isAttended, hasAgents }: Circumstances): readonly string[] => [
  ...(isAttended ? ["ask_user"] : []),
  ...(hasAgents ? [TASK] : []),
];

interface ShortSpec {
  readonly description: string;
  /** The arguments it is told of; it takes the others all the same. */
  readonly told: readonly string[];
}

/** For models that lose their way in long lists: few tools, short words, and for each only the arguments it needs. */
const SMALL: Readonly<Record<string, ShortSpec>> = {
  read_file: { description: "Show a file.", told: ["path", "offset", "limit"] },
  list_files: { description: "List a folder.", told: ["path"] },
  find_files: { description: "Find files by name, such as *.py.", told: ["pattern"] },
  search_code: { description: "Find text in files.", told: ["pattern", "path"] },
  edit_file: {
    description: "Change a file: old_string, copied exactly from it, becomes new_string.",
    told: ["path", "old_string", "new_string"],
  },
  write_file: { description: "Write a new file.", told: ["path", "content"] },
  shell: { description: "Run a command.", told: ["command"] },
  run_checks: { description: "Run the tests and checks of the project.", told: ["kind"] },
};

/** The tools of a set, as a model is told of them. */
export function offeredSpecs(tools: readonly Tool[], set: ToolSet, circumstances: Circumstances): readonly ToolSpec[] {
  switch (set) {
    case "all":
      return tools.filter(({ name }) => name !== FIND_TOOL);
    case "core":
      return tools.filter(({ name }) => CORE.has(name) || offeredWhere(circumstances).includes(name));
    case "small":
      return tools.flatMap((tool) => shortSpec(tool) ?? []);
  }
}

/** Those that a session begins without. */
export function notOffered(tools: readonly Tool[]): readonly string[] {
  return tools.map(({ name }) => name).filter((name) => !CORE.has(name));
}

/** What servers' tools may take of each request, as JSON; beyond that they are found through `find_tool`. */
const LATER_CHARS_MAX = 4096;

/** The tools of servers that a model is told of from the first request on. */
export function offeredLater(later: readonly Tool[], set: ToolSet): readonly ToolSpec[] {
  if (set === "all" || fits(later)) return later;
  // A small set has no way to find others.
  return set === "small" ? later.filter((_, index) => fits(later.slice(0, index + 1))) : [];
}

/** The way to all that is not offered; of servers with much to offer it says only that they are there. */
export function finderOf(own: readonly Tool[], later: readonly Tool[], isDenied: (name: string) => boolean): Tool {
  const names = notOffered(own).filter((name) => !isDenied(name));
  const deferred = fits(later) ? [] : later.map(({ name }) => name).filter((name) => !isDenied(name));
  const servers = new Set(deferred.map((name) => name.replace(/^(mcp__.+?)__.*$/, "$1__*")));
  return findTool([...names, ...deferred], [...names, ...servers]);
}

function fits(tools: readonly Tool[]): boolean {
  const specs = tools.map(({ name, description, schema }) => ({ name, description, schema }));
  return JSON.stringify(specs).length <= LATER_CHARS_MAX;
}

/** The same object each time: what is made of a schema is remembered by it. */
const short = new WeakMap<Tool, ToolSpec>();

function shortSpec(tool: Tool): ToolSpec | undefined {
  const words = SMALL[tool.name];
  if (words === undefined) return undefined;
  const before = short.get(tool);
  if (before !== undefined) return before;
  const { properties = {}, required = [] } = tool.schema;
  const told = Object.entries(properties).filter(([name]) => words.told.includes(name));
  const fields = told.map(([name, { description: _, ...field }]) => [name, field] as const);
  const spec: ToolSpec = {
    name: tool.name,
    description: words.description,
    schema: { type: "object", properties: Object.fromEntries(fields), required },
  };
  short.set(tool, spec);
  return spec;
}
