import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { connect } from "node:net";
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
