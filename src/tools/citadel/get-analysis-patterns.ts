import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelGetAnalysisPatterns = defineCodeTool({
  name: "citadel_get_analysis_patterns",
  verb: "patterns",
  description:
    "How often each kind of statement occurs in a file: data flow, control flow, error handling, input and output.",
  schema: {
    type: "object",
    properties: {
      file_path: { type: "string", minLength: 1 },
      ...PAGE,
    },
    required: ["file_path"],
  },
  path: (input) => input.file_path,
  question: ({ limit, offset }) => ({ limit, offset }),
});
