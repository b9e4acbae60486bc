import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requestToken } from "./token-request.ts";
import { createTokenSource, TokenFailure } from "./token-source.ts";
import { readToken, type Token, writeToken } from "./token-store.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-token-"));
  file = join(folder, "tokens", "t.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOW = 1_000_000;

function source(fetches: readonly (Token | TokenFailure)[], earlySeconds = 60) {
  const asked: (string | undefined)[] = [];
  const tokens = createTokenSource({
    file,
    earlySeconds,
    now: () => NOW * 1000,
    fetch: async (refreshToken) => {
      asked.push(refreshToken);
      const answer = fetches[asked.length - 1];
      if (!answer || answer instanceof TokenFailure) throw answer ?? new Error("asked too often");
      return answer;
    },
  });
  return { tokens, asked };
}

const token = (name: string, secondsLeft: number, refresh?: string): Token => ({
  access_token: name,
  expires_at: NOW + secondsLeft,
  token_type: "Bearer",
  ...(refresh ? { refresh_token: refresh } : {}),
});

test("BC-10: the token file is for its owner alone, in a folder for its owner alone, with the fields of old", async () => {
  await source([{ ...token("a", 1200, "r"), realm: "acme" }]).tokens.get();
  expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    access_token: "a",
    refresh_token: "r",
    expires_at: NOW + 1200,
    realm: "acme",
    token_type: "Bearer",
  });
});

test("BC-10: a token file that others can read is not used", async () => {
  writeToken(file, token("old", 1200));
  chmodSync(file, 0o644);
  expect(await source([token("new", 1200)]).tokens.get()).toBe("new");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("BC-21: a valid token of the file is used without a request", async () => {
  writeToken(file, token("kept", 1200));
  const { tokens, asked } = source([]);
  expect([await tokens.get(), asked]).toEqual(["kept", []]);
});

test("BC-21: a spent token goes by its refresh token, and by the credentials where that is refused", async () => {
  writeToken(file, token("spent", 10, "r-1"));
  const first = source([token("renewed", 1200, "r-2")]);
  expect([await first.tokens.get(), first.asked]).toEqual(["renewed", ["r-1"]]);
  writeToken(file, token("spent", 10, "r-2"));
  const second = source([new TokenFailure("refused", "no"), token("full", 1200)]);
  expect([await second.tokens.get(), second.asked]).toEqual(["full", ["r-2", undefined]]);
});

test("BC-21: after the last refusal the stored token is gone; a server that cannot be reached takes nothing away", async () => {
  writeToken(file, token("spent", 10, "r"));
  const away = new TokenFailure("unavailable", "Network error");
  await expect(source([away]).tokens.get()).rejects.toThrow("Network error");
  expect(existsSync(file)).toBe(true);
  const no = new TokenFailure("refused", "Invalid client credentials");
  await expect(source([no, no]).tokens.get()).rejects.toThrow("Invalid client credentials");
  expect(existsSync(file)).toBe(false);
});

test("BC-22: a token within the buffer before its end is renewed; outside of it, it is used", async () => {
  writeToken(file, token("near", 61));
  expect(await source([token("x", 1)]).tokens.get()).toBe("near");
  writeToken(file, token("near", 59));
  expect(await source([token("new", 1200)]).tokens.get()).toBe("new");
  writeToken(file, token("near", 250));
  expect(await source([token("newer", 1200)], 300).tokens.get()).toBe("newer");
});

test("BC-23: twenty callers at once are one request; a refused token is renewed once for all of them", async () => {
  const { tokens, asked } = source([token("a", 1200), token("b", 1200)]);
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => tokens.get())))).toEqual(new Set(["a"]));
  const renewed = await Promise.all(Array.from({ length: 20 }, () => tokens.get({ not: "a" })));
  expect([new Set(renewed), asked]).toEqual([new Set(["b"]), [undefined, undefined]]);
});

test("BC-23: a refused token that another process has renewed already is taken from the file", async () => {
  writeToken(file, token("a", 1200));
  const { tokens, asked } = source([]);
  await tokens.get();
  writeToken(file, token("b", 1200));
  expect([await tokens.get({ not: "a" }), asked]).toEqual(["b", []]);
});

test("a lock that a dead process left does not hold anyone up", async () => {
  writeToken(file, token("spent", 0));
  writeFileSync(`${file}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, startTime: "1", bootId: "none" }));
  expect(await source([token("new", 1200)]).tokens.get()).toBe("new");
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test("BC-23: twenty processes that need a token at once cause one token request", async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    const answer = JSON.stringify({ access_token: `token-${requests}`, expires_in: 1200 });
    setTimeout(() => response.end(answer), 300);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const script = resolve(import.meta.dirname, "../../../test/fixtures/token-process.ts");
  const run = (): Promise<string> =>
    new Promise((done, fail) => {
      const child = spawn(process.execPath, [script, file, `http://127.0.0.1:${port}/`], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let output = "";
      child.stdout.on("data", (text: Buffer) => {
        output += text.toString();
      });
      child.once("error", fail).once("close", () => done(output));
    });
  try {
    const tokens = await Promise.all(Array.from({ length: 20 }, run));
    expect([new Set(tokens), requests]).toEqual([new Set(["token-1"]), 1]);
    expect(readToken(file)?.access_token).toBe("token-1");
  } finally {
    server.close();
  }
});

const ASKED = { url: "https://idm/acme/oidc/oauth/token", form: { client_secret: "hush" }, nowSeconds: 100, hint: "X" };
const answered = (status: number, text: string) => ({ ...ASKED, post: async () => ({ status, text }) });

test("BC-22: a token without a lifetime lives an hour", async () => {
  expect(await requestToken(answered(200, '{"access_token":"a"}'))).toEqual({
    access_token: "a",
    issued_at: 100,
    expires_at: 3700,
    token_type: "Bearer",
  });
});

test("BC-24: every error says what failed and what to check, never the secret", async () => {
  const failure = (status: number, text = ""): Promise<unknown> =>
    requestToken(answered(status, text)).catch((error: unknown) => error);
  expect(await failure(401)).toMatchObject({
    kind: "refused",
    message: expect.stringMatching(/^Invalid client credentials/),
  });
  expect(await failure(404)).toMatchObject({
    kind: "refused",
    message: expect.stringMatching(/^Invalid realm or auth URL: https/),
  });
  expect(await failure(400, "bad hush")).toMatchObject({
    kind: "refused",
    message: expect.stringMatching(/^HTTP error 400.*bad \[secret\]/),
  });
  expect(await failure(503)).toMatchObject({ kind: "unavailable", message: expect.stringMatching(/^HTTP error 503/) });
  expect(await failure(200, '{"token":"x"}')).toMatchObject({
    message: expect.stringMatching(/^Invalid token response: missing access_token/),
  });
  const away = { ...ASKED, post: () => Promise.reject(new Error("ECONNREFUSED")) };
  expect(await requestToken(away).catch((error: unknown) => error)).toMatchObject({
    kind: "unavailable",
    message: expect.stringMatching(/^Network error: ECONNREFUSED/),
  });
});

test("BC-22: a token that lives shorter than the buffer is good for half of its life, and not renewed at every request", async () => {
  const { tokens, asked } = source([{ ...token("short", 30), issued_at: NOW }], 3600);
  expect([await tokens.get(), await tokens.get(), await source([], 3600).tokens.get(), asked.length]).toEqual([
    ...["short", "short", "short"],
    1,
  ]);
  writeToken(file, { ...token("spent", 14), issued_at: NOW - 16 });
  expect(await source([token("new", 1200)], 3600).tokens.get()).toBe("new");
});
