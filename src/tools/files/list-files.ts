import type { FolderEntry, Workspace } from "../../core/ports/workspace.ts";
import { defineTool } from "../define-tool.ts";

const ENTRIES_DEFAULT = 300;

export const listFiles = defineTool({
  name: "list_files",
  description: "Lists a folder, depth levels deep.",
  schema: {
    type: "object",
    properties: {
      path: { type: "string", default: "." },
      depth: { type: "integer", minimum: 1, default: 1 },
      hidden: { type: "boolean", default: true, untold: true },
      limit: { type: "integer", minimum: 1, default: ENTRIES_DEFAULT, untold: true },
    },
  },
  intent: ({ path }) => ({ accesses: [{ kind: "read", path }], display: { kind: "text", text: `List ${path}` } }),
  async run(input, { workspace, signal }) {
    const lines = input.depth === 1 ? await listOne(workspace, input) : await listTree(workspace, input, signal);
    const shown = lines.slice(0, input.limit);
    if (lines.length === 0) shown.push("(empty folder)");
    if (lines.length > input.limit)
      shown.push(`(shown ${input.limit} of ${lines.length}; raise limit or name a folder)`);
    return { text: shown.join("\n"), display: { kind: "text", text: `${lines.length} entries in ${input.path}` } };
  },
});

interface ListInput {
  readonly path: string;
  readonly depth: number;
  readonly hidden: boolean;
}

async function listOne(workspace: Workspace, { path, hidden }: ListInput): Promise<string[]> {
  const entries = await workspace.list(path);
  return entries.filter(({ name }) => hidden || !name.startsWith(".")).map(entryLine);
}

function entryLine({ name, kind }: FolderEntry): string {
  switch (kind) {
    case "file":
      return name;
    case "folder":
      return `${name}/`;
    case "link":
      return `${name} (link)`;
    case "other":
      return `${name} (not a regular file)`;
  }
}

/** The folders above a file down to the depth, outermost first, with their lines; the deepest names itself behind a NUL. */
function foldersOf(parts: readonly string[], depth: number) {
  return parts.slice(0, Math.min(parts.length - 1, depth)).map((name, index) => {
    const folder = parts.slice(0, index + 1).join("/");
    const isDeepest = index + 1 === depth;
    return { folder, isDeepest, line: `${"  ".repeat(index)}${name}/${isDeepest ? `\0${folder}` : ""}` };
  });
}

/** Files down to the depth as indented lines; a folder at the depth is one line with the number of files in it. */
async function listTree(workspace: Workspace, input: ListInput, signal: AbortSignal): Promise<string[]> {
  const shownRoot = workspace.show(input.path);
  const skip = shownRoot === "." ? 0 : shownRoot.length + 1;
  const lines: string[] = [];
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for await (const file of workspace.walk(input.path, { includeHidden: input.hidden, signal })) {
    const parts = file.slice(skip).split("/");
    for (const { folder, line, isDeepest } of foldersOf(parts, input.depth)) {
      if (isDeepest) counts.set(folder, (counts.get(folder) ?? 0) + 1);
      if (!seen.has(folder)) lines.push(line);
      seen.add(folder);
    }
    if (parts.length <= input.depth) lines.push(`${"  ".repeat(parts.length - 1)}${parts.at(-1)}`);
  }
  signal.throwIfAborted();
  return lines.map((line) => {
    const [text = "", folder] = line.split("\0");
    return folder === undefined ? text : `${text} (${counts.get(folder)} files)`;
  });
}
