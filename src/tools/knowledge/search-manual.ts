import { defineTool } from "../define-tool.ts";

export const searchManual = defineTool({
  name: "search_manual",
  description: "Waymark's own documentation by words: its commands, settings, keys, permissions, models, undo.",
  schema: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 1 },
      limit: { type: "integer", minimum: 1, maximum: 10, default: 3 },
    },
    required: ["query"],
  },
  intent: ({ query }) => ({ accesses: [], display: { kind: "text", text: `Search Waymark's manual for ${query}` } }),
  // The ranking is read with the first question.
  run: async (asked, context) => (await import("./ranked-sections.ts")).foundInManual(asked, context),
});
