import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { createFetcher, type FetcherOptions } from "./fetch-page.ts";

const servers: Server[] = [];
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server on loopback, and a fetcher for which its address alone is opened; every name leads to it. */
async function serve(listener: RequestListener, options: FetcherOptions = {}) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const fetcher = createFetcher({ allowLocal: [`127.0.0.1:${port}`], resolve: async () => ["127.0.0.1"], ...options });
  return {
    url: (path = "/") => `http://site.example:${port}${path}`,
    port,
    get: (url: string) => fetcher.fetch(url, AbortSignal.timeout(20_000)),
  };
}

test("a page comes with its status, type and text, unpacked and decoded, and the name it was asked by", async () => {
  let host = "";
  const site = await serve((request, response) => {
    host = request.headers.host ?? "";
    response.setHeader("content-type", "text/html; charset=iso-8859-1").setHeader("content-encoding", "gzip");
    response.end(gzipSync(Buffer.from([0x67, 0x72, 0xfc, 0x6e])));
  });
  expect(await site.get(site.url("/a"))).toEqual({
    url: site.url("/a"),
    status: 200,
    type: "text/html",
    text: "grün",
    isCut: false,
  });
  expect(host).toBe(`site.example:${site.port}`);
});

test("a fetch that was cancelled before it began looks up no name, and what was cancelled on its way is heard of once", async () => {
  let lookups = 0;
  const unknown = Promise.withResolvers<string[]>();
  const fetcher = createFetcher({
    resolve: () => {
      lookups++;
      return unknown.promise;
    },
  });
  const cancelled = new Error("cancelled");
  await expect(fetcher.fetch("http://site.example/", AbortSignal.abort(cancelled))).rejects.toBe(cancelled);
  expect(lookups).toBe(0);
  const abort = new AbortController();
  const fetched = fetcher.fetch("http://site.example/", abort.signal);
  await expect.poll(() => lookups).toBe(1);
  abort.abort(cancelled);
  await expect(fetched).rejects.toBe(cancelled);
  // Nobody waits for it any more: unheard, it would end the process.
  unknown.reject(new Error("no such name"));
});

/** A server that writes these bytes to whoever asks, and keeps the connection. */
async function rawSite(answer: string, options: FetcherOptions = {}) {
  const server = createTcpServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", () => socket.write(answer));
    closing.push(() => socket.destroy());
  });
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const fetcher = createFetcher({ allowLocal: [`127.0.0.1:${port}`], ...options });
  return (signal: AbortSignal) => fetcher.fetch(`http://127.0.0.1:${port}/`, signal);
}

test("a server that changes to another protocol has given no page", async () => {
  const get = await rawSite("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
  await expect(get(new AbortController().signal)).rejects.toThrow("another protocol (101)");
});

test("a page that does not end in time is no page, and a cancelled one is waited for no longer", async () => {
  const half = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nhalf";
  const late = await rawSite(half, { timeoutMs: 50 });
  await expect(late(new AbortController().signal)).rejects.toThrow("did not answer in time");
  const cancelled = new Error("cancelled");
  const abort = new AbortController();
  const fetched = (await rawSite(half))(abort.signal);
  abort.abort(cancelled);
  await expect(fetched).rejects.toBe(cancelled);
});

describe("what is not reached", () => {
  test.each([
    "http://169.254.169.254/latest",
    "http://127.0.0.1:1/",
    "file:///etc/passwd",
    "http://user:x@site.example/",
    "http://[::1]/",
    "http://localhost/",
  ])("%s", async (url) => {
    await expect(
      createFetcher({ resolve: async () => ["93.184.216.34"] }).fetch(url, AbortSignal.timeout(5_000)),
    ).rejects.toThrow("is not fetched");
  });

  test("a public name that leads to a private address", async () => {
    const fetcher = createFetcher({ resolve: async () => ["93.184.216.34", "10.0.0.1"] });
    await expect(fetcher.fetch("http://site.example/", AbortSignal.timeout(5_000))).rejects.toThrow("10.0.0.1");
  });

  test("another host, or a private address, by a redirect", async () => {
    let location = "";
    const site = await serve((_, response) => response.writeHead(302, { location }).end());
    location = `http://other.example:${site.port}/`;
    await expect(site.get(site.url())).rejects.toThrow("leads to another host");
    location = "http://169.254.169.254/";
    await expect(site.get(site.url())).rejects.toThrow("is not fetched");
    location = "/again";
    await expect(site.get(site.url())).rejects.toThrow("more than 5 redirects");
  });

  test("another port of the same host, by a redirect", async () => {
    const other = await serve((_, response) => response.end("other"));
    const site = await serve((_, response) => response.writeHead(302, { location: other.url() }).end());
    const addresses = [site.port, other.port].map((port) => `127.0.0.1:${port}`);
    const fetcher = createFetcher({ allowLocal: addresses, resolve: async () => ["127.0.0.1"] });
    await expect(fetcher.fetch(site.url(), AbortSignal.timeout(20_000))).rejects.toThrow("another host or port");
  });

  test("what is no text", async () => {
    const site = await serve((_, response) => response.setHeader("content-type", "application/zip").end("PK"));
    await expect(site.get(site.url())).rejects.toThrow("is application/zip, not text");
  });
});

describe("limits hold", () => {
  test("an endless page is cut", async () => {
    const site = await serve((_, response) => {
      response.setHeader("content-type", "text/plain");
      const more = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(256 * 1024, "x"), () => setImmediate(more));
      };
      more();
    });
    const page = await site.get(site.url());
    expect(page.isCut).toBe(true);
    expect(page.text.length).toBeLessThanOrEqual(6 * 1024 * 1024);
  });

  test("a page that unpacks without end is cut", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const site = await serve((_, response) =>
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end(bomb),
    );
    const page = await site.get(site.url());
    expect(page.isCut).toBe(true);
    expect(page.text.length).toBeLessThanOrEqual(20 * 1024 * 1024);
  });

  test("a page that never ends its answer is given up", async () => {
    const site = await serve(
      (_, response) => void response.writeHead(200, { "content-type": "text/plain" }).write("a"),
      { timeoutMs: 300 },
    );
    await expect(site.get(site.url())).rejects.toThrow("did not answer in time");
  });
});

test("a name whose address nobody tells is given up at the deadline", async () => {
  const site = await serve((_, response) => response.end(), { timeoutMs: 20, resolve: () => new Promise(() => {}) });
  await expect(site.get(site.url())).rejects.toThrow("did not answer in time");
});

test("a large page is read by another thread, which ends with the call", async () => {
  const html = `<p>here${"<br>".repeat(1_000_000)}`;
  const page = { url: "http://site.example/", status: 200, type: "text/html", text: html, isCut: false };
  const { readable } = createFetcher();
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  expect(await readable(page, AbortSignal.timeout(60_000))).toBe("here");
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
  const cancelled = new AbortController();
  const reading = readable(page, cancelled.signal);
  cancelled.abort(new Error("enough"));
  await expect(reading).rejects.toThrow("enough");
});
