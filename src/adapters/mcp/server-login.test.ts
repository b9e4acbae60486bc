import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { auth } from "@modelcontextprotocol/client";
import { afterEach, expect, test } from "vitest";
import { type LoginRecord, type LoginSettings, type LoginStore, loginOf, ServerLogin } from "./server-login.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(
  answer: (path: string, url: string) => object | undefined,
): Promise<{ url: string; got: string[] }> {
  const got: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === "POST") got.push(`${request.headers.authorization ?? ""} ${body}`);
    const said = answer(request.url ?? "", url);
    response
      .writeHead(said === undefined ? 404 : 200, { "content-type": "application/json" })
      .end(JSON.stringify(said));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, got };
}

/** Gives tokens to whoever asks. */
const tokenServer = () =>
  serve((path, url) => {
    if (path === "/token") return { access_token: "t", token_type: "Bearer", refresh_token: "r" };
    if (path === "/register") return { client_id: "made", redirect_uris: ["http://127.0.0.1/callback"] };
    if (!path.startsWith("/.well-known/oauth-authorization-server")) return undefined;
    return {
      ...{ issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` },
      ...{ registration_endpoint: `${url}/register`, response_types_supported: ["code"] },
      token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
    };
  });

function memoryStore(): LoginStore {
  let record: LoginRecord = {};
  return {
    read: () => record,
    write(next) {
      record = next;
    },
  };
}

const SECRET = "secret-of-the-client";

/** A server of tools that says where tokens come from, and says something else later. */
async function scene(more: LoginSettings) {
  const [first, second] = [await tokenServer(), await tokenServer()];
  let named = first.url;
  const tools = await serve((path, url) =>
    path.startsWith("/.well-known/oauth-protected-resource")
      ? { resource: url, authorization_servers: [named] }
      : undefined,
  );
  const settings: LoginSettings = { clientId: "c", clientSecret: SECRET, ...more };
  const store = memoryStore();
  const moved = (): void => {
    named = second.url;
    store.write({ ...store.read(), discovery: undefined, tokens: undefined });
  };
  return { first, second, settings, store, moved, serverUrl: tools.url };
}

const toSecond = (asked: readonly string[]): boolean =>
  asked.some((request) => request.includes(SECRET) || request.includes(btoa(`c:${SECRET}`)));

test("a client's secret stays with the authorisation server that it went to first", async () => {
  const { first, second, settings, store, moved, serverUrl } = await scene({ grant: "client_credentials" });
  const login = () => loginOf(settings, store) ?? expect.unreachable();
  expect(await auth(login(), { serverUrl })).toBe("AUTHORIZED");
  expect(toSecond(first.got)).toBe(true);
  moved();
  await expect(auth(login(), { serverUrl })).rejects.toThrow();
  expect(toSecond(second.got)).toBe(false);
});

test("where the settings name one, it goes to no other from the start", async () => {
  const { first, settings, store, serverUrl } = await scene({
    grant: "client_credentials",
    issuer: "https://login.example",
  });
  await expect(auth(loginOf(settings, store) ?? expect.unreachable(), { serverUrl })).rejects.toThrow();
  expect(toSecond(first.got)).toBe(false);
});

test("that of a login in the browser does neither", async () => {
  const { first, second, settings, store, moved, serverUrl } = await scene({});
  const page = { redirectUri: "http://127.0.0.1/callback", state: "s", show: async () => {} };
  const login = new ServerLogin(settings, store, page);
  const round = async (): Promise<unknown> => {
    await auth(login, { serverUrl, forceReauthorization: true });
    return auth(login, { serverUrl, authorizationCode: "code" });
  };
  expect(await round()).toBe("AUTHORIZED");
  expect(toSecond(first.got)).toBe(true);
  moved();
  await expect(round()).rejects.toThrow();
  expect(toSecond(second.got)).toBe(false);
});
