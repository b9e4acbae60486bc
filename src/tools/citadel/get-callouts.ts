import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelGetCallouts = defineCodeTool({
  name: "citadel_get_callouts",
  verb: "callouts",
  description:
    "Everything that a file or folder refers to, by relationship: calls, copies, reads, writes, executes … and whether it was found.",
  schema: {
    type: "object",
    properties: {
      path: { type: "string", default: ".", description: "file or folder" },
      ...PAGE,
    },
  },
  path: (input) => input.path,
  question: ({ limit, offset }) => ({ limit, offset }),
});
