import fc from "fast-check";
import { expect, test } from "vitest";
import { textReader } from "../src/app/models/answers/text-reader.ts";
import { ToolFailure } from "../src/core/tool.ts";
import { judge } from "../src/engines/schema/judge.ts";
import { defineTool } from "../src/tools/define-tool.ts";
import { findFiles } from "../src/tools/search/find-files.ts";
import { toolArguments, toolSchema } from "./arbitrary-schema.ts";
import { rounds } from "./rounds.ts";

type AnyTool = Pick<typeof findFiles, "name" | "description" | "schema"> & { parse(input: unknown): unknown };

function toolOf(schema: object): AnyTool {
  return defineTool({
    name: "probe",
    description: "Takes anything.",
    schema: schema as { type: "object" },
    intent: () => ({ accesses: [], display: { kind: "text", text: "" } }),
    run: async () => ({ text: "", display: { kind: "text", text: "" } }),
  }) as AnyTool;
}

/** What the tool would run with, or `refused`. */
function native(tool: AnyTool, given: unknown): unknown {
  try {
    return tool.parse(given);
  } catch (error) {
    if (error instanceof ToolFailure) return "refused";
    throw error;
  }
}

/** The same call written as text in a reply: what reaches the tool is judged there, by the road of a native call. */
async function written(tool: AnyTool, given: unknown): Promise<unknown> {
  const text = `<tool_call>\n${JSON.stringify({ name: tool.name, arguments: given })}\n</tool_call>`;
  const reading = await textReader.read(text, [tool as never], { edits: false });
  if (reading.kind !== "calls") return "refused";
  return native(tool, reading.calls[0]?.input);
}

test("a call gets one verdict, whether it comes natively or as text", async () => {
  const seen = { refused: 0, allowed: 0 };
  await fc.assert(
    fc.asyncProperty(toolSchema, toolArguments, async (schema, given) => {
      const tool = toolOf(schema);
      const verdict = native(tool, given);
      seen[verdict === "refused" ? "refused" : "allowed"]++;
      expect(await written(tool, given)).toEqual(verdict);
    }),
    { numRuns: rounds(400) },
  );
  expect(Math.min(seen.refused, seen.allowed)).toBeGreaterThan(30);
});

test("a null in the place of what another spelling gives is refused by both roads", async () => {
  const tool = toolOf({ type: "object", properties: { file_name: { type: "string" } }, required: ["file_name"] });
  const given = { fileName: "3", file_name: null };
  expect([native(tool, given), await written(tool, given)]).toEqual(["refused", "refused"]);
});

test("judging a judged value again changes neither it nor the verdict", () => {
  fc.assert(
    fc.property(toolSchema, toolArguments, (schema, given) => {
      const first = judge(schema, given);
      const { kind, value } = judge(schema, first.value);
      expect({ kind, value }).toEqual({ kind: first.kind, value: first.value });
    }),
    { numRuns: rounds(400) },
  );
});

test("a word for true is one by both roads, and an unknown argument is refused by both", async () => {
  const pattern = { pattern: "*.ts" };
  for (const [more, verdict] of [
    [{ ignored: "yes" }, "allowed"],
    [{ ignored: "perhaps" }, "refused"],
    [{ limit: "5" }, "allowed"],
    [{ nonsense: 1 }, "refused"],
  ] as const) {
    const given = { ...pattern, ...more };
    const outcome = native(findFiles as AnyTool, given);
    expect([given, outcome === "refused" ? "refused" : "allowed"]).toEqual([given, verdict]);
    expect(await written(findFiles as AnyTool, given)).toEqual(outcome);
  }
});
