import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelGetCallers = defineCodeTool({
  name: "citadel_get_callers",
  verb: "callers",
  description:
    "Who performs, calls, copies, runs or uses a program, paragraph, copybook, table, map, dataset or field, over the whole folder.",
  schema: {
    type: "object",
    properties: {
      file_path: { type: "string", default: ".", description: "the file that holds it, or a folder" },
      function_name: { type: "string", minLength: 1 },
      ...PAGE,
    },
    required: ["function_name"],
  },
  path: (input) => input.file_path,
  question: ({ function_name, limit, offset }) => ({ names: [function_name], limit, offset }),
});
