import type { FileChange, Workspace } from "../core/ports.ts";
import type { Display } from "../core/protocol/display.ts";
import { ToolFailure } from "../core/tool.ts";
import { type Replacement, type ReplaceResult, replaceText } from "../engines/text/replace-text.ts";
import { defineTool } from "./define-tool.ts";
import { readTextFile, rewrite } from "./file-text.ts";

const REPLACEMENT = {
  old_string: { type: "string", minLength: 1 },
  new_string: { type: "string" },
  replace_all: { type: "boolean", default: false },
} as const;

export const editFile = defineTool({
  name: "edit_file",
  description:
    "Replaces text in a file: old_string by new_string, or several in edits (in order, all or none). old_string is text as it stands in the file, without line numbers, and must occur once.",
  schema: {
    type: "object",
    properties: {
      path: { type: "string" },
      ...REPLACEMENT,
      edits: {
        type: "array",
        minItems: 1,
        items: { type: "object", properties: REPLACEMENT, required: ["old_string", "new_string"] },
      },
    },
    required: ["path"],
  },
  intent: ({ path }) => ({ accesses: [{ kind: "write", path }], display: { kind: "text", text: `Edit ${path}` } }),
  async preview(input, { workspace }) {
    return (await plan(workspace, input)).display;
  },
  async run(input, { workspace }) {
    const { change, display, summary } = await plan(workspace, input);
    await workspace.commit([change]);
    return { text: summary, display };
  },
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

interface EditPlan {
  readonly change: FileChange;
  readonly display: Display;
  readonly summary: string;
}

async function plan(workspace: Workspace, input: EditInput): Promise<EditPlan> {
  const replacements = replacementsOf(input);
  const path = workspace.show(input.path);
  const file = await readTextFile(workspace, input.path);
  const result = replaceText(file.text, replacements);
  if (result.kind !== "replaced") throw new ToolFailure(explain(result, path, replacements.length));
  if (result.text === file.text)
    throw new ToolFailure(`${path} would not change: old_string and new_string are the same.`);
  const { unifiedDiff } = await import("../engines/text/unified-diff.ts");
  const diff = unifiedDiff(path, file.text, result.text);
  const places = result.lines.length === 1 ? `line ${result.lines[0]}` : `lines ${result.lines.join(", ")}`;
  return {
    change: rewrite(workspace, input.path, file, result.text),
    display: { kind: "diff", paths: [path], patch: diff.patch },
    summary: `Edited ${path} at ${places} (+${diff.added} -${diff.removed} lines).`,
  };
}

function replacementsOf(input: EditInput): readonly Replacement[] {
  const { old_string: oldText, new_string: newText, edits = [] } = input;
  if ((oldText === undefined) !== (newText === undefined))
    throw new ToolFailure("old_string and new_string belong together; give both, or only edits.");
  if (oldText === undefined && edits.length === 0) throw new ToolFailure("Give old_string and new_string, or edits.");
  const single =
    oldText === undefined || newText === undefined ? [] : [{ oldText, newText, replaceAll: input.replace_all }];
  return [
    ...single,
    ...edits.map((edit) => ({ oldText: edit.old_string, newText: edit.new_string, replaceAll: edit.replace_all })),
  ];
}

function explain(result: Exclude<ReplaceResult, { kind: "replaced" }>, path: string, count: number): string {
  const which = count === 1 ? "old_string" : `old_string of edit ${result.edit + 1}`;
  const tail = count === 1 ? "" : " Nothing was written.";
  if (result.kind === "ambiguous")
    return `${which} occurs ${result.lines.length} times in ${path} (lines ${result.lines.join(", ")}). Add lines around it until it is unique, or set replace_all.${tail}`;
  const near = result.nearLine;
  const hint =
    near === undefined
      ? "Read the file and copy the text exactly."
      : `Its first line is like line ${near}, but the text differs from there on, perhaps in blanks: read_file with center ${near}.`;
  return `${which} is not in ${path}. ${hint}${tail}`;
}
