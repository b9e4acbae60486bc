import { expect, test } from "vitest";
import type { ToolSpec } from "../protocol/tool-spec.ts";
import { plannerSystem, replannerSystem } from "./plan-planner.ts";

const TOOL: ToolSpec = {
  name: "find_files",
  description: "Finds files.",
  schema: {
    type: "object",
    properties: {
      pattern: { type: "string", minLength: 1 },
      limit: { type: "integer", untold: true },
      rows: { type: "array", items: { type: "object", properties: { hidden: { type: "boolean", untold: true } } } },
    },
    required: ["pattern"],
  },
};

test.each([plannerSystem, replannerSystem])(
  "$name tells of a tool's parameters as the list of tools does",
  (system) => {
    const said = system("base", [TOOL]);
    expect(said).toContain('- find_files: Finds files. {"pattern":{"type":"string"},');
    expect(said).toContain(" required: pattern");
    expect(said).not.toMatch(/untold|limit"|hidden"/);
  },
);
