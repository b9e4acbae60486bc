import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelGetDeadCode = defineCodeTool({
  name: "citadel_get_dead_code",
  verb: "dead-code",
  description:
    "What nothing reaches, with the reason, and what only looks dead: paragraphs, statements, programs, copybooks, screens.",
  schema: {
    type: "object",
    properties: {
      path: { type: "string", default: ".", description: "file or folder" },
      exclude_types: { type: "array", items: { type: "string" }, description: "kinds to leave out, such as copybook" },
      include_only_types: { type: "array", items: { type: "string" } },
      ...PAGE,
    },
  },
  path: (input) => input.path,
  question: ({ exclude_types: exclude, include_only_types: only, limit, offset }) => ({
    ...(exclude && { exclude }),
    ...(only && { only }),
    limit,
    offset,
  }),
});
