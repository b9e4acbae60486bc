import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createBrotliCompress, createDeflate, createGzip, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { type AnswerLimits, openAnswer } from "./answer.ts";
import { closeConnections } from "./request.ts";

const servers: Server[] = [];
afterEach(async () => {
  closeConnections();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const LIMITS = { environment: {}, firstByteMs: 5000, stallMs: 5000, answerMs: 5000 } as const;

/** All events of an answer, and what ended it. @throws what there was instead of an answer */
async function ask(url: string, limits: Partial<AnswerLimits> = {}) {
  const answer = await openAnswer(url, { headers: { "x-test": "1" }, body: "{}" }, { ...LIMITS, ...limits });
  const events: unknown[] = [];
  try {
    for await (const batch of answer) events.push(...batch);
    return { events, fault: undefined };
  } catch (fault) {
    return { events, fault };
  }
}

const EVENT = 'data: {"type":"ping"}\n\n';
const PING = { type: "ping" };

describe("an answer", () => {
  test("gives its events", async () => {
    const { url } = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream", "set-cookie": ["a=1", "b=2"] });
      response.end(EVENT);
    });
    expect(await ask(url)).toEqual({ events: [PING], fault: undefined });
  });

  test("a kept connection that breaks in the middle of an answer asks nothing a second time, and an abort later harms nobody", async () => {
    let requests = 0;
    const { url } = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(EVENT);
      if (++requests === 1) response.end();
      else setTimeout(() => request.socket.resetAndDestroy(), 20);
    });
    const rejections: unknown[] = [];
    const note = (reason: unknown): void => void rejections.push(reason);
    process.on("unhandledRejection", note);
    await ask(url);
    const abort = new AbortController();
    const answer = await openAnswer(url, { body: "{}", signal: abort.signal }, LIMITS);
    const broken = await Array.fromAsync(answer).catch((error: unknown) => error);
    abort.abort("the step is over");
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off("unhandledRejection", note);
    expect(broken).toMatchObject({ message: expect.stringContaining("broke in the middle") });
    expect({ requests, rejections }).toEqual({ requests: 2, rejections: [] });
  });

  test.each([
    ["gzip", createGzip],
    ["deflate", createDeflate],
    ["br", createBrotliCompress],
  ])("an answer that a proxy has compressed (%s) is read as it comes", async (encoding, compress) => {
    let goOn = (): void => undefined;
    const { url } = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": encoding });
      const coder = compress();
      coder.pipe(response);
      coder.write(EVENT);
      coder.flush();
      goOn = () => coder.end(EVENT);
    });
    const reader = (await openAnswer(url, { body: "{}" }, LIMITS))[Symbol.asyncIterator]();
    expect((await reader.next()).value).toEqual([PING]);
    goOn();
    expect([(await reader.next()).value, (await reader.next()).done]).toEqual([[PING], true]);
  });

  test("half of a compressed answer is a fault", async () => {
    const { url } = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" });
      response.end(gzipSync(EVENT.repeat(9)).subarray(0, 20));
    });
    expect((await ask(url)).fault).toMatchObject({ kind: "network" });
  });

  test("a page for people is an error, not half of an answer", async () => {
    const { url } = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>Log in</html>");
    });
    await expect(ask(url)).rejects.toMatchObject({ name: "ServerFault", status: 200 });
  });

  test("an answer that trickles without end is ended, and what came is kept", async () => {
    const { url } = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream" });
      const timer = setInterval(() => response.write(EVENT), 20);
      response.once("close", () => clearInterval(timer));
    });
    const { events, fault } = await ask(url, { answerMs: 300 });
    expect(events).toContainEqual(PING);
    expect(fault).toMatchObject({ kind: "stalled", message: expect.stringMatching(/not whole after/) });
  });

  test("uses one connection for many requests", async () => {
    let connections = 0;
    const { url, server } = await serve((request, response) => {
      request.resume();
      response.end(EVENT);
    });
    server.on("connection", () => {
      connections += 1;
    });
    for (let count = 0; count < 5; count += 1) await ask(url);
    expect(connections).toBe(1);
  });

  test("asks again when the server closed an idle connection just then", async () => {
    let requests = 0;
    const { url } = await serve((request, response) => {
      requests += 1;
      request.resume();
      // The second request of the first connection meets a closed door.
      if (requests === 2) request.socket.resetAndDestroy();
      else response.end(EVENT);
    });
    await ask(url);
    expect((await ask(url)).events).toEqual([PING]);
    expect(requests).toBe(3);
  });

  test("a first connection that breaks is not tried again", async () => {
    let requests = 0;
    const { url } = await serve((request) => {
      requests += 1;
      request.socket.resetAndDestroy();
    });
    await expect(ask(url)).rejects.toMatchObject({ name: "TransportFault", kind: "network", code: "ECONNRESET" });
    expect(requests).toBe(1);
  });

  test("an error answer is thrown with its document", async () => {
    const { url } = await serve((request, response) => {
      request.resume();
      response.writeHead(418, { "retry-after": "3" }).end("teapot");
    });
    const fault = { name: "ServerFault", status: 418, body: "teapot", headers: { "retry-after": "3" } };
    await expect(ask(url)).rejects.toMatchObject(fault);
  });

  test("a slow reader loses nothing of a long answer", async () => {
    const events = Array.from({ length: 30_000 }, (_, index) => ({ type: "x", index, pad: "y".repeat(60) }));
    const { url } = await serve((request, response) => {
      request.resume();
      response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
    });
    expect((await ask(url)).events).toEqual(events);
  });

  test("goes by the proxy that the environment names, but never to this machine", async () => {
    const asked: string[] = [];
    const proxy = await serve((request, response) => {
      asked.push(request.url ?? "");
      request.resume();
      response.end(EVENT);
    });
    const { url } = await serve((request, response) => {
      request.resume();
      response.end(EVENT);
    });
    const environment = { HTTP_PROXY: proxy.url };
    expect((await ask("http://provider.invalid/v1/messages", { environment })).events).toEqual([PING]);
    expect((await ask(url, { environment })).events).toEqual([PING]);
    expect(asked).toEqual(["http://provider.invalid/v1/messages"]);
  });
});
