import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { makePlace, type Place, runWaymark, scriptedModel } from "./run-waymark.ts";
import { type Line, StreamClient } from "./stream-client.ts";

let place: Place;
let client: StreamClient | undefined;
beforeEach(() => {
  place = makePlace();
  const folder = join(place.home, "waymark/config");
  mkdirSync(folder, { recursive: true });
  const settings = { mcpServers: { sums: { type: "sdk", name: "sums" } }, permissions: { allow: ["mcp__sums"] } };
  writeFileSync(join(folder, "config.json"), JSON.stringify(settings));
});
afterEach(() => {
  client?.child.kill("SIGKILL");
  client = undefined;
  place.remove();
});

const script = (replies: unknown): string => scriptedModel(place, replies);

/** A server of the public library, in this process: what is sent to it, and what it answers. */
async function serverHere() {
  const server = new McpServer({ name: "sums", version: "1.0.0" });
  const inputSchema = z.object({ a: z.number(), b: z.number() });
  server.registerTool("add", { description: "Adds.", inputSchema }, async ({ a, b }) => ({
    content: [{ type: "text", text: `the sum is ${a + b}` }],
  }));
  const waiting = new Map<unknown, (answer: unknown) => void>();
  const transport = {
    onmessage: undefined as ((message: unknown) => void) | undefined,
    start: async () => {},
    close: async () => {},
    send: async (message: { readonly id?: unknown }) => waiting.get(message.id)?.(message),
  };
  await server.connect(transport as unknown as Parameters<McpServer["connect"]>[0]);
  return async (message: { readonly id?: unknown }): Promise<unknown> => {
    if (message.id === undefined) {
      transport.onmessage?.(message);
      return { jsonrpc: "2.0", result: {} };
    }
    const answer = new Promise((resolve) => waiting.set(message.id, resolve));
    transport.onmessage?.(message);
    return answer;
  };
}

const CALLS_ADD = [{ calls: [{ id: "1", name: "mcp__sums__add", input: { a: 2, b: 40 } }] }, { text: "Done." }];

test("tools of a server in the client are offered, called over the channel and answered", async () => {
  const speak = await serverHere();
  client = new StreamClient(place, ["-m", script(CALLS_ADD)], async ({ subtype, message, server_name }) =>
    subtype === "mcp_message" && server_name === "sums" ? { mcp_response: await speak(message as Line) } : {},
  );
  await client.control({ subtype: "initialize", hooks: null });
  client.prompt("add");
  expect(await client.result()).toMatchObject({ subtype: "success", result: "Done." });
  expect(JSON.stringify(client.seen)).toContain("the sum is 42");
  expect(await client.end()).toBe(0);
});

test("a client that knows no such server is told of, and so is a run that no client leads", async () => {
  let told = "";
  client = new StreamClient(place, ["-m", script([{ text: "Done." }])], () => ({}));
  client.child.stderr?.on("data", (chunk: Buffer) => {
    told += chunk.toString();
  });
  client.prompt("go on");
  expect(await client.result()).toMatchObject({ result: "Done." });
  expect(await client.end()).toBe(0);
  expect(told + JSON.stringify(client.seen)).toContain("sums is left out");
  const run = await runWaymark(["-p", "hello", "-m", script([{ text: "Done." }])], place);
  expect(run.stderr).toContain("sums is left out: it lives in a program that leads a conversation, and none does.");
});
