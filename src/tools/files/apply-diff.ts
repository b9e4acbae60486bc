import type { Access } from "../../core/permissions/accesses.ts";
import { ToolFailure } from "../../core/tool.ts";
import { EDIT_FORMATS } from "../../engines/edits/model.ts";
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
  intent: ({ diff, path, format }) => {
    const paths = pathsOf(format, diff, path);
    return {
      accesses: paths.map((name): Access => ({ kind: "write", path: name })),
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

/** Every file the text may mean. What cannot be read is no call. */
function pathsOf(format: DiffInput["format"], diff: string, path: string | undefined): readonly string[] {
  const parsed = parser?.parseEdit(format, diff, path);
  if (parsed === undefined) throw new Error("apply_diff was called before it was loaded");
  if (parsed.kind === "failed") throw new ToolFailure(explainEditError(parsed.error));
  const names = parsed.files.flatMap((file) => [...file.names, ...(file.moveTo === undefined ? [] : [file.moveTo])]);
  return [...new Set([...names, ...(path === undefined ? [] : [path])])];
}
