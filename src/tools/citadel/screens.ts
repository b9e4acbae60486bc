import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelScreens = defineCodeTool({
  name: "citadel_screens",
  verb: "screens",
  description: "Transactions, the programs they start, the maps those send and receive, and where they go on to.",
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
