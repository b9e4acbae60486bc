import { createGlobMatcher, globFolder } from "../../base/glob.ts";
import { defineTool } from "../define-tool.ts";

export const findFiles = defineTool({
  name: "find_files",
  description: "Finds files by glob, such as src/**/*.{py,cbl}; not what git ignores.",
  schema: {
    type: "object",
    properties: {
      pattern: { type: "string" },
      path: { type: "string", default: "." },
      ignored: { type: "boolean", default: false },
      limit: { type: "integer", minimum: 1, default: 200, untold: true },
    },
    required: ["pattern"],
  },
  intent: ({ pattern, path }) => ({
    accesses: [{ kind: "read", path }],
    display: { kind: "text", text: `Find ${pattern}${path === "." ? "" : ` in ${path}`}` },
  }),
  async run({ pattern, path, ignored, limit }, { workspace, signal }) {
    const matches = createGlobMatcher(pattern, { braces: true });
    const includeHidden = /(?:^|[/{,])\.[^./]/.test(pattern);
    const folder = await narrowed(
      path,
      globFolder(pattern),
      async (wanted) => (await workspace.stat(wanted))?.kind === "folder",
    );
    const shownPath = workspace.show(path);
    const skip = shownPath === "." ? 0 : shownPath.length + 1;
    const found: string[] = [];
    let total = 0;
    for await (const file of workspace.walk(folder, { includeHidden, includeIgnored: ignored, signal })) {
      if (!matches(file.slice(skip))) continue;
      if (++total <= limit) found.push(file);
    }
    signal.throwIfAborted();
    if (total === 0) found.push(`No file matches ${pattern}${path === "." ? "" : ` in ${path}`}.`);
    if (total > limit) found.push(`(shown ${limit} of ${total}; raise limit or narrow the pattern)`);
    return { text: found.join("\n"), display: { kind: "text", text: `${total} files match ${pattern}` } };
  },
});

/** The folder that all matches lie in, so that only it is walked. */
async function narrowed(path: string, folder: string, isFolder: (path: string) => Promise<boolean>): Promise<string> {
  if (folder === "") return path;
  const wanted = path === "." ? folder : `${path.replace(/\/$/, "")}/${folder}`;
  return (await isFolder(wanted)) ? wanted : path;
}
