import { defineCodeTool } from "./define-code-tool.ts";

export const citadelGetSequenceDiagrams = defineCodeTool({
  name: "citadel_get_sequence_diagrams",
  verb: "sequence",
  description: "Mermaid sequence diagrams of the longest call chains of a file or folder.",
  schema: {
    type: "object",
    properties: {
      path: { type: "string", default: ".", description: "file or folder" },
      max_diagrams: { type: "integer", minimum: 1, maximum: 10, default: 3 },
      min_sequence_length: { type: "integer", minimum: 1, default: 2, description: "calls in a chain" },
    },
  },
  path: (input) => input.path,
  question: (input) => ({ diagramsMax: input.max_diagrams, callsMin: input.min_sequence_length }),
});
