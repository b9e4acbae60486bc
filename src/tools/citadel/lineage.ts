import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelLineage = defineCodeTool({
  name: "citadel_lineage",
  verb: "lineage",
  description: "Where the value of a field comes from and goes to: moves, files, tables.",
  schema: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1 },
      file_path: { type: "string", default: ".", description: "the file that holds it, or a folder" },
      ...PAGE,
    },
    required: ["name"],
  },
  path: (input) => input.file_path,
  question: ({ name, limit, offset }) => ({ names: [name], limit, offset }),
});
