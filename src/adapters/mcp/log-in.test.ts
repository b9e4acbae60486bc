import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { logIn } from "./log-in.ts";
import type { LoginRecord } from "./server-login.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that sends each first question elsewhere and knows nothing else. @returns what its `/mcp` and what it leads to were sent */
async function serve(elsewhere: (path: string) => string | undefined) {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url: path = "", headers }, response) => {
    const location = elsewhere(path);
    if (!path.startsWith("/.well-known")) asked.push({ path, headers });
    response.writeHead(location === undefined ? 404 : 307, location === undefined ? {} : { location }).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** As far as a login comes at a server that gives none. */
async function tryLogIn(url: string, why = /./, answerMs = 20_000): Promise<void> {
  let record: LoginRecord = {};
  const store = {
    read: () => record,
    write(next: LoginRecord) {
      record = next;
    },
  };
  const dialog = { show: () => {}, typed: async () => undefined, signal: AbortSignal.timeout(20_000) };
  const place = { url: `${url}/mcp`, headers: { "x-api-key": "key-of-the-person" }, settings: {}, store };
  await expect(logIn(place, dialog, undefined, answerMs)).rejects.toThrow(why);
}

test("headers of the settings go to no other server that the first answer names", async () => {
  const other = await serve(() => undefined);
  const server = await serve((path) => (path === "/mcp" ? `${other.url}/mcp` : undefined));
  await tryLogIn(server.url);
  expect(server.asked[0]?.headers["x-api-key"]).toBe("key-of-the-person");
  expect(other.asked).toEqual([]);
});

test("another path of the same server is gone to", async () => {
  const server = await serve((path) => (path === "/mcp" ? "/mcp/" : undefined));
  await tryLogIn(server.url);
  expect(server.asked.slice(0, 2).map(({ path }) => path)).toEqual(["/mcp", "/mcp/"]);
});

test.each(["silent", "without an end"])("a server that is %s keeps nobody waiting", async (kind) => {
  const server = createServer((_, response) => {
    if (kind !== "silent") response.writeHead(200, { "content-type": "application/json" }).write("{");
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    await tryLogIn(`http://127.0.0.1:${port}`, /did not answer within 0.3 s/, 300);
  } finally {
    server.closeAllConnections();
  }
});
