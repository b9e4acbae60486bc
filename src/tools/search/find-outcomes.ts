import { OUTCOME_KINDS } from "../../engines/citadel/queries/outcomes/outcome.ts";
import { defineTool } from "../define-tool.ts";

export const findOutcomes = defineTool({
  name: "citadel_outcomes",
  description:
    "Ranks what the branches of COBOL programs bring about by a question in words: messages, return codes, formulas, fixed values, each with the conditions that lead there.",
  schema: {
    type: "object",
    properties: {
      query: { type: "string", maxLength: 2_000, description: "all in the order of their lines without" },
      kind: { type: "string", enum: ["any", ...OUTCOME_KINDS], default: "any" },
      path: { type: "string", default: ".", description: "file or folder" },
      limit: { type: "integer", minimum: 1, maximum: 50, default: 5 },
    },
  },
  isUseful: ({ code }) => code.offer() === "all",
  intent: ({ query, path }) => ({
    accesses: [{ kind: "read", path }],
    display: { kind: "text", text: `Find outcomes${query ? ` for ${query}` : ""}${path === "." ? "" : ` in ${path}`}` },
  }),
  // The parser and the ranking are read with the first question.
  run: async (asked, context) => (await import("./ranked-outcomes.ts")).rankedOutcomes(asked, context),
});
