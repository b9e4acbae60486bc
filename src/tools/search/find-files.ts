import { globFolder } from "../../base/glob.ts";
import { givenGlob } from "../../core/given-glob.ts";
import { ToolFailure } from "../../core/tool.ts";
import { defineTool } from "../define-tool.ts";

/** One page, whatever is asked for: it is shown whole. */
const PAGE_CHARACTERS_MAX = 30_000;

/** Paths that hold the words of a pattern which matches none. */
const NEAR_MAX = 10;

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
      offset: { type: "integer", minimum: 0, default: 0, untold: true },
    },
    required: ["pattern"],
  },
  intent: ({ pattern, path }) => ({
    accesses: [{ kind: "read", path }],
    display: { kind: "text", text: `Find ${pattern}${path === "." ? "" : ` in ${path}`}` },
  }),
  async run({ pattern, path, ignored, limit, offset }, { workspace, signal }) {
    const matches = givenGlob(pattern);
    const includeHidden = /(?:^|[/{,])\.[^./]/.test(pattern);
    const folder = await narrowed(
      path,
      globFolder(pattern),
      async (wanted) => (await workspace.stat(wanted))?.kind === "folder",
    );
    const shownPath = workspace.show(path);
    const skip = shownPath === "." ? 0 : shownPath.length + 1;
    const page = new FilePage(offset, limit);
    const near: string[] = [];
    for await (const file of workspace.walk(folder, { includeHidden, includeIgnored: ignored, signal }))
      if (matches(file.slice(skip))) page.add(file);
      else if (near.length < NEAR_MAX && file.slice(skip).toLowerCase().includes(pattern.toLowerCase()))
        near.push(file);
    signal.throwIfAborted();
    const { total } = page;
    if (total > 0 && offset >= total)
      throw new ToolFailure(`${pattern} matches only ${total} files; offset ${offset} is past the last one.`);
    const hold = near.length === 0 ? "" : ` Paths that hold it: ${near.join(", ")}.`;
    const none = `No file matches ${pattern}${path === "." ? "" : ` in ${path}`}.${hold}`;
    const text = total === 0 ? none : [...page.files, ...page.notes()].join("\n");
    return { text, kind: "search", display: { kind: "text", text: `${total} files match ${pattern}` } };
  },
});

/** The files of a list behind the first `offset`, as many as are asked for and a page holds; one at least. */
class FilePage {
  readonly files: string[] = [];
  /** Files of the whole list. */
  total = 0;
  private characters = 0;
  private readonly offset: number;
  private readonly limit: number;

  constructor(offset: number, limit: number) {
    this.offset = offset;
    this.limit = limit;
  }

  add(file: string): void {
    this.total += 1;
    if (this.total <= this.offset || this.files.length >= this.limit) return;
    this.characters += file.length + 1;
    if (this.files.length === 0 || this.characters <= PAGE_CHARACTERS_MAX) this.files.push(file);
  }

  /** Which part it is, unless it is all. */
  notes(): string[] {
    const until = this.offset + this.files.length;
    if (this.files.length === this.total) return [];
    const next = until < this.total ? `; offset ${until} goes on` : "";
    return [`(shown ${this.offset + 1}-${until} of ${this.total}${next})`];
  }
}

/** The folder that all matches lie in, so that only it is walked. */
async function narrowed(path: string, folder: string, isFolder: (path: string) => Promise<boolean>): Promise<string> {
  if (folder === "") return path;
  const wanted = path === "." ? folder : `${path.replace(/\/$/, "")}/${folder}`;
  return (await isFolder(wanted)) ? wanted : path;
}
