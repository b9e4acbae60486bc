import { ToolFailure } from "../../core/tool.ts";
import { defineTool } from "../define-tool.ts";

export const shellStop = defineTool({
  name: "shell_stop",
  description: "Ends a background process and its children.",
  schema: {
    type: "object",
    properties: { handle: { type: "string" } },
    required: ["handle"],
  },
  intent: ({ handle }) => ({ accesses: [], display: { kind: "text", text: `Stop ${handle}` } }),
  async run({ handle }, { processes }) {
    const id = processes.list().find((one) => one.handle === handle)?.id ?? handle;
    const stopped = await processes.stop(id);
    if (stopped === undefined) {
      const known = processes.list().map((one) => one.id);
      throw new ToolFailure(
        `There is no background process ${id}. ${known.length === 0 ? "None was started." : `There are: ${known.join(", ")}.`}`,
      );
    }
    const text = `${id} has ended. Its output stays under handle ${stopped.handle}.`;
    return { text, display: { kind: "text", text }, background: { id, state: "exited" } };
  },
});
