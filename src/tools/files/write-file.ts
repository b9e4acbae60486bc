import type { FileChange } from "../../core/ports/workspace.ts";
import type { Display } from "../../core/protocol/display.ts";
import { ToolFailure } from "../../core/tool.ts";
import { PLACEHOLDER_HINT, placeholderText } from "../../engines/edits/placeholder.ts";
import type { Rewrite, ShownRewrite } from "../../engines/edits/rewrite-shown.ts";
import { defineTool } from "../define-tool.ts";
import { readTextFile, rewrite } from "./file-text.ts";
import type { PlanPorts } from "./planned-edit.ts";

export const writeFile = defineTool({
  name: "write_file",
  description: "Creates a file, or replaces all of one that you have read; edit_file is for a part.",
  schema: {
    type: "object",
    properties: { path: { type: "string" }, content: { type: "string" } },
    required: ["path", "content"],
  },
  acts: "changes",
  intent: ({ path }) => ({
    accesses: [{ kind: "write", path, replaces: true }],
    display: { kind: "text", text: `Write ${path}` },
  }),
  async preview(input, ports) {
    return (await plan(ports, input)).display;
  },
  async run(input, ports) {
    const { workspace } = ports;
    const { change, display, isNew, summary } = await plan(ports, input);
    if (change === undefined) return { text: `${input.path} has this content already.`, display };
    await workspace.commit([change], ports.signal);
    return { text: `${isNew ? "Created" : "Replaced"} ${workspace.show(input.path)} (${summary}).`, display };
  },
});

interface WritePlan {
  /** Undefined when the file has that content already. */
  readonly change: FileChange | undefined;
  readonly display: Display;
  readonly isNew: boolean;
  readonly summary: string;
}

async function plan(
  { workspace, offThread, signal }: PlanPorts,
  input: { readonly path: string; readonly content: string },
): Promise<WritePlan> {
  const path = workspace.show(input.path);
  const stat = await workspace.stat(input.path);
  if (stat !== undefined && stat.kind !== "file")
    throw new ToolFailure(`${path} is not a regular file; choose another name.`);
  const before = stat && (await readTextFile(workspace, input.path));
  const text = before === undefined ? input.content : withLineEndsOf(before.text, input.content);
  const rewritten = { path, before: before?.text, after: text } satisfies Rewrite;
  const chars = text.length + (before?.text.length ?? 0);
  const { diff, placeholder } = await offThread<ShownRewrite>("rewrite", rewritten, { chars, signal });
  if (placeholder !== undefined) throw new ToolFailure(`${placeholderText(path, placeholder)}\n${PLACEHOLDER_HINT}`);
  const change: FileChange =
    before === undefined
      ? { kind: "write", path: input.path, bytes: new TextEncoder().encode(text), expected: null }
      : rewrite(workspace, input.path, before, text);
  return {
    change: before?.text === text ? undefined : change,
    display: { kind: "diff", paths: [path], patch: diff.patch },
    isNew: before === undefined,
    summary: `+${diff.added} -${diff.removed} lines`,
  };
}

/** A file that has only CRLF line ends keeps them, as models write line feeds. */
function withLineEndsOf(before: string, content: string): string {
  const isCrlf = before.includes("\r\n") && !/(?<!\r)\n/.test(before);
  return isCrlf && !content.includes("\r") ? content.replaceAll("\n", "\r\n") : content;
}
