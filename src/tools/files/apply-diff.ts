import type { Access } from "../../core/permissions/accesses.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import { EDIT_FORMATS, type FileEdit } from "../../engines/edits/model.ts";
import { defineTool } from "../define-tool.ts";
import { explainEditError, plannedEdit } from "./planned-edit.ts";

let parser: typeof import("../../engines/edits/forms/parse-edit.ts") | undefined;

export const applyDiff = defineTool({
  name: "apply_diff",
  description:
    "Applies edits to one or more files, all or none: a unified diff, SEARCH/REPLACE blocks or a *** Begin Patch envelope. Checked against the files first; line numbers need not be right, context must be.",
  schema: {
    type: "object",
    properties: {
      diff: { type: "string", minLength: 1 },
      path: { type: "string", description: "the file meant where the diff names none" },
      format: { type: "string", enum: EDIT_FORMATS, default: "auto" },
    },
    required: ["diff"],
  },
  async load() {
    parser ??= await import("../../engines/edits/forms/parse-edit.ts");
  },
  acts: "changes",
  async prepare(input, { workspace }) {
    return { ...input, paths: await meantPaths(input, workspace) };
  },
  intent: ({ diff, path, format, paths: meant }) => {
    const input = { format, diff, ...(path === undefined ? {} : { path }) };
    const paths = meant ?? pathsOf(input);
    return {
      accesses: [
        ...paths.map((name): Access => ({ kind: "write", path: name })),
        ...handedOn(input, paths).map((name): Access => ({ kind: "read", path: name })),
      ],
      display: { kind: "text", text: `Apply a diff to ${paths.join(", ") || "no file"}` },
    };
  },
  ...plannedEdit(requestOf),
});

interface DiffInput {
  readonly diff: string;
  readonly path?: string;
  readonly format: (typeof EDIT_FORMATS)[number];
}

function requestOf({ diff, path, format }: DiffInput) {
  return { format, input: diff, ...(path === undefined ? {} : { path }) };
}

/** Every file the text may mean. */
function pathsOf(input: DiffInput): readonly string[] {
  const names = filesOf(input).flatMap((file) => [...file.names, ...movedTo(file)]);
  return [...new Set([...names, ...(input.path === undefined ? [] : [input.path])])];
}

/** Of the names that a part of the text may mean those that are there; where none is, the likeliest, as the edit itself takes it. */
async function meantPaths(input: DiffInput, workspace: Pick<Workspace, "stat">): Promise<readonly string[]> {
  const paths = new Set(input.path === undefined ? [] : [input.path]);
  for (const file of filesOf(input)) {
    const stats = await Promise.all(file.names.map((name) => workspace.stat(name).catch(() => null)));
    const there = file.names.filter((_, index) => stats[index] !== undefined);
    for (const name of [...(there.length > 0 ? there : file.names.slice(0, 1)), ...movedTo(file)]) paths.add(name);
  }
  return [...paths];
}

/** Files that come to lie under another name, where all of them may be read. */
const handedOn = (input: DiffInput, paths: readonly string[]): readonly string[] =>
  filesOf(input).flatMap(({ names, moveTo }) =>
    moveTo === undefined ? [] : names.filter((name) => paths.includes(name)),
  );

const movedTo = ({ moveTo }: FileEdit): readonly string[] => (moveTo === undefined ? [] : [moveTo]);

/** @throws {ToolFailure} what cannot be read is no call */
function filesOf({ format, diff, path }: DiffInput): readonly FileEdit[] {
  const parsed = parser?.parseEdit(format, diff, path);
  if (parsed === undefined) throw new Error("apply_diff was called before it was loaded");
  if (parsed.kind === "failed") throw new ToolFailure(explainEditError(parsed.error));
  return parsed.files;
}
