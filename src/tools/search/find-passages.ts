import { defineTool } from "../define-tool.ts";

export const findPassages = defineTool({
  name: "find_passages",
  description:
    "Ranks sections of documents, functions, paragraphs and steps of jobs by how well they answer a question in words. Where the words of the code are known, search_code is better. word|word: either.",
  schema: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 1, maxLength: 2_000 },
      path: { type: "string", default: "." },
      limit: { type: "integer", minimum: 1, maximum: 20, default: 5 },
      lines: {
        type: "integer",
        minimum: 0,
        maximum: 40,
        default: 0,
        description: "So many single lines of further passages, too.",
      },
      about: { type: "string", maxLength: 2_000, description: "What was asked before, whose subject the query has." },
    },
    required: ["query"],
  },
  intent: ({ query, path }) => ({
    accesses: [{ kind: "read", path }],
    display: { kind: "text", text: `Find passages for ${query}${path === "." ? "" : ` in ${path}`}` },
  }),
  // The ranking is read with the first question.
  run: async (asked, context) => (await import("./ranked-passages.ts")).rankedPassages(asked, context),
});
