import { writeFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark } from "../run-waymark.ts";

/** Servers of models and of tools that mean harm: docs/guide/security.md, "Attacks and where they end". */

let place: Place;
let server: Server | undefined;
beforeEach(() => {
  place = makePlace();
});
afterEach(async () => {
  if (server && "closeAllConnections" in server) (server.closeAllConnections as () => void)();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
  server = undefined;
  place.remove();
});

async function listening(started: Server): Promise<string> {
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

/** A run of a model whose server gives these events to each request, as text for people. */
async function answered(events: readonly object[], ...flags: readonly string[]) {
  const body = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`;
  const url = await listening(
    createHttpServer((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream" }).end(body);
    }),
  );
  return asked(url, ...flags);
}

const asked = (url: string, ...flags: readonly string[]) =>
  runWaymark(["-p", "Hello?", "-m", "openai-compatible/m", ...flags], {
    ...place,
    environment: { OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`, WAYMARK_RETRY_ATTEMPTS: "1" },
  });

const delta = (value: object): object => ({ choices: [{ index: 0, delta: value }] });
const call = (index: number, name: string, id = `c${index}`): object =>
  delta({ tool_calls: [{ index, id, function: { name, arguments: "{}" } }] });

test("a server that changes to another protocol is told as such, at once", async () => {
  const url = await listening(
    createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n");
      });
    }),
  );
  const { stderr } = await asked(url);
  expect(stderr).toContain("it changed to another protocol (101)");
});

test("calls without end are a failure by name", async () => {
  const { stderr } = await answered(Array.from({ length: 5_000 }, (_, index) => call(index, "list_files")));
  expect(stderr).toContain("was cut off: it sent more than 1,000 calls in one answer");
});

test("the name and the id of a call are cut, and nothing in them acts", async () => {
  const acting = "\u001b]0;owned\u0007\u001b[2J";
  const calls = [call(0, `${acting}${"n".repeat(2_000_000)}`), call(1, "list_files", "i".repeat(2_000_000))];
  const { stdout } = await answered(calls, "--max-turns", "1");
  expect(stdout).toContain("Tool calls made: 2");
  expect(stdout).not.toMatch(/[\u001b\u0007\u009b]/);
  expect(stdout.length).toBeLessThan(2_000);
});

test("a count below zero takes nothing from what others cost", async () => {
  const usage = { prompt_tokens: -1e300, completion_tokens: -5, prompt_tokens_details: { cached_tokens: 1e300 } };
  const { stdout } = await answered([delta({ content: "Hi." }), { choices: [], usage }], "--output-format", "json");
  expect(JSON.parse(stdout).usage).toMatchObject({ input_tokens: 0, output_tokens: 0 });
});

type Answer = (request: IncomingMessage, response: ServerResponse, id: unknown) => void;

/** What a call of a tool gives whose server, reached over HTTP, answers it so. */
async function callOf(answer: Answer, tool: object = {}): Promise<string> {
  const url = await listening(
    createHttpServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const { id, method, params } = JSON.parse(Buffer.concat(pieces).toString() || "{}");
      if (method === "tools/call") return answer(request, response, id);
      if (id === undefined || method === undefined) return response.writeHead(method === undefined ? 405 : 202).end();
      const result =
        method === "initialize"
          ? {
              protocolVersion: params.protocolVersion,
              capabilities: { tools: {} },
              serverInfo: { name: "s", version: "1" },
            }
          : { tools: [{ name: "echo", inputSchema: { type: "object" }, ...tool }] };
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    }),
  );
  writeFileSync(
    join(place.cwd, ".mcp.json"),
    JSON.stringify({ mcpServers: { s: { type: "http", url: `${url}/mcp` } } }),
  );
  const script = join(place.home, "script.json");
  writeFileSync(script, JSON.stringify([{ calls: [{ name: "mcp__s__echo", input: {} }] }, { text: "Done." }]));
  const flags = ["--trust", "--allowedTools", "mcp__s__echo", "--output-format", "stream-json"];
  const { stdout } = await runWaymark(["-p", "go", "-m", `scripted/${script}`, ...flags], place);
  return stdout;
}

/** A stream that goes on as long as it is read. */
function endless(response: ServerResponse, piece: string): void {
  response.on("error", () => undefined);
  response.writeHead(200, { "content-type": "text/event-stream" });
  const write = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once("drain", write);
  };
  write();
}

test("an event of endless lines from a server of tools ends its call", async () => {
  const told = await callOf((_, response) => endless(response, `data: ${"x".repeat(60_000)}\n`));
  expect(told).toContain("sent more than 10 MB in one answer");
});

test.each([
  ["events that say nothing", ": nothing\n\n"],
  ["news", 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n\n'],
])("%s without end from a server of tools end its call", async (_, event) => {
  const told = await callOf((_request, response) => endless(response, event.repeat(200)));
  expect(told).toContain("floods us with output that nobody asked for");
});

test("questions without end from a server of tools end its call, however each is answered", async () => {
  const question = (id: number): string =>
    `data: ${JSON.stringify({ jsonrpc: "2.0", id, method: "roots/list", params: {} })}\n\n`;
  const told = await callOf((_, response) =>
    endless(response, Array.from({ length: 500 }, (_each, id) => question(id)).join("")),
  );
  expect(told).toMatch(/asks us more than 200 questions|floods us with output/);
});

const patterned = (name: string, pattern: string) => ({
  [name]: { type: "object", properties: { a: { type: "string", pattern } } },
});

test.each([
  ["one that repeats what is repeated", patterned("outputSchema", "^((a+))+$")],
  ["one that is tried in too many ways", patterned("outputSchema", "^a*a*a*a*a*a*a*a*a*a*a*a*b$")],
  ["all members different", { outputSchema: { type: "object", properties: { b: { uniqueItems: true } } } }],
])("a schema of answers that is judged by for hours keeps nobody waiting: %s", { timeout: 30_000 }, async (_, tool) => {
  const structuredContent = {
    a: `${"a".repeat(60)}!`,
    b: Array.from({ length: 100_000 }, (_each, value) => ({ value })),
  };
  const result = { content: [{ type: "text", text: "It was called." }], structuredContent };
  const told = await callOf(
    (_request, response, id) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, result })),
    tool,
  );
  expect(told).toContain("It was called.");
});
