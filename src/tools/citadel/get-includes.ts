import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelGetIncludes = defineCodeTool({
  name: "citadel_get_includes",
  verb: "includes",
  description: "The COPY, INCLUDE and import members of a file and where they were found.",
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
