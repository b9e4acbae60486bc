import { defineCodeTool, PAGE } from "./define-code-tool.ts";

export const citadelJobs = defineCodeTool({
  name: "citadel_jobs",
  verb: "jobs",
  description: "Which job and step creates, reads, updates or deletes which dataset or table (CRUD matrix).",
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
