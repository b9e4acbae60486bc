import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelImpact = defineCodeTool({
  name: "citadel_impact",
  verb: "impact",
  description:
    "What a change of a field, copybook, table, dataset, map, paragraph or program reaches, with the line that proves each step.",
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
