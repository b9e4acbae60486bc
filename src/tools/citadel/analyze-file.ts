import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelAnalyzeFile = defineCodeTool({
  name: "citadel_analyze_file",
  verb: "analyze",
  description:
    "What a source file holds: programs, paragraphs, jobs, steps, tables …, what each calls, includes and problems, with lines.",
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
