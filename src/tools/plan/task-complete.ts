import { defineTool } from "../define-tool.ts";

export const taskComplete = defineTool({
  name: "task_complete",
  description: "Ends the task with a summary: what was done, how it was checked, what is open.",
  schema: {
    type: "object",
    properties: { summary: { type: "string" } },
    required: ["summary"],
  },
  intent: () => ({ accesses: [], display: { kind: "text", text: "Finish" } }),
  async run({ summary }) {
    return { text: "Done.", display: { kind: "text", text: summary }, finish: summary };
  },
});
