import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { jsonLines, makePlace, type Place, processesOf, runWaymark, startWaymark } from "./run-waymark.ts";

const SERVER = resolve(import.meta.dirname, "mcp-servers/hostile.mjs");

let place: Place;
let log: string;
beforeEach(() => {
  place = makePlace({ "notes.txt": "one\n" });
  log = join(place.cwd, "server.log");
});
afterEach(() => place.remove());

/** A run with one server of each behaviour, whose `echo` is called once. */
async function run(...behaviours: readonly string[]) {
  const servers = behaviours.map((name) => {
    const program = { command: process.execPath, args: [SERVER, name, log] };
    return [name, { ...program, timeout: 1000, startTimeout: 20_000 }] as const;
  });
  writeFileSync(join(place.cwd, ".mcp.json"), JSON.stringify({ mcpServers: Object.fromEntries(servers) }));
  const calls = behaviours.map((name) => ({ calls: [{ id: name, name: `mcp__${name}__echo`, input: {} }] }));
  const script = join(place.home, "script.json");
  writeFileSync(script, JSON.stringify([...calls, { text: "Done." }]));
  const flags = [
    "--output-format",
    "stream-json",
    "--trust",
    "--allowedTools",
    behaviours.map((one) => `mcp__${one}`).join(),
  ];
  const { stdout, code } = await runWaymark(["-p", "go", "-m", `scripted/${script}`, ...flags], place);
  const lines = jsonLines(stdout);
  const parts = lines.flatMap(({ message }) => (message as { content?: object[] } | undefined)?.content ?? []);
  const results = parts.flatMap((part) => ("tool_use_id" in part && "content" in part ? [part] : []));
  expect(readFileSync(log, "utf8")).toMatch(/^start \d+$/m);
  await expect.poll(() => processesOf(place.home), { timeout: 20_000 }).toEqual([]);
  return {
    code,
    tools: lines.find(({ subtype }) => subtype === "init")?.["tools"] as readonly string[],
    results: Object.fromEntries(results.map(({ tool_use_id: id, content }) => [id, JSON.stringify(content)])),
    notes: lines.flatMap(({ subtype, text }) => (subtype === "status" ? [String(text)] : [])).join("\n"),
  };
}

test("a server of another protocol is left out with a line, an older one that is known is not, and the run goes on", async () => {
  const { code, notes, results, tools } = await run("old", "oldest", "newer", "refuses");
  expect(code).toBe(0);
  expect(tools.filter((name) => name.startsWith("mcp__"))).toEqual(["mcp__oldest__echo"]);
  expect(results["oldest"]).toContain("said");
  for (const name of ["old", "newer", "refuses"])
    expect(notes).toMatch(new RegExp(`${name} is left out: .*version`, "i"));
});

test("a server that says what nobody asked, asks without end, promises without end or dies is borne", async () => {
  const { code, results } = await run("confused", "asks", "soon", "shapeless", "dies");
  expect(code).toBe(0);
  expect(results["confused"]).toContain("said");
  expect(results["asks"]).toContain("said");
  expect(results["soon"]).toMatch(/timed out|did not do it/i);
  expect(results["shapeless"]).toContain("did not do it");
  expect(results["dies"]).toContain("said");
});

test("lists of tools that are odd, endless or none are bounded or left out", async () => {
  const { code, tools, notes, results } = await run("odd", "endless", "notAList", "twice");
  expect(code).toBe(0);
  expect(tools.filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([]);
  expect(tools.filter((name) => name.startsWith("mcp__odd"))).toHaveLength(5);
  expect(results["odd"]).toContain("said");
  expect(results["endless"]).toContain("said");
  expect(notes).toMatch(/notAList is left out: /);
  expect(results["twice"]).toContain("said");
});

const message = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const HELLO = message(1, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bad", version: "1" },
});

test("our server answers a client that sends garbage and cancels twice, and ends when it leaves in the middle", async () => {
  const child = startWaymark(["mcp", "serve"], place);
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const answer = (id: number) => new RegExp(`"id":${id}\\b`);
  child.stdin?.write(`garbage\n{"half":\n\u0000\n[]\n${HELLO}`);
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(answer(1));
  child.stdin?.write(message(2, "no/such"));
  child.stdin?.write(message(3, "tools/call", { name: "read_file", arguments: { path: 7, nothing: true } }));
  const cancel = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 4 } })}\n`;
  child.stdin?.write(message(4, "tools/call", { name: "search_code", arguments: { pattern: "o" } }) + cancel + cancel);
  child.stdin?.write(message(5, "tools/call", { name: "read_file", arguments: { path: "notes.txt" } }));
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(answer(5));
  for (const id of [2, 3]) expect(said).toMatch(answer(id));
  child.stdin?.write(message(6, "tools/call", { name: "search_code", arguments: { pattern: "o" } }));
  child.stdin?.destroy();
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(0);
});

test("over HTTP nobody without the token gets in, garbage is an error, and who leaves in the middle leaves nothing behind", async () => {
  const token = "a-token-of-enough-characters";
  expect((await runWaymark(["mcp", "serve", "--http", "x"], place)).code).toBe(2);
  expect(
    (await runWaymark(["mcp", "serve", "--http"], { ...place, environment: { WAYMARK_MCP_TOKEN: "short" } })).stderr,
  ).toContain("fewer than 16");
  const child = startWaymark(["mcp", "serve", "--http"], { ...place, environment: { WAYMARK_MCP_TOKEN: token } });
  const [line] = (await once(child.stderr as NodeJS.ReadableStream, "data")) as [Buffer];
  const url = line.toString().trim();
  const authorization = `Bearer ${token}`;
  const headers = { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = (body: string, more: object = {}) =>
    fetch(url, { method: "POST", headers: { ...headers, ...more }, body });
  expect((await post(HELLO, { authorization: "Bearer wrong" })).status).toBe(401);
  expect((await post(HELLO, { origin: "https://evil.example" })).status).toBe(403);
  expect((await fetch(new URL("/other", url), { headers })).status).toBe(404);
  expect((await post("garbage")).status).toBe(400);
  expect((await post("x".repeat(2_000_001))).status).toBe(413);
  const odd = (params: string) => post(`{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":${params}}}`);
  expect(await (await odd("[".repeat(501) + "]".repeat(501))).text()).toContain("more than 500 levels");
  expect(await (await odd(`[${"[],".repeat(300_000)}1]`)).text()).toContain("more than 250,000 values");
  const left = new AbortController();
  const call = message(7, "tools/call", { name: "search_code", arguments: { pattern: "o" } });
  const gone = fetch(url, { method: "POST", headers, body: call, signal: left.signal }).catch(() => "gone");
  left.abort();
  await gone;
  expect(await (await post(call)).text()).toContain("notes.txt");
  child.kill("SIGTERM");
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(0);
});
