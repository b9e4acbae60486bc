import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { startAnthropic } from "../../../../test/e2e/provider-servers/anthropic.ts";
import { startGemini } from "../../../../test/e2e/provider-servers/gemini.ts";
import { startOpenAiChat } from "../../../../test/e2e/provider-servers/openai-chat.ts";
import { listModels, probeLocalServers } from "./list-models.ts";
import { type Environment, resolveModel } from "./providers.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function list(model: string, environment: Environment) {
  const choice = resolveModel(model, { environment });
  if ("message" in choice) throw new Error(choice.message);
  return listModels(choice, { environment: {} });
}

describe("the list of models", () => {
  test("is read from all wires", async () => {
    const chat = await startOpenAiChat([]);
    const anthropic = await startAnthropic([]);
    const gemini = await startGemini([]);
    expect([
      await list("openai-compatible/m", { OPENAI_COMPATIBLE_BASE_URL: chat.url }),
      await list("anthropic/m", { ANTHROPIC_BASE_URL: anthropic.url, ANTHROPIC_API_KEY: "k" }),
      await list("google/m", { GOOGLE_BASE_URL: gemini.url, GEMINI_API_KEY: "k" }),
    ]).toEqual([
      { kind: "models", models: [{ id: "chat-model" }] },
      { kind: "models", models: [{ id: "claude-model", label: "Claude" }] },
      { kind: "models", models: [{ id: "gemini-model", label: "Gemini" }] },
    ]);
    await Promise.all([chat.close(), anthropic.close(), gemini.close()]);
  });

  test("is sorted, and shows what a server tells of its models", async () => {
    const url = await serve((_, response) =>
      response.end('{"data":[{"id":"b","context_length":4096},{"id":"a"},{},7]}'),
    );
    expect(await list("openrouter/m", { OPENROUTER_BASE_URL: `${url}/v1` })).toEqual({
      kind: "models",
      models: [{ id: "a" }, { id: "b", contextTokensMax: 4096 }],
    });
  });

  test("fails like a step does", async () => {
    const url = await serve((_, response) => response.writeHead(401).end('{"error":{"message":"no"}}'));
    expect(await list("openai/m", { OPENAI_BASE_URL: url })).toMatchObject({
      kind: "failed",
      failure: { kind: "auth", status: 401 },
    });
    expect(await list("ollama/m", { OLLAMA_BASE_URL: "http://127.0.0.1:9" })).toMatchObject({
      failure: { message: expect.stringMatching(/^Ollama at 127\.0\.0\.1:9 cannot be reached: nothing listens there/) },
    });
    const page = await serve((_, response) => response.end("<html>hello</html>"));
    expect(await list("openai/m", { OPENAI_BASE_URL: page })).toMatchObject({
      kind: "failed",
      failure: { kind: "bad-request" },
    });
  });
});

test("only local servers that answer with models are found, and a silent one does not hold them up", async () => {
  const ollama = await serve((_, response) => response.end('{"object":"list","data":[{"id":"llama3.2"}]}'));
  const web = await serve((_, response) => response.end("<html>some other program</html>"));
  const silent = await serve(() => undefined);
  const environment = { OLLAMA_BASE_URL: ollama, LMSTUDIO_BASE_URL: web, LLAMACPP_BASE_URL: silent };
  const found = await probeLocalServers(environment, { timeoutMs: 2000 });
  expect(found.map((server) => ({ id: server.provider.id, models: server.models }))).toEqual([
    { id: "ollama", models: [{ id: "llama3.2" }] },
  ]);
});
