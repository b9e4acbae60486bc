import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelGetFileSummary = defineCodeTool({
  name: "citadel_get_file_summary",
  verb: "summary",
  description:
    "A file in a few lines: size, entry points, main calls. A folder: what it holds, and which copybooks and programs are missing.",
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
