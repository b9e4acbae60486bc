import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { logIn } from "./log-in.ts";
import { type Network, outwardFetch, wayOut } from "./outward-fetch.ts";
import { sendTo } from "./send-to.ts";
import type { LoginRecord } from "./server-login.ts";

const SERVER = "https://mcp.example.com";
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  "mcp.example.com": ["93.184.216.34"],
  "login.example.com": ["93.184.216.35"],
  "inward.example.com": ["10.0.0.7"],
  "both.example.com": ["93.184.216.36", "127.0.0.1"],
  "intranet.example.com": ["10.0.0.8"],
};

interface Scene extends Network {
  readonly sent: { readonly url: string; readonly key: string | null }[];
}

function scene(answer: (url: string) => Response | undefined): Scene {
  const sent: { url: string; key: string | null }[] = [];
  return {
    sent,
    resolve: async (host) => ADDRESSES[host] ?? [],
    async send(url, { headers }) {
      sent.push({ url, key: new Headers(headers).get("x-api-key") });
      return answer(url) ?? new Response(null, { status: 404 });
    },
  };
}

/** A server that names these places for a login. */
function naming(
  places: Readonly<Record<"issuer" | "authorize" | "token" | "register", string>>,
  metadata?: string,
): Scene {
  const { issuer, authorize, token, register } = places;
  return scene((url) => {
    if (url === `${SERVER}/mcp`) {
      const said = metadata === undefined ? {} : { "www-authenticate": `Bearer resource_metadata="${metadata}"` };
      return new Response(null, { status: 401, headers: said });
    }
    if (url.includes("oauth-protected-resource"))
      return Response.json({ resource: `${SERVER}/mcp`, authorization_servers: [issuer] });
    if (url.startsWith(issuer) && url.includes("oauth-authorization-server"))
      return Response.json({
        ...{ issuer, authorization_endpoint: authorize, token_endpoint: token, registration_endpoint: register },
        ...{ response_types_supported: ["code"], code_challenge_methods_supported: ["S256"] },
      });
    if (url === register) return Response.json({ client_id: "c", redirect_uris: ["http://127.0.0.1/callback"] });
    if (url === token) return Response.json({ access_token: "t", token_type: "Bearer" });
    return undefined;
  });
}

/** Logs in with an answer that a person pastes. @returns the pages that were shown, and why it failed */
async function loggedIn(network: Network): Promise<{ shown: string[]; failure: string | undefined }> {
  let record: LoginRecord = {};
  const store = {
    read: () => record,
    write(next: LoginRecord) {
      record = next;
    },
  };
  const shown: string[] = [];
  const dialog = {
    show: (url: string) => void shown.push(url),
    typed: async () => "code",
    signal: AbortSignal.timeout(20_000),
  };
  const place = { url: `${SERVER}/mcp`, headers: { "x-api-key": "key" }, settings: {}, store };
  const failure = await logIn(place, dialog, network).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { shown, failure };
}

const GOOD = {
  issuer: "https://login.example.com",
  authorize: "https://login.example.com/authorize",
  token: "https://login.example.com/token",
  register: "https://login.example.com/register",
};

test("a login goes to where a server of the open internet sends it, and the headers of the settings stay", async () => {
  const network = naming(GOOD);
  const { shown, failure } = await loggedIn(network);
  expect([failure, shown.map((page) => new URL(page).origin)]).toEqual([undefined, ["https://login.example.com"]]);
  expect(network.sent.filter(({ url, key }) => key !== null && !url.startsWith(SERVER))).toEqual([]);
});

const INWARD = [
  "https://127.0.0.1:8443",
  "http://169.254.169.254",
  "https://10.1.2.3",
  "https://[::1]",
  "https://inward.example.com",
  "https://both.example.com",
  "https://localhost",
  "http://login.example.com",
];

test.each(INWARD)("no part of a login is led to %s", async (origin) => {
  const led = (["issuer", "authorize", "token", "register"] as const).map((part) =>
    naming({ ...GOOD, [part]: part === "issuer" ? origin : `${origin}/x` }),
  );
  for (const network of [...led, naming(GOOD, `${origin}/.well-known/oauth-protected-resource`)]) {
    const { shown } = await loggedIn(network);
    const gone = [...network.sent.map(({ url }) => url), ...shown].filter((url) => url.startsWith(origin));
    expect(gone).toEqual([]);
  }
});

test.each(["file:///etc/passwd", "vscode://x", "javascript:alert(1)"])("no page is opened at %s", async (authorize) => {
  const { shown, failure } = await loggedIn(naming({ ...GOOD, authorize }));
  expect(shown).toEqual([]);
  expect(failure).toBeDefined();
});

test("a redirect leads nowhere inward either, and takes no header of the settings along", async () => {
  const leading = (location: string) =>
    scene((url) =>
      url.startsWith(SERVER) ? new Response(null, { status: 302, headers: { location } }) : new Response("x"),
    );
  const inward = leading("http://169.254.169.254/latest/meta-data");
  await expect(outwardFetch(`${SERVER}/mcp`, {}, wayOut(`${SERVER}/mcp`, inward))(`${SERVER}/a`)).rejects.toThrow(
    "169.254.169.254",
  );
  expect(inward.sent.map(({ url }) => url)).toEqual([`${SERVER}/a`]);
  const outward = leading("https://login.example.com/a");
  await outwardFetch(`${SERVER}/mcp`, { "x-api-key": "key" }, wayOut(`${SERVER}/mcp`, outward))(`${SERVER}/a`);
  expect(outward.sent).toEqual([
    { url: `${SERVER}/a`, key: "key" },
    { url: "https://login.example.com/a", key: null },
  ]);
});

test.each([["127.0.0.1"], ["169.254.169.254"], ["10.0.0.9", "::1"]])(
  "a server of the open internet is not followed inward when its name comes to mean %s",
  async (...later) => {
    let means: readonly string[] = ["93.184.216.34", "127.0.0.1"];
    const went: unknown[] = [];
    const send: Network["send"] = async (url, _, addresses) => {
      went.push(addresses);
      return url.endsWith("/mcp")
        ? new Response(null, { status: 307, headers: { location: "/inner" } })
        : new Response("x");
    };
    const ask = outwardFetch(`${SERVER}/mcp`, {}, wayOut(`${SERVER}/mcp`, { resolve: async () => means, send }));
    await ask(`${SERVER}/mcp`);
    means = later;
    await expect(ask(`${SERVER}/mcp`)).rejects.toThrow(later[0]);
    expect(went).toEqual([["93.184.216.34"], ["93.184.216.34"]]);
  },
);

test("who asks is shown to nobody that a redirect leads to", async () => {
  const asked: (readonly [string, string | null, string | null])[] = [];
  const network: Network = {
    resolve: async (host) => ADDRESSES[host] ?? [],
    async send(url, request) {
      const headers = new Headers(request.headers);
      asked.push([url, headers.get("authorization"), headers.get("accept")]);
      const location = { [`${SERVER}/a`]: "/b", [`${SERVER}/b`]: "https://login.example.com/c" }[url];
      return location === undefined ? new Response("x") : new Response(null, { status: 307, headers: { location } });
    },
  };
  const headers = { authorization: "Bearer token", accept: "text/event-stream" };
  await outwardFetch(`${SERVER}/mcp`, {}, wayOut(`${SERVER}/mcp`, network))(`${SERVER}/a`, { headers });
  expect(asked).toEqual([
    [`${SERVER}/a`, "Bearer token", "text/event-stream"],
    [`${SERVER}/b`, "Bearer token", "text/event-stream"],
    ["https://login.example.com/c", null, "text/event-stream"],
  ]);
});

test.each([
  [307, "/b", true],
  [308, "/b", true],
  [302, "/b", false],
  [307, "https://login.example.com/b", false],
])("what is posted follows a redirect %s to %s: %s", async (status, location, isFollowed) => {
  const network = scene((url) =>
    url === `${SERVER}/a` ? new Response(null, { status, headers: { location } }) : new Response("x"),
  );
  const request = { method: "POST", headers: { "x-api-key": "key" }, body: "{}" };
  const response = await outwardFetch(`${SERVER}/mcp`, {}, wayOut(`${SERVER}/mcp`, network))(`${SERVER}/a`, request);
  expect(response.status).toBe(isFollowed ? 200 : status);
  expect(network.sent.map(({ url }) => url)).toEqual([`${SERVER}/a`, ...(isFollowed ? [`${SERVER}/b`] : [])]);
});

test("a server that lies inward itself may name its neighbours", async () => {
  const network = scene(() => new Response("x"));
  for (const server of ["http://127.0.0.1:1/mcp", "https://intranet.example.com/mcp"])
    await outwardFetch(server, {}, wayOut(server, network))("http://10.0.0.9/token");
  expect(network.sent.map(({ url }) => url)).toEqual(["http://10.0.0.9/token", "http://10.0.0.9/token"]);
});

test("a server whose name means another place at each look-up leads nowhere inward", async () => {
  for (const answers of [
    [["93.184.216.34"], ["10.0.0.7"]],
    [["10.0.0.7"], ["93.184.216.34"]],
  ]) {
    let asked = 0;
    const dialled: string[] = [];
    const network: Network = {
      resolve: async () => answers[asked++ % 2] ?? [],
      async send(url, _request, addresses) {
        dialled.push(`${url} ${addresses}`);
        return new Response(null, { status: 302, headers: { location: "http://10.0.0.9/secrets" } });
      },
    };
    const ask = outwardFetch(`${SERVER}/mcp`, {}, wayOut(`${SERVER}/mcp`, network));
    for (let round = 0; round < 4; round++) await ask(`${SERVER}/mcp`).catch(() => undefined);
    // Who answers in the open internet was met there; what lies inward was asked itself, and may lead to its neighbours.
    const led = dialled.flatMap((line, index) => (line.startsWith("http://10.0.0.9") ? [dialled[index - 1]] : []));
    expect(led.filter((before) => before?.includes("93."))).toEqual([]);
    expect(
      dialled
        .filter((line) => line.startsWith(SERVER))
        .every((line) => / (?:93\.184\.216\.34|10\.0\.0\.7)$/.test(line)),
    ).toBe(true);
  }
});

test.skipIf(process.platform === "darwin")(
  "a connection that is kept serves the addresses alone that it was judged by",
  async () => {
    const reached: (string | undefined)[] = [];
    const server = createServer((incoming, answer) => {
      reached.push(incoming.socket.localAddress);
      answer.end("x");
    });
    await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
    const url = `http://site.example:${(server.address() as AddressInfo).port}/`;
    try {
      for (const address of ["127.0.0.1", "127.0.0.2", "127.0.0.1"]) await (await sendTo(url, {}, [address])).text();
      expect(reached).toEqual(["127.0.0.1", "127.0.0.2", "127.0.0.1"]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);

test.each([
  ["HTTP/1.1 600 Beyond\r\nContent-Length: 1\r\n\r\nx", "it answered with the status 600, which is none"],
  ["HTTP/1.1 999 Beyond\r\nContent-Length: 1\r\n\r\nx", "it answered with the status 999, which is none"],
  ["HTTP/1.1 000 Nothing\r\nContent-Length: 1\r\n\r\nx", "it answered with the status 0, which is none"],
  ["HTTP/1.1 205 Reset\r\nContent-Length: 1\r\n\r\nx", "205: "],
  ["HTTP/1.1 204 Empty\r\nContent-Length: 1\r\n\r\nx", "204: "],
  ["HTTP/1.1 200 \x80\xffé\r\nContent-Length: 1\r\n\r\nx", "200: x"],
])("an answer of an odd status is one, or a failure by name: %j", async (bytes, expected) => {
  const server = createTcpServer((socket) => void socket.on("error", () => {}).write(Buffer.from(bytes, "latin1")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://site.example:${(server.address() as AddressInfo).port}/`;
    const said = await sendTo(url, { signal: AbortSignal.timeout(5_000) }, ["127.0.0.1"]).then(
      async (response) => `${response.status}: ${await response.text()}`,
      (error: Error) => error.message,
    );
    expect(said).toBe(expected);
  } finally {
    server.close();
  }
});

test("a request goes to the addresses that were judged, and its answer comes as any other", async () => {
  const server = createServer((incoming, answer) => {
    answer.setHeader("content-encoding", "gzip").setHeader("set-cookie", ["a=1", "b=2"]);
    incoming.resume().once("end", () => answer.end(gzipSync(`${incoming.method} ${incoming.headers.host}`)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const url = `http://site.example:${port}/mcp`;
    const send = outwardFetch(url, {}, wayOut(url, { send: sendTo, resolve: async () => ["127.0.0.1"] }));
    const response = await send(url, { method: "POST", body: new URLSearchParams({ a: "b" }) });
    expect([response.status, response.headers.getSetCookie(), await response.text()]).toEqual([
      ...[200, ["a=1", "b=2"]],
      `POST site.example:${port}`,
    ]);
    const unknown = wayOut(url, { send: sendTo, resolve: async () => [] });
    await expect(outwardFetch(url, {}, unknown)(url)).rejects.toThrow("known to no name server");
    const late = send(url, { signal: AbortSignal.abort(new Error("cancelled")) });
    await expect(late).rejects.toThrow();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
