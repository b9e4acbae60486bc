import { defineCodeTool } from "./define-code-tool.ts";

export const citadelGetFunctionBody = defineCodeTool({
  name: "citadel_get_function_body",
  verb: "body",
  description: "The source of one function, paragraph or section; the name without regard to case.",
  schema: {
    type: "object",
    properties: {
      file_path: { type: "string", minLength: 1 },
      function_name: { type: "string", minLength: 1 },
    },
    required: ["file_path", "function_name"],
  },
  path: (input) => input.file_path,
  question: (input) => ({ names: [input.function_name] }),
});
