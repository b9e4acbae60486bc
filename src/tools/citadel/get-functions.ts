import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelGetFunctions = defineCodeTool({
  name: "citadel_get_functions",
  verb: "functions",
  description: "The functions, paragraphs, sections, programs or steps of a file with their lines and calls.",
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
