import { describe, expect, test } from "vitest";
import { choiceOver } from "../../../../test/play-wire.ts";
import type { ModelRequest } from "../../../core/ports/model.ts";
import type { Wire } from "../services/provider.ts";
import { loadWire } from "./index.ts";

const CLOSED = {
  type: "object",
  properties: { count: { type: "integer" } },
  required: ["count"],
  additionalProperties: false,
};
const OPEN = { type: "object", properties: { count: { type: "integer", minimum: 0 } } };
const TOOL = { name: "read_file", description: "Reads.", schema: { type: "object", properties: {} } } as const;

async function bodyOver(wire: Wire, more: Partial<ModelRequest>, model = "m") {
  const choice = choiceOver(wire, { model });
  const asked = { system: "", messages: [{ role: "user", text: "how many?" }], tools: [], sessionId: "s" } as const;
  return (await loadWire(wire)).request({ ...asked, ...more }, choice).body;
}

describe("the form of an answer, in the words of each wire", () => {
  test.each([
    [
      "chat",
      { response_format: { type: "json_schema", json_schema: { name: "answer", schema: CLOSED, strict: true } } },
    ],
    [
      "compatible",
      { response_format: { type: "json_schema", json_schema: { name: "answer", schema: CLOSED, strict: true } } },
    ],
    ["responses", { text: { format: { type: "json_schema", name: "answer", schema: CLOSED, strict: true } } }],
    ["anthropic", { output_config: { format: { type: "json_schema", schema: CLOSED } } }],
    ["gemini", { generationConfig: { responseMimeType: "application/json", responseJsonSchema: CLOSED } }],
  ] as const)("%s", async (wire, fields) => {
    expect(await bodyOver(wire, { answerSchema: CLOSED })).toMatchObject(fields);
    const plain = JSON.stringify(await bodyOver(wire, {}));
    expect(plain).not.toMatch(/json_schema|responseJsonSchema/);
  });

  test("it stands beside the effort", async () => {
    const body = await bodyOver("anthropic", { answerSchema: CLOSED, effort: "high" }, "claude-opus-5");
    expect(body["output_config"]).toEqual({ effort: "high", format: { type: "json_schema", schema: CLOSED } });
  });

  test("a schema that leaves anything open is not said to be strict", async () => {
    for (const schema of [
      OPEN,
      { ...CLOSED, required: [] },
      { ...CLOSED, properties: { count: OPEN } },
      { items: OPEN },
    ])
      expect(JSON.stringify(await bodyOver("responses", { answerSchema: schema }))).toContain('"strict":false');
  });

  test("a server that only follows OpenAI is not told where it has tools to call", async () => {
    expect(await bodyOver("compatible", { answerSchema: CLOSED, tools: [TOOL] })).not.toHaveProperty("response_format");
    expect(await bodyOver("chat", { answerSchema: CLOSED, tools: [TOOL] })).toHaveProperty("response_format");
  });
});
