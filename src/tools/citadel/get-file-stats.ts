import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelGetFileStats = defineCodeTool({
  name: "citadel_get_file_stats",
  verb: "stats",
  description: "Lines, paragraphs and complexity of a file, paragraph by paragraph.",
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
