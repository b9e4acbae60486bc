import { defineCodeTool } from "./define-code-tool.ts";

export const citadelGetFlowDiagram = defineCodeTool({
  name: "citadel_get_flow_diagram",
  verb: "flow",
  description: "A Mermaid flowchart of the control flow of a file, from a paragraph when one is given.",
  schema: {
    type: "object",
    properties: {
      file_path: { type: "string", minLength: 1 },
      paragraph: { type: "string" },
      include_external: { type: "boolean", default: true },
    },
    required: ["file_path"],
  },
  path: (input) => input.file_path,
  question: ({ paragraph, include_external: external }) => ({ ...(paragraph && { names: [paragraph] }), external }),
});
