import { defineCodeTool } from "./define-code-tool.ts";

export const citadelGetFunctionBodies = defineCodeTool({
  name: "citadel_get_function_bodies",
  verb: "bodies",
  description: "The source of several functions, paragraphs or sections of one file.",
  schema: {
    type: "object",
    properties: {
      file_path: { type: "string", minLength: 1 },
      function_names: { type: "array", items: { type: "string" }, minItems: 1 },
    },
    required: ["file_path", "function_names"],
  },
  path: (input) => input.file_path,
  question: (input) => ({ names: input.function_names }),
});
