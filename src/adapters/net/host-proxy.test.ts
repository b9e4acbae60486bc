import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type HostProxy, startHostProxy } from "./host-proxy.ts";

let folder: string;
let server: Server;
let port: number;
let seen: { url: string | undefined; host: string | undefined; secret: unknown }[];
let proxy: HostProxy;
let hosts: string[];
/** Stands in for the names of the world; every look-up is counted. */
let names: Record<string, readonly string[]>;
let lookups: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "waymark-proxy-"));
  seen = [];
  lookups = [];
  server = createServer((incoming, answer) => {
    seen.push({ url: incoming.url, host: incoming.headers.host, secret: incoming.headers["proxy-authorization"] });
    answer.end("reached");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as { port: number });
  hosts = [`127.0.0.1:${port}`];
  names = {};
  proxy = await startHostProxy({
    socketPath: join(folder, "proxy"),
    allowHosts: () => hosts,
    resolve: async (host) => {
      lookups.push(host);
      return names[host] ?? [];
    },
  });
});
afterEach(() => {
  proxy.close();
  server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** As a program does that has HTTP_PROXY. */
function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath: join(folder, "proxy"), path: url, headers: { host: "x", ...headers } });
    outgoing.once("error", reject).once("response", (response) => {
      let body = "";
      response.on("data", (bytes: Buffer) => {
        body += bytes.toString();
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    outgoing.end();
  });
}

/** As a program does that has HTTPS_PROXY; what it sends through the tunnel is plain, so that it can be seen. */
function tunnel(place: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(folder, "proxy"));
    let text = "";
    socket.once("error", reject).once("close", () => resolve(text));
    socket.on("data", (bytes) => {
      text += bytes.toString();
      if (/^HTTP\/1.1 200[^\n]*\r\n\r\n$/.test(text))
        socket.write("GET /t HTTP/1.1\r\nhost: y\r\nconnection: close\r\n\r\n");
    });
    socket.write(`CONNECT ${place} HTTP/1.1\r\nhost: ${place}\r\n\r\n`);
  });
}

test("a listed service is reached by address and through a tunnel, under the host that was checked", async () => {
  const sent = { "proxy-authorization": "Basic x", host: "evil.example" };
  expect(await get(`http://127.0.0.1:${port}/a?b`, sent)).toEqual({ status: 200, body: "reached" });
  expect(await tunnel(`127.0.0.1:${port}`)).toMatch(
    /^HTTP\/1.1 200 Connection established\r\n\r\nHTTP\/1.1 200 OK[\s\S]*reached/,
  );
  expect(seen).toEqual([
    { url: "/a?b", host: `127.0.0.1:${port}`, secret: undefined },
    { url: "/t", host: "y", secret: undefined },
  ]);
  expect(proxy.refused).toEqual([]);
});

test("what is not listed is refused with the place, before any name is looked up, and noted", async () => {
  expect(await get("http://evil.example/")).toEqual({
    status: 403,
    body: "evil.example:80 is not reached from the sandbox: evil.example is not on the list of allowed hosts.\n",
  });
  expect(await tunnel("evil.example:443")).toMatch(/^HTTP\/1.1 403 Forbidden\r\n/);
  hosts = [`localhost:${port + 1}`];
  expect((await get(`http://127.0.0.1:${port}/`)).status).toBe(403);
  hosts = [];
  expect((await get(`http://127.0.0.1:${port}/`)).status).toBe(403);
  expect(proxy.refused[0]).toBe("evil.example:80 (evil.example is not on the list of allowed hosts)");
  expect(proxy.refused.map((one) => one.split(" ")[0])).toEqual([
    "evil.example:80",
    "evil.example:443",
    `127.0.0.1:${port}`,
    `127.0.0.1:${port}`,
  ]);
  expect(lookups).toEqual([]);
  expect(seen).toEqual([]);
});

test("a listed name never leads to this machine, to a private network or to metadata", async () => {
  hosts = ["a.example", "*.b.example", "c.example:8080"];
  names = {
    "a.example": ["127.0.0.1"],
    "x.b.example": ["10.0.0.7"],
    "y.b.example": ["93.184.215.14", "169.254.169.254"],
    "c.example": ["127.0.0.1"],
  };
  for (const url of ["http://a.example/", "http://x.b.example/", "http://y.b.example/", "http://c.example:8080/"])
    expect((await get(url)).body).toMatch(/is at (?:127|10|169)\./);
  expect(await tunnel("a.example:443")).toContain("loopback");
});

test("a port is opened by a rule that names it", async () => {
  hosts = ["a.example"];
  names = { "a.example": ["93.184.215.14"] };
  expect((await get("http://a.example:8443/")).body).toContain("a.example:8443");
  expect(await tunnel("a.example:22")).toContain("403");
  expect(lookups).toEqual([]);
});

test("one look-up decides: an answer that changes is never dialled", async () => {
  hosts = ["a.example:8080"];
  let answers = 0;
  const other = await startHostProxy({
    socketPath: join(folder, "other"),
    allowHosts: () => hosts,
    resolve: async () => (answers++ === 0 ? ["10.255.255.1"] : ["127.0.0.1"]),
  });
  const outgoing = request({ socketPath: join(folder, "other"), path: "http://a.example:8080/" });
  outgoing.on("error", () => {}).end();
  await new Promise((resolve) => setTimeout(resolve, 50));
  outgoing.destroy();
  other.close();
  expect(answers).toBe(1);
  expect(seen).toEqual([]);
});

test.each([
  "http://user:pass@127.0.0.1/",
  "http://127.0.0.1%00.a.example/",
  "/relative",
  "ftp://127.0.0.1/",
  "http://0x7f.1/",
])("%s is refused", async (url) => {
  expect((await get(url)).status).toBe(403);
  expect(seen).toEqual([]);
});

/** Bytes as they are, to the proxy. @returns what came back until it closed */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(folder, "proxy"));
    let answer = "";
    socket.once("error", reject).once("close", () => resolve(answer));
    socket.on("data", (bytes: Buffer) => {
      answer += bytes.toString("latin1");
    });
    socket.write(text);
  });
}

test.each([
  ...["a.example:443/x", "a.example:443?x", "a.example:443#@b.example:443", "a.example:443\\", "u@a.example:443"],
  ...["a.example:0", "a.example:99999", "/", "127.0.0.1%00.a.example:443", "[::ffff:127.0.0.1]:443", "0:443"],
])("a tunnel to %s is refused before any name is looked up", async (place) => {
  hosts = ["a.example", "a.example:443"];
  expect(await raw(`CONNECT ${place} HTTP/1.1\r\nhost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 40[03] /);
  expect(lookups).toEqual([]);
});

const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const asItIs = (body: string): string => body;

test.each<readonly [method: string, header: string, framed: (body: string) => string]>([
  ["GET", "transfer-encoding: chunked", chunked],
  ["DELETE", "transfer-encoding: chunked", chunked],
  ["GET", "connection: content-length\r\ncontent-length: LENGTH", asItIs],
  ["HEAD", "connection: content-length\r\ncontent-length: LENGTH", asItIs],
  ["POST", "connection: content-length\r\ncontent-length: LENGTH", asItIs],
])("a body of %s with %s is never read as another request", async (method, header, framed) => {
  const inner = "GET /inner HTTP/1.1\r\nhost: inner.example\r\n\r\n";
  const fields = header.replace("LENGTH", String(inner.length));
  const head = `${method} http://127.0.0.1:${port}/outer HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${fields}\r\n\r\n`;
  await raw(`${head}${framed(inner)}`);
  expect(seen).toEqual([{ url: "/outer", host: `127.0.0.1:${port}`, secret: undefined }]);
});

test("requests one behind the other are each judged", async () => {
  const asked = (url: string, more = ""): string => `GET ${url} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${more}\r\n`;
  const answers = await raw(
    `${asked(`http://127.0.0.1:${port}/1`)}${asked("http://169.254.169.254/2")}${asked(`http://127.0.0.1:${port}/3`, "connection: close\r\n")}`,
  );
  expect(answers.match(/HTTP\/1.1 \d+/g)?.slice(0, 2)).toEqual(["HTTP/1.1 200", "HTTP/1.1 403"]);
  expect(seen.map(({ url }) => url)).not.toContain("/2");
});

// Each would have ended the whole program: an answer that cannot be handed on is the host's fault, not ours.
test.each([
  ...["HTTP/1.1 000 x\r\n\r\n", "HTTP/1.1 099 x\r\ncontent-length: 0\r\n\r\n"],
  "HTTP/1.1 101 x\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nx",
  ...[
    "garbage",
    "HTTP/0.9\r\n\r\n",
    "HTTP/1.1 200 OK\r\nx: \u0001\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
  ],
  "HTTP/1.1 103 x\r\n\r\n".repeat(3),
])("a listed host that answers %j is told as unreachable", async (answer) => {
  const hostile = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(answer));
  });
  await new Promise<void>((resolve) => void hostile.listen(0, "127.0.0.1", resolve));
  const place = `127.0.0.1:${(hostile.address() as { port: number }).port}`;
  hosts = [place];
  expect((await get(`http://${place}/`)).status).toBe(502);
  hostile.close();
});
