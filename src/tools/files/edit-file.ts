import { ToolFailure } from "../../core/tool.ts";
import type { EditRequest } from "../../engines/edits/edit-plan.ts";
import { defineTool } from "../define-tool.ts";
import { plannedEdit } from "./planned-edit.ts";

const REPLACEMENT = {
  old_string: { type: "string" },
  new_string: { type: "string" },
  replace_all: { type: "boolean", default: false },
} as const;

export const editFile = defineTool({
  name: "edit_file",
  description:
    "Replaces old_string by new_string in a file, or several in edits: in order, all or none. old_string stands there exactly so, and once.",
  schema: {
    type: "object",
    properties: {
      path: { type: "string" },
      ...REPLACEMENT,
      edits: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: REPLACEMENT,
          required: ["old_string", "new_string"],
        },
      },
    },
    required: ["path"],
  },
  acts: "changes",
  intent: ({ path }) => ({ accesses: [{ kind: "write", path }], display: { kind: "text", text: `Edit ${path}` } }),
  ...plannedEdit(requestOf),
});

interface EditInput {
  readonly path: string;
  readonly old_string?: string;
  readonly new_string?: string;
  readonly replace_all: boolean;
  readonly edits?: readonly {
    readonly old_string: string;
    readonly new_string: string;
    readonly replace_all: boolean;
  }[];
}

/** The single replacement first, then the list: all in order, all or none. */
function requestOf(input: EditInput): Omit<EditRequest, "root"> {
  const { path, old_string: oldText, new_string: newText, replace_all, edits = [] } = input;
  if ((oldText === undefined) !== (newText === undefined))
    throw new ToolFailure("old_string and new_string belong together; give both, or only edits.");
  if (oldText === undefined && edits.length === 0) throw new ToolFailure("Give old_string and new_string, or edits.");
  const single = oldText === undefined ? [] : [{ old_string: oldText, new_string: newText, replace_all }];
  const all = [...single, ...edits];
  if (all.some((edit) => edit.old_string === ""))
    throw new ToolFailure("old_string must not be empty; write_file creates a file, or writes all of one.");
  return { format: "str_replace", input: { path, edits: all } };
}
