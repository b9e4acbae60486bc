import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { connectServer, type NetworkAddress } from "./connect-server.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Call = (response: ServerResponse, id: number) => void;

const data = (id: number, message: object): string => `data: ${JSON.stringify({ jsonrpc: "2.0", id, ...message })}\n\n`;
const RESULT = { result: { content: [{ type: "text", text: "done" }] } };

/** A server whose calls are answered so. @param resumed  what a stream is given that is gone on with; absent: none can be */
async function connected(call: Call, resumed?: Call) {
  let last = 0;
  const server = createServer(async (request, response) => {
    const stream = { "content-type": "text/event-stream" };
    if (request.method === "GET") {
      if (resumed === undefined || request.headers["last-event-id"] === undefined) return response.writeHead(405).end();
      return resumed(response.writeHead(200, stream), last);
    }
    const { id, method } = JSON.parse((await text(request)) || "{}") as { id?: number; method?: string };
    if (id === undefined) return response.writeHead(202).end();
    if (method === "tools/call") {
      last = id;
      return call(response.writeHead(200, stream), id);
    }
    const serverInfo = { name: "s", version: "1" };
    const result = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo };
    return response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const store = { read: () => ({}), write: () => {} };
  const address: NetworkAddress = { kind: "http", url, headers: {}, login: {}, store };
  const answers = { inquire: async () => ({ kind: "declined" as const }), sample: undefined };
  const signal = AbortSignal.timeout(20_000);
  const bounds = { connectTimeoutMs: 5_000, callTimeoutMs: 15_000 };
  const connection = await connectServer(address, {
    ...{ version: "0", root: "/", answers: answers as never, signal, onToolsChanged: () => {} },
    ...bounds,
  });
  return () => connection.call({ name: "t", input: {}, signal, progress: () => {} });
}

test.each<[string, Call]>([
  ["nothing", (response) => response.end()],
  ["an answer to another question", (response, id) => response.end(data(id + 90, RESULT))],
  ["what is no answer by the protocol", (response, id) => response.end(data(id, { result: 1, error: 2 }))],
  ["half an answer", (response) => response.end('data: {"jsonrpc"')],
])("a stream that ended with %s is not waited for", async (_, call) => {
  const start = Date.now();
  await expect((await connected(call))()).rejects.toThrow("it ended the stream without an answer");
  expect(Date.now() - start).toBeLessThan(5_000);
});

test("a stream whose events have ids is gone on with where it ended", async () => {
  const call = await connected(
    (response) => response.end("id: 1\nretry: 10\ndata:\n\n"),
    (response, id) => response.end(data(id, RESULT)),
  );
  expect((await call()).text).toBe("done");
});

test("an answer at the end of its stream is the answer", async () => {
  const call = await connected((response, id) => response.end(data(id, RESULT)));
  expect((await call()).text).toBe("done");
});
