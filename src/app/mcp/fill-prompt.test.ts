import { expect, test } from "vitest";
import type { ServerConnection } from "../../adapters/mcp/connect-server.ts";
import { fillPrompt } from "./fill-prompt.ts";

test("neither a prompt nor a resource of a server is longer than what a person could mean", async () => {
  const long = "x".repeat(5_000_000);
  const server = {
    prompts: async () => [{ name: "p", description: "", arguments: [] }],
    prompt: async () => long,
    readResource: async () => long,
  } as unknown as ServerConnection;
  const written = "/mcp__s__p";
  const signal = new AbortController().signal;
  const prompt = await fillPrompt({ text: written, written }, async () => server, signal);
  const named = "see @s:file:///a";
  const resource = await fillPrompt({ text: named, written: named }, async () => server, signal);
  for (const { text } of [prompt, resource]) {
    expect(text.length).toBeLessThan(100_200);
    expect(text).toContain("4900000 characters left out");
  }
});
