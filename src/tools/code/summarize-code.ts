import { givenGlob } from "../../core/given-glob.ts";
import type { FileStat } from "../../core/ports/workspace.ts";
import { type Digest, type ToolContext, ToolFailure } from "../../core/tool.ts";
import { decodeFile } from "../../engines/text/file-text.ts";
import { defineTool } from "../define-tool.ts";

/** A file below both is shown whole (CL-40). */
const WHOLE_LINES_MAX = 1_000;
const WHOLE_BYTES_MAX = 50 * 1024;
/** Of a long file that no parser reads. */
const HEAD_LINES_MAX = 100;
/** Of a folder as many files are shown, and whole ones up to that size together. */
const FILES_MAX = 20;

export const summarizeCode = defineTool({
  name: "summarize_code",
  description:
    "Small source files whole, large ones as their outline with line numbers. path may be a folder, with glob for its files; query says what matters.",
  schema: {
    type: "object",
    properties: {
      path: { type: "string", default: "." },
      query: { type: "string", maxLength: 2_000 },
      glob: { type: "string" },
    },
  },
  intent: ({ path, glob }) => ({
    accesses: [{ kind: "read", path }],
    display: { kind: "text", text: `Summarize ${glob === undefined ? path : `${glob} in ${path}`}` },
  }),
  async run({ path, query, glob }, context) {
    const stat = await context.workspace.stat(path);
    if (stat?.kind !== "folder") return oneFile(path, stat, query, context);
    if (glob === undefined)
      throw new ToolFailure(`${context.workspace.show(path)} is a folder; say which of its files by glob.`);
    return severalFiles(path, glob, context);
  },
});

interface Shown {
  readonly text: string;
  readonly bytes: number;
  readonly lines: number;
  /** There when it is only an outline. */
  readonly source?: string;
}

async function oneFile(path: string, stat: FileStat | undefined, query: string | undefined, context: ToolContext) {
  const shown = context.workspace.show(path);
  if (stat?.kind !== "file") throw new ToolFailure(`${shown} is no file. find_files finds it by its name.`);
  if (context.workspace.isSecret(path))
    throw new ToolFailure(`${shown} may hold secrets; read_file shows it with its values masked.`);
  const file = await showFile(path, context, WHOLE_BYTES_MAX);
  if (file === undefined) throw new ToolFailure(`${shown} is binary; it has no outline.`);
  const digest: Digest | undefined =
    file.source === undefined ? undefined : { path: shown, text: file.source, question: questionOf(query) };
  return {
    text: file.text,
    display: { kind: "text", text: `${shown}: ${file.lines} lines` } as const,
    ...(digest === undefined ? {} : { digest }),
  };
}

function questionOf(query: string | undefined): string {
  return query === undefined
    ? "Say what this source is for and how it works."
    : `What matters of this source: ${query}`;
}

async function severalFiles(folder: string, glob: string, context: ToolContext) {
  const { workspace, signal } = context;
  const matches = givenGlob(glob);
  const shown = workspace.show(folder);
  const skip = shown === "." ? 0 : shown.length + 1;
  const sections: string[] = [];
  let room = WHOLE_BYTES_MAX;
  let total = 0;
  for await (const path of workspace.walk(folder, { signal })) {
    if (!matches(path.slice(skip)) || workspace.isSecret(path) || ++total > FILES_MAX) continue;
    const file = await showFile(path, context, room);
    if (file === undefined) sections.push(`## ${path}\nbinary`);
    else {
      if (file.source === undefined) room -= file.bytes;
      sections.push(`## ${path} (${file.lines} lines)\n${file.text}`);
    }
  }
  signal.throwIfAborted();
  if (total === 0) throw new ToolFailure(`No file matches ${glob} in ${shown}.`);
  if (total > FILES_MAX) sections.push(`(shown ${FILES_MAX} of ${total} files; narrow glob)`);
  return {
    text: sections.join("\n\n"),
    display: { kind: "text", text: `${Math.min(total, FILES_MAX)} files match ${glob}` } as const,
  };
}

/** As many as a split would give, without making them. */
function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** @returns undefined for a binary file */
async function showFile(
  path: string,
  { workspace, code, signal }: ToolContext,
  bytesMax: number,
): Promise<Shown | undefined> {
  const bytes = await workspace.readBytes(path);
  const decoded = decodeFile(bytes);
  if (decoded.kind === "binary") return undefined;
  const size = { bytes: bytes.length, lines: lineCount(decoded.text) };
  if (size.lines < WHOLE_LINES_MAX && bytes.length < bytesMax)
    return { ...size, text: numbered(decoded.text.split("\n")) };
  try {
    return { ...size, text: await code.query("summary", { path: workspace.show(path) }, signal), source: decoded.text };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    // No parser reads it: its beginning has to do.
    const head = numbered(decoded.text.split("\n", HEAD_LINES_MAX)).slice(0, bytesMax);
    return { ...size, text: `${head}\n(the beginning of ${size.lines} lines; read_file shows the rest)` };
  }
}

function numbered(lines: readonly string[]): string {
  return lines.map((line, index) => `${index + 1}\t${line}`).join("\n");
}
