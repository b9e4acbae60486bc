import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listenForCallback } from "../loopback-callback.ts";
import { type LoginDialog, loginByBrowser, loginByDevice, type SendRequest } from "./oauth-login.ts";

interface AuthorisationServer {
  readonly url: string;
  /** What the token endpoint was sent, in order. */
  readonly forms: URLSearchParams[];
  /** Answers to come before the token: OAuth error codes. */
  pending: string[];
  /** What its metadata and its device codes say otherwise. */
  said: Readonly<Record<string, unknown>>;
  close(): void;
}

let server: AuthorisationServer;
beforeEach(async () => {
  server = await startAuthorisationServer();
});
afterEach(() => server.close());

/** Device grant and authorisation code with PKCE, as RFC 8628, 7636 and 8414 have them. */
async function startAuthorisationServer(): Promise<AuthorisationServer> {
  const forms: URLSearchParams[] = [];
  const challenges = new Map<string, string>();
  const state: AuthorisationServer = { url: "", forms, pending: [], said: {}, close: () => http.close() };
  const http = createServer((message, response) => {
    const reply = (status: number, document: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(document));
    };
    const url = new URL(message.url ?? "/", "http://127.0.0.1");
    const base = `http://${message.headers.host}`;
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return reply(404, {});
      case "/.well-known/oauth-authorization-server":
        return reply(200, {
          issuer: base,
          token_endpoint: `${base}/token`,
          device_authorization_endpoint: `${base}/device`,
          authorization_endpoint: `${base}/authorize`,
          ...state.said,
        });
      case "/device":
        return reply(200, {
          device_code: "dev",
          user_code: "ABCD-1234",
          verification_uri: `${base}/activate`,
          expires_in: 60,
          interval: 0.01,
          ...state.said,
        });
      case "/authorize": {
        const code = `code-${challenges.size}`;
        challenges.set(code, url.searchParams.get("code_challenge") ?? "");
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        back.searchParams.set("code", code);
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        return void response.writeHead(302, { location: back.href }).end();
      }
      default:
        void readForm(message).then((form) => {
          forms.push(form);
          const error = state.pending.shift();
          if (error === "away") return reply(503, {});
          if (error) return reply(400, { error, error_description: `said ${error}` });
          const verifier = form.get("code_verifier");
          const proof = verifier && createHash("sha256").update(verifier).digest("base64url");
          if (verifier && challenges.get(form.get("code") ?? "") !== proof)
            return reply(400, { error: "invalid_grant" });
          reply(200, { access_token: "at", refresh_token: "rt", token_type: "bearer", expires_in: 600 });
        });
    }
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return Object.assign(state, { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` });
}

async function readForm(message: IncomingMessage): Promise<URLSearchParams> {
  let body = "";
  for await (const piece of message) body += String(piece);
  return new URLSearchParams(body);
}

const send: SendRequest = async (url, { method, headers, body }) => {
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
};

function dialog(onShow: (step: { url: string; code?: string }) => void): LoginDialog {
  return { show: onShow, send, signal: new AbortController().signal };
}

const provider = () => ({ issuer: server.url, clientId: "waymark", scopes: ["models"] });

test("a login by device shows address and code, waits while it is pending, and gets the tokens", async () => {
  server.pending = ["authorization_pending", "authorization_pending"];
  const shown: object[] = [];
  const login = await loginByDevice(
    provider(),
    dialog((step) => void shown.push(step)),
  );
  expect(shown).toEqual([{ url: `${server.url}/activate`, code: "ABCD-1234" }]);
  expect(login).toMatchObject({
    tokenUrl: `${server.url}/token`,
    token: { access_token: "at", refresh_token: "rt", token_type: "bearer" },
  });
  expect(server.forms.map((form) => [form.get("grant_type"), form.get("device_code"), form.get("client_id")])).toEqual(
    Array.from({ length: 3 }, () => ["urn:ietf:params:oauth:grant-type:device_code", "dev", "waymark"]),
  );
});

test("a login by device outlives a server that is away; a code that has ended is told in plain words", async () => {
  server.pending = ["away", "authorization_pending"];
  const shown = dialog(() => undefined);
  expect(await loginByDevice(provider(), shown)).toMatchObject({ token: { access_token: "at" } });
  server.pending = ["expired_token"];
  await expect(loginByDevice(provider(), shown)).rejects.toMatchObject({
    kind: "refused",
    message: "Nobody confirmed the code in time (60 s); log in again.",
  });
});

test("a login by device that is refused says so", async () => {
  server.pending = ["access_denied"];
  await expect(
    loginByDevice(
      provider(),
      dialog(() => undefined),
    ),
  ).rejects.toMatchObject({
    kind: "refused",
    message: expect.stringMatching(/did not log you in: said access_denied; check the oauth settings/),
  });
});

test("a login in the browser proves with PKCE that it is the one that asked", async () => {
  const login = await loginByBrowser(
    provider(),
    dialog(({ url }) => void fetch(url)),
  );
  expect(login.token).toMatchObject({ access_token: "at", refresh_token: "rt" });
  expect(server.forms[0]?.get("redirect_uri")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
});

test("whatever else a page of a browser asks of the waiting login is passed over, and the answer is taken", async () => {
  const statuses: number[] = [];
  const ask = (address: URL, target: string, method = "GET"): Promise<void> =>
    new Promise((resolve) => {
      const { hostname, port } = address;
      const asked = request({ hostname, port, path: target, method }, (response) => {
        statuses.push(response.statusCode ?? 0);
        response.resume().once("end", resolve);
      });
      asked.end();
    });
  const login = await loginByBrowser(
    provider(),
    dialog(({ url }) => {
      const asked = new URL(url).searchParams;
      const back = new URL(asked.get("redirect_uri") ?? "");
      const state = asked.get("state") ?? "";
      void (async () => {
        for (const query of [
          "",
          "?code=stolen",
          "?code=stolen&state=other",
          `?code=stolen&state=${state}x`,
          "?error=denied",
        ])
          await ask(back, `/callback${query}`);
        for (const target of ["//", "///callback", "http://[", "/favicon.ico", `/x?state=${state}`])
          await ask(back, target);
        await ask(back, `/callback?code=stolen&state=${state}`, "POST");
        await fetch(url);
      })();
    }),
  );
  expect(login.token).toMatchObject({ access_token: "at" });
  expect(statuses).toEqual([...Array.from({ length: 5 }, () => 400), ...Array.from({ length: 6 }, () => 404)]);
  expect(server.forms).toHaveLength(1);
});

test("a second answer to a login finds nobody, and a port that is taken is told", async () => {
  const callback = await listenForCallback({ signal: AbortSignal.timeout(30_000), state: "s" });
  const { port } = new URL(callback.redirectUri);
  await expect(
    listenForCallback({ signal: AbortSignal.timeout(30_000), state: "t", port: Number(port) }),
  ).rejects.toThrow(/EADDRINUSE/);
  await fetch(`${callback.redirectUri}?state=s&code=first`);
  await fetch(`${callback.redirectUri}?state=s&code=second`);
  expect((await callback.answered).get("code")).toBe("first");
  callback.close();
  await expect(fetch(`${callback.redirectUri}?state=s&code=third`)).rejects.toThrow();
});

test("a login that was cancelled before its port was open waits for nobody", async () => {
  const callback = await listenForCallback({ signal: AbortSignal.abort(), state: "s" });
  await expect(callback.answered).rejects.toThrow("cancelled");
  callback.close();
});

test("an issuer without metadata, and one that is not there, are told apart in one line each", async () => {
  const wrong = { ...provider(), issuer: `${server.url}/nothing` };
  await expect(
    loginByDevice(
      wrong,
      dialog(() => undefined),
    ),
  ).rejects.toMatchObject({ kind: expect.any(String) });
  const gone = { ...provider(), issuer: "http://127.0.0.1:9/" };
  await expect(
    loginByDevice(
      gone,
      dialog(() => undefined),
    ),
  ).rejects.toMatchObject({ kind: "unavailable" });
});

test("a login by device waits as long as a timer can, whatever the server says", async () => {
  for (const said of [{ interval: 1e10 }, { interval: 1e300, expires_in: 1 }]) {
    server.said = said;
    server.pending = Array.from({ length: 50 }, () => "authorization_pending");
    const asked = server.forms.length;
    const patience = AbortSignal.timeout(1500);
    await expect(loginByDevice(provider(), { ...dialog(() => undefined), signal: patience })).rejects.toBeInstanceOf(
      Error,
    );
    expect(server.forms.length - asked).toBeLessThan(3);
  }
});

test.each(["javascript:alert(1)", "file:///etc/passwd", "vscode://run", "no address"])(
  "a page to log in at is no other than one: %s",
  async (page) => {
    const shown: object[] = [];
    const look = { ...dialog((step) => void shown.push(step)), signal: AbortSignal.timeout(1500) };
    for (const said of [
      { verification_uri: page, authorization_endpoint: page },
      { verification_uri_complete: page, authorization_endpoint: page },
    ]) {
      server.said = said;
      for (const login of [loginByDevice, loginByBrowser])
        await expect(login(provider(), look)).rejects.toMatchObject({ kind: "refused" });
    }
    expect(shown).toEqual([]);
  },
);
