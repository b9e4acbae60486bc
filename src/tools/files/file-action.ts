import { sha256 } from "../../base/sha256.ts";
import type { Access } from "../../core/permissions/accesses.ts";
import type { FileChange, Workspace } from "../../core/ports/workspace.ts";
import type { Display } from "../../core/protocol/display.ts";
import { type ToolContext, ToolFailure, type ToolOutput } from "../../core/tool.ts";
import type { EditRequest } from "../../engines/edits/edit-plan.ts";
import { showName } from "../../engines/paths/file-names.ts";
import { defineTool } from "../define-tool.ts";
import { listFiles } from "./list-files.ts";
import { type PlanPorts, planInWorkspace, summarizeChanges } from "./planned-edit.ts";
import { readFile } from "./read-file.ts";

/** The actions of one file editor (CA-11); those that change go through the edit engine and one commit. */
const COMMANDS = ["view", "view_context", "create", "copy", "delete", "insert", "str_replace"] as const;
const FILES_MAX = 5_000;

export const fileAction = defineTool({
  name: "file_action",
  description: "Copies or deletes a file or folder, inserts after a line (0 is the top), creates, views, replaces.",
  schema: {
    type: "object",
    properties: {
      command: { type: "string", enum: COMMANDS },
      path: { type: "string" },
      target_path: { type: "string" },
      content: { type: "string" },
      insert_line: { type: "integer", minimum: 0 },
      view_range: { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 2, untold: true },
      center: { type: "integer", minimum: 1 },
      old_string: { type: "string" },
      new_string: { type: "string" },
    },
    required: ["command", "path"],
  },
  intent: (input) => ({
    accesses: accessesOf(input),
    display: {
      kind: "text",
      text: `${input.command} ${input.path}${input.target_path ? ` to ${input.target_path}` : ""}`,
    },
  }),
  async preview(input, context) {
    return (await planOf(input, context))?.display ?? { kind: "text", text: `${input.command} ${input.path}` };
  },
  async run(input, context) {
    const planned = await planOf(input, context);
    if (!planned) return view(input, context);
    const { workspace } = context;
    if (planned.isLink) await workspace.removeLink(input.path);
    else await workspace.commit(planned.changes, context.signal);
    if (input.command === "delete" && !planned.isLink) await workspace.removeEmptyFolders(input.path);
    return { text: planned.text, display: planned.display };
  },
});

interface FileAction {
  readonly command: (typeof COMMANDS)[number];
  readonly path: string;
  readonly target_path?: string;
  readonly content?: string;
  readonly insert_line?: number;
  /** First and last line, from 1; -1 is the end. */
  readonly view_range?: readonly number[];
  readonly center?: number;
  readonly old_string?: string;
  readonly new_string?: string;
}

interface PlannedAction {
  readonly changes: readonly FileChange[];
  readonly display: Display;
  readonly text: string;
  /** It takes a link away, which is no file of its own. */
  readonly isLink?: true;
}

function accessesOf({ command, path, target_path: target }: FileAction): readonly Access[] {
  switch (command) {
    case "view":
    case "view_context":
      return [{ kind: "read", path }];
    case "copy":
      return [{ kind: "read", path }, ...(target === undefined ? [] : [{ kind: "write", path: target } as const])];
    case "delete":
      return [{ kind: "write", path, deletes: true }];
    case "create":
    case "insert":
    case "str_replace":
      return [{ kind: "write", path }];
  }
}

/** @returns what would be changed; nothing for an action that only looks */
async function planOf(input: FileAction, ports: PlanPorts): Promise<PlannedAction | undefined> {
  switch (input.command) {
    case "view":
    case "view_context":
      return undefined;
    case "create":
      return create(input, ports);
    case "insert": {
      const { insert_line, content } = input;
      if (insert_line === undefined)
        throw new ToolFailure("insert_line is required: the line to insert after, 0 for the top.");
      if (content === undefined) throw new ToolFailure("content is required: the text to insert.");
      return edit({ path: input.path, insert_line, new_string: content }, ports);
    }
    case "str_replace": {
      const { path, old_string, new_string } = input;
      if (old_string === undefined || new_string === undefined)
        throw new ToolFailure("old_string and new_string are required.");
      return edit({ path, old_string, new_string }, ports);
    }
    case "copy":
      return copy(input, ports.workspace);
    case "delete":
      return remove(input.path, ports.workspace);
  }
}

async function edit(input: Exclude<EditRequest["input"], string>, ports: PlanPorts): Promise<PlannedAction> {
  const { changes, files, display } = await planInWorkspace(ports, { format: "str_replace", input });
  return { changes, display, text: summarizeChanges(files) };
}

async function create({ path, content = "" }: FileAction, ports: PlanPorts): Promise<PlannedAction> {
  const { workspace } = ports;
  if (await workspace.stat(path))
    throw new ToolFailure(`File already exists: ${path}. Use str_replace, or write_file to replace it whole.`);
  const { changes, display } = await planInWorkspace(ports, { format: "whole", input: { path, content } });
  return { changes, display, text: `File created: ${workspace.show(path)}` };
}

async function copy({ path, target_path: target }: FileAction, workspace: Workspace): Promise<PlannedAction> {
  if (target === undefined) throw new ToolFailure("target_path is required: where the copy goes.");
  const changes: FileChange[] = [];
  const from = workspace.show(path);
  for (const file of await filesAt(path, workspace)) {
    const below = from === "." ? `/${file}` : file.slice(from.length);
    const to = target.replace(/(?<!^)\/+$/, "") + below;
    if (await workspace.stat(to))
      throw new ToolFailure(`${to} exists already; delete it first or choose another target_path.`);
    changes.push({
      kind: "write",
      path: to,
      bytes: await workspace.readBytes(file),
      expected: null,
      permissionsOf: file,
    });
  }
  const left = await linksBelow(path, workspace);
  const named = left.slice(0, LINKS_SHOWN_MAX).map(showName).join(", ");
  const leftOut =
    left.length === 0 ? "" : `; ${left.length === 1 ? "a link" : `${left.length} links`} left out: ${named}`;
  const text = `Copied from ${from} to ${workspace.show(target)} (${changes.length} ${changes.length === 1 ? "file" : "files"}${leftOut})`;
  return { changes, display: { kind: "text", text }, text };
}

const LINKS_SHOWN_MAX = 5;

/** Links among the files of a folder, which a copy does not follow, from the folder. */
async function linksBelow(path: string, workspace: Workspace): Promise<readonly string[]> {
  if ((await workspace.stat(path))?.kind !== "folder") return [];
  const links: string[] = [];
  // As a walk over the files goes.
  for (const open = [""]; open.length > 0; ) {
    const folder = open.pop() ?? "";
    for (const { name, kind } of await workspace.list(`${path}/${folder}`)) {
      if (kind === "link") links.push(`${folder}${name}`);
      if (kind === "folder" && name !== ".git") open.push(`${folder}${name}/`);
    }
  }
  return links.sort();
}

async function remove(path: string, workspace: Workspace): Promise<PlannedAction> {
  const leadsTo = workspace.linkAt(path);
  if (leadsTo !== undefined) {
    const text = `Deleted: ${workspace.show(path)} (a link to ${showName(leadsTo)}, which stays)`;
    return { changes: [], display: { kind: "text", text }, text, isLink: true };
  }
  const changes: FileChange[] = [];
  for (const file of await filesAt(path, workspace))
    changes.push({ kind: "delete", path: file, expected: await sha256(await workspace.readBytes(file)) });
  const names = changes.map((change) => (change.kind === "delete" ? change.path : ""));
  const text = `Deleted: ${workspace.show(path)} (${changes.length} ${changes.length === 1 ? "file" : "files"})`;
  return { changes, display: { kind: "text", text: `${text}\n${names.join("\n")}` }, text };
}

/** The file, or every file below the folder, ignored and hidden ones too. */
async function filesAt(path: string, workspace: Workspace): Promise<readonly string[]> {
  const stat = await workspace.stat(path);
  if (stat === undefined) throw new ToolFailure(`Path does not exist: ${path}. list_files shows what is there.`);
  if (stat.kind === "file") return [workspace.show(path)];
  const files: string[] = [];
  for await (const file of workspace.walk(path, { includeHidden: true, includeIgnored: true })) {
    files.push(file);
    if (files.length > FILES_MAX) throw new ToolFailure(`${path} holds more than ${FILES_MAX} files; use the shell.`);
  }
  return files;
}

async function view(
  { command, path, center, view_range: range }: FileAction,
  context: ToolContext,
): Promise<ToolOutput> {
  if (command === "view_context" && center === undefined) throw new ToolFailure("center is required for view_context.");
  const stat = await context.workspace.stat(path);
  if (stat?.kind === "folder") return listFiles.run(listFiles.parse({ path }), context);
  const part = command === "view_context" ? { center } : rangeOf(range);
  return readFile.run(readFile.parse({ path, ...part }), context);
}

function rangeOf([first, last]: readonly number[] = []): { readonly offset?: number; readonly limit?: number } {
  if (first === undefined || last === undefined) return {};
  return { offset: first, ...(last < first ? {} : { limit: last - first + 1 }) };
}
