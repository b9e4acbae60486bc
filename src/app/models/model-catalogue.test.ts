import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { catalogueFor, refreshCatalogue } from "./model-catalogue.ts";

async function serve(body: string): Promise<{ url: string; environment: { WAYMARK_HOME: string } }> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-catalogue-"));
  const server = createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, environment: { WAYMARK_HOME: folder } };
}

test("OpenRouter's own list is read too: prices of one token become those of a million", async () => {
  const model = {
    id: "vendor/new",
    context_length: 64_000,
    pricing: { prompt: "0.0000015", completion: "0.000006", input_cache_read: "0.00000015" },
    top_provider: { max_completion_tokens: 8_000 },
    supported_parameters: ["tools", "temperature"],
    architecture: { input_modalities: ["text", "image"] },
  };
  const { url, environment } = await serve(JSON.stringify({ data: [model, { id: "no context" }, null] }));
  expect(await refreshCatalogue(url, environment)).toMatchObject({ models: 1, added: 1 });
  expect((await catalogueFor(environment))("openrouter/vendor/new")).toEqual({
    id: "openrouter/vendor/new",
    contextTokensMax: 64_000,
    outputTokensMax: 8_000,
    isPriced: true,
    inputPrice: 1.5,
    outputPrice: 6,
    cacheReadPrice: 0.15,
    cacheWritePrice: 0,
    tools: true,
    reasoning: false,
    images: true,
  });
});

test("what a refresh says of a model wins over the bundled facts; the others stay", async () => {
  const models = {
    "gpt-4o": { limit: { context: 1_234, output: 5 }, cost: { input: 9, output: 9 }, tool_call: false },
  };
  const { url, environment } = await serve(JSON.stringify({ openai: { models } }));
  await refreshCatalogue(url, environment);
  const find = await catalogueFor(environment);
  expect(find("openai/gpt-4o")).toMatchObject({ contextTokensMax: 1_234, inputPrice: 9, tools: false });
  expect(find("openai/gpt-4.1")?.contextTokensMax).toBe(1_047_576);
});

test.each(["<html>", "[]", '{"unheard":{"models":{}}}', '{"data":[]}'])(
  "a document of no use (%s) leaves what was kept",
  async (body) => {
    const { url, environment } = await serve(body);
    await expect(refreshCatalogue(url, environment)).rejects.toThrow(/check modelCatalogueUrl\.$/);
    expect((await catalogueFor(environment))("openai/gpt-4o")?.inputPrice).toBe(2.5);
  },
);
