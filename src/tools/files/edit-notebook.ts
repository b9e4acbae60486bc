import type { Display } from "../../core/protocol/display.ts";
import { ToolFailure } from "../../core/tool.ts";
import type { Rewrite, ShownRewrite } from "../../engines/edits/rewrite-shown.ts";
import type { NotebookEdit, NotebookRequest } from "../../engines/text/notebook.ts";
import { defineTool } from "../define-tool.ts";
import { readTextFile, rewrite } from "./file-text.ts";
import type { PlanPorts } from "./planned-edit.ts";

export const editNotebookCell = defineTool({
  name: "edit_notebook",
  description:
    "Replaces, inserts or deletes one cell of a Jupyter notebook (.ipynb) by its number, as read_file numbers them. What the cell had put out is taken out.",
  schema: {
    type: "object",
    properties: {
      path: { type: "string" },
      cell: { type: "integer", minimum: 1, description: "an inserted cell comes to stand here" },
      mode: { type: "string", enum: ["replace", "insert", "delete"], default: "replace" },
      source: { type: "string", description: "the whole cell" },
      kind: { type: "string", enum: ["code", "markdown"] },
    },
    required: ["path", "cell"],
  },
  acts: "changes",
  intent: ({ path, cell, mode }) => ({
    // A number says nothing of what the cell holds: a cell that has moved since would be lost unseen.
    accesses: [{ kind: "write", path, ...(mode === "insert" ? {} : { replaces: true }) }],
    display: { kind: "text", text: `${mode} cell ${cell} of ${path}` },
  }),
  preview: async (input, ports) => (await changed(input, ports)).display,
  async run(input, ports) {
    const { change, display, shown } = await changed(input, ports);
    await ports.workspace.commit([change], ports.signal);
    return { text: `${shown}: cell ${input.cell} ${DONE[input.mode]}.`, display };
  },
});

const DONE = { replace: "replaced", insert: "inserted", delete: "deleted" } as const;

interface NotebookInput {
  readonly path: string;
  readonly cell: number;
  readonly mode: keyof typeof DONE;
  readonly source?: string;
  readonly kind?: "code" | "markdown";
}

async function changed(input: NotebookInput, { workspace, offThread, signal }: PlanPorts) {
  const file = await readTextFile(workspace, input.path);
  const asked = { text: file.text, change: input } satisfies NotebookRequest;
  // Each member of the cell has the whole text gone through once more.
  const edited = await offThread<NotebookEdit>("edit-notebook", asked, { chars: 4 * file.text.length, signal });
  const shown = workspace.show(input.path);
  if (edited.kind === "failed") throw new ToolFailure(`${shown} is not changed: ${edited.why}.`);
  const rewritten = { path: shown, before: file.text, after: edited.text } satisfies Rewrite;
  const chars = file.text.length + edited.text.length;
  const { diff } = await offThread<ShownRewrite>("rewrite", rewritten, { chars, signal });
  const display: Display = { kind: "diff", paths: [shown], patch: diff.patch };
  return { change: rewrite(workspace, input.path, file, edited.text), display, shown };
}
