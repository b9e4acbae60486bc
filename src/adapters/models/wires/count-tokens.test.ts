import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { ModelRequest } from "../../../core/ports/model.ts";
import { createModelClient } from "../model-client.ts";
import { resolveModel } from "../services/providers.ts";

const ASKED: ModelRequest = {
  ...{ system: "Be brief.", messages: [{ role: "user", text: "hi" }], sessionId: "s" },
  tools: [{ name: "read_file", description: "Reads.", schema: { type: "object", properties: {} } }],
};
const WAYS = [
  ["anthropic/claude-opus-5", "ANTHROPIC_BASE_URL", "/v1/messages/count_tokens", { input_tokens: 42 }],
  [
    "openai/gpt-5.5",
    "OPENAI_BASE_URL",
    "/v1/responses/input_tokens",
    { object: "response.input_tokens", input_tokens: 42 },
  ],
  ["google/gemini-3-x", "GOOGLE_BASE_URL", "/v1beta/models/gemini-3-x:countTokens", { totalTokens: 42 }],
] as const;

async function countBy(model: string, variable: string, answer: { readonly status: number; readonly text: string }) {
  const asked: { path: string; body: string }[] = [];
  const server = createServer((message, response) => {
    let body = "";
    message.on("data", (piece) => {
      body += piece;
    });
    message.on("end", () => {
      asked.push({ path: message.url ?? "", body });
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(answer.text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const keys = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", GEMINI_API_KEY: "k" };
  const choice = resolveModel(model, {
    environment: { ...keys, [variable]: `http://127.0.0.1:${port}` },
    api: "responses",
  });
  if ("message" in choice) throw new Error(choice.message);
  const count = await createModelClient(choice, { environment: {} }).count?.(ASKED, new AbortController().signal);
  server.closeAllConnections();
  server.close();
  return { count, asked };
}

test.each(WAYS)(
  "%s is asked for the tokens of a request, which it does not answer",
  async (model, variable, path, said) => {
    const { count, asked } = await countBy(model, variable, { status: 200, text: JSON.stringify(said) });
    expect([count, asked.map((one) => one.path)]).toEqual([42, [path]]);
    expect(asked[0]?.body).toContain("read_file");
    expect(asked[0]?.body).toContain("Be brief.");
    expect(asked[0]?.body).not.toMatch(/"stream"|"max_tokens"|"store"/);
  },
);

test.each([
  { status: 404, text: "{}" },
  { status: 200, text: "<html>" },
  { status: 200, text: '{"input_tokens":"many"}' },
])("a service that does not say is no failure: $status $text", async (answer) => {
  for (const [model, variable] of WAYS) expect((await countBy(model, variable, answer)).count).toBeUndefined();
});
