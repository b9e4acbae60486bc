import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  jsonLines,
  makePlace,
  type Place,
  processesOf,
  runWaymark,
  scriptedModel,
  startWaymark,
  type WaymarkRun,
} from "./run-waymark.ts";

const SERVER = resolve(import.meta.dirname, "mcp-servers/server.mjs");

let place: Place;
let log: string;
beforeEach(() => {
  place = makePlace();
  log = join(place.cwd, "server.log");
});
afterEach(() => place.remove());

const server = (behaviour = "good", more: object = {}) => ({
  command: process.execPath,
  args: [SERVER, behaviour, `${place.cwd}/`],
  ...more,
});

const project = (servers: Record<string, unknown>): void =>
  writeFileSync(join(place.cwd, ".mcp.json"), JSON.stringify({ mcpServers: servers }));

const call = (name: string, input: object = {}) => ({ id: name, name, input });

/** A run of the scripted model whose first replies are these calls, one a step. */
async function run(
  calls: readonly object[],
  flags: readonly string[] = ["--trust", "--permission-mode", "bypassPermissions"],
  environment: Readonly<Record<string, string>> = {},
): Promise<WaymarkRun & { results: Record<string, string>; tools: readonly string[]; notes: string }> {
  const script = join(place.home, "script.json");
  writeFileSync(script, JSON.stringify([...calls.map((one) => ({ calls: [one] })), { text: "Done." }]));
  const args = ["-p", "go", "-m", `scripted/${script}`, "--output-format", "stream-json", ...flags];
  const ended = await runWaymark(args, { ...place, environment });
  const lines = jsonLines(ended.stdout);
  const parts = lines.flatMap(({ message }) => (message as { content?: object[] } | undefined)?.content ?? []);
  const results = parts.flatMap((part) => ("tool_use_id" in part && "content" in part ? [part] : []));
  const init = lines.find(({ subtype }) => subtype === "init");
  return {
    ...ended,
    results: Object.fromEntries(results.map(({ tool_use_id, content }) => [tool_use_id, JSON.stringify(content)])),
    tools: (init?.["tools"] ?? []) as string[],
    notes: lines.flatMap(({ subtype, text }) => (subtype === "status" ? [String(text)] : [])).join("\n"),
  };
}

/** No process of a server that ran in this test is there any more. */
async function expectNoneLeft(): Promise<void> {
  expect(readFileSync(log, "utf8")).toMatch(/^start \d+$/m);
  await expect.poll(() => processesOf(place.home), { timeout: 20_000 }).toEqual([]);
}

test("a project's server is started when it is trusted, its tools are called, and it is gone afterwards", async () => {
  project({ t: server("chatty", { env: { GREETING: "${WHO:-nobody} ${PLACE}" } }) });
  const ran = await run(
    [call("mcp__t__echo", { word: "hi" }), call("mcp__t__fail"), call("mcp__t__echo", {})],
    undefined,
    {
      PLACE: "here",
    },
  );
  expect(ran.code).toBe(0);
  expect(ran.tools).toContain("mcp__t__echo");
  expect(ran.tools.filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([]);
  expect(ran.tools.some((name) => name.startsWith("mcp__t__odd_name"))).toBe(true);
  expect(ran.results["mcp__t__fail"]).toContain("it went wrong");
  expect(readFileSync(log, "utf8").match(/^call \w+/gm)).toEqual(["call echo", "call fail"]);
  await expectNoneLeft();
});

test("a project's server that nobody approved is not started, in -p neither, and the run says so", async () => {
  project({ t: server() });
  const ran = await run([call("mcp__t__echo", { word: "hi" })], ["--permission-mode", "bypassPermissions"]);
  expect(existsSync(log)).toBe(false);
  expect(ran.tools.filter((name) => name.startsWith("mcp__"))).toEqual([]);
  expect(ran.notes).toContain("is not approved");
  expect((await runWaymark(["config", "trust"], { ...place, stdin: "y\n" })).code).toBe(0);
  expect((await run([], [])).tools).toContain("mcp__t__echo");
  project({ t: server("good", { env: { NEW: "1" } }) });
  expect((await run([], [])).tools).not.toContain("mcp__t__echo");
});

test("settings of a project start nothing, those of a person do", async () => {
  const { code } = await runWaymark(
    ["mcp", "add", "own", "--", process.execPath, SERVER, "good", `${place.cwd}/`],
    place,
  );
  expect(code).toBe(0);
  expect((await run([], [])).tools).toContain("mcp__own__echo");
  expect((await runWaymark(["mcp", "add-json", "-s", "project", "ours", JSON.stringify(server())], place)).code).toBe(
    0,
  );
  expect((await runWaymark(["mcp", "list"], place)).stdout).toMatch(/own {2}not started[\s\S]*ours {2}not started/);
  expect((await runWaymark(["mcp", "get", "ours"], place)).stdout).toContain("echo  Says a word again.");
  expect((await runWaymark(["mcp", "remove", "own"], place)).code).toBe(0);
  expect((await runWaymark(["mcp", "remove", "ours"], place)).code).toBe(0);
  expect((await runWaymark(["mcp", "remove", "ours"], place)).code).toBe(2);
  expect((await runWaymark(["mcp", "list", "--trust"], place)).stdout).not.toContain("not started");
});

test("rules name a server or one of its tools; without one a call is asked about", async () => {
  project({ t: server(), t2: server() });
  const calls = [call("mcp__t__echo", { word: "a" }), call("mcp__t__fail"), call("mcp__t2__echo", { word: "b" })];
  await run(calls, ["--trust", "--allowedTools", "mcp__t", "--disallowedTools", "mcp__t__fail"]);
  expect(readFileSync(log, "utf8").match(/^call \w+/gm)).toEqual(["call echo"]);
});

test("a server that crashes, hangs, floods or answers too much fails the call, and the next one finds it again", async () => {
  project({ t: server(), slow: server("good", { timeout: 1500 }) });
  const again = (id: string, name = "t") => ({ id, name: `mcp__${name}__echo`, input: { word: id } });
  const calls = [
    ...[call("mcp__t__crash"), again("one"), call("mcp__slow__hang"), again("two", "slow")],
    ...[call("mcp__t__huge"), again("three"), call("mcp__t__flood"), again("four"), call("mcp__t__long")],
  ];
  const { results, code } = await run(calls);
  expect(code).toBe(0);
  for (const id of ["one", "two", "three", "four"]) expect(results[id]).toContain(`echo: ${id}`);
  expect(results["mcp__t__crash"]).toMatch(/ended with code 7; it said: out of luck/);
  expect(results["mcp__slow__hang"]).toMatch(/timed out/i);
  expect(results["mcp__t__huge"]).toContain("more than 10 MB");
  expect(results["mcp__t__flood"]).toContain("floods");
  expect(results["mcp__t__long"]?.length).toBeLessThan(100_000);
  await expectNoneLeft();
});

test("a server that dies at once, never answers or is written down wrongly is left out, and the others work", async () => {
  project({
    dead: server("dead"),
    silent: server("silent", { startTimeout: 500 }),
    missing: { command: "/no/such/program" },
    neither: {},
    unset: { command: "${NO_SUCH_VARIABLE}" },
    "bad name": server(),
    off: server("good", { enabled: false }),
    fine: server("good", { tools: { allow: ["echo"] } }),
  });
  const { tools, notes, results } = await run([call("mcp__fine__echo", { word: "hi" })]);
  expect(tools.filter((name) => name.startsWith("mcp__"))).toEqual(["mcp__fine__echo"]);
  expect(results["mcp__fine__echo"]).toContain("echo: hi");
  expect(notes).toMatch(/dead is left out: ended with code 3; it said: no licence found/);
  expect(notes).toMatch(/silent is left out: .*timed out/i);
  expect(notes).toMatch(/missing is left out: .*no.such.program: not found/);
  expect(notes).toMatch(/neither is left out: it needs either a command or a url/);
  expect(notes).toMatch(/unset is left out: the variable NO_SUCH_VARIABLE is not set/);
  expect(notes).toMatch(/bad name is left out: its name/);
  await expectNoneLeft();
});

test("a server that does not answer is named while it is waited for, and the run goes on without it", async () => {
  project({ silent: server("silent"), fine: server() });
  const flags = ["--trust", "--permission-mode", "bypassPermissions"];
  const model = scriptedModel(place, [{ calls: [call("mcp__fine__echo", { word: "hi" })] }, { text: "Done." }]);
  const ran = await runWaymark(["-p", "go", "-m", model, ...flags], place);
  expect(ran).toMatchObject({ code: 0, stdout: "Done.\n" });
  expect(ran.stderr).toMatch(/^waymark: MCP: waiting for silent(?:, fine)? …$/m);
  expect(ran.stderr).toMatch(/^waymark: MCP: still waiting for silent; the tools come when it answers\.$/m);
  const codex = jsonLines(
    (
      await runWaymark(
        ["-p", "go", "-m", model, ...flags, "--output-format", "stream-json", "--event-format", "codex"],
        place,
      )
    ).stdout,
  );
  expect(codex[0]).toMatchObject({ type: "thread.started" });
  await expectNoneLeft();
});

test("a tool that describes itself otherwise than before is left out until a person accepts it", async () => {
  await runWaymark(
    ["mcp", "add-json", "t", JSON.stringify(server("good", { tools: { allow: ["echo", "fail"] } }))],
    place,
  );
  expect((await run([], [])).tools).toContain("mcp__t__echo");
  // As if other words had been pinned.
  const pins = join(place.home, "waymark/state/mcp-tools.json");
  writeFileSync(pins, readFileSync(pins, "utf8").replace(/("echo": ")[0-9a-f]{8}/, "$100000000"));
  const pulled = await run([], []);
  expect(pulled.tools).toContain("mcp__t__fail");
  expect(pulled.tools).not.toContain("mcp__t__echo");
  expect(pulled.notes).toMatch(/something else of its tool echo.*mcp accept t.*Says a word again/);
  expect((await runWaymark(["mcp", "accept", "t"], place)).stdout).toBe("t: echo\n");
  expect((await run([], [])).tools).toContain("mcp__t__echo");
});

test("a server gets new tools during a run, and they can be called in it", async () => {
  project({ t: server() });
  const { results } = await run([call("mcp__t__grow"), call("mcp__t__echo", { word: "x" }), call("mcp__t__grown")]);
  expect(results["mcp__t__grown"]).toContain("grown up");
});

test("what is too much for each request is found through find_tool", async () => {
  project({ t: server("many"), few: server("good", { tools: { allow: ["echo"] } }) });
  const calls = [
    call("find_tool", { query: "zebra" }),
    call("mcp__t__tool_17"),
    call("mcp__few__echo", { word: "hi" }),
  ];
  const { results } = await run(calls);
  expect(results["find_tool"]).toContain("mcp__t__tool_17");
  expect(results["mcp__t__tool_17"]).toContain("did 17");
  expect(results["mcp__few__echo"]).toContain("echo: hi");
});

test("a server of the network is spoken to over streamable HTTP, with its headers", async () => {
  const seen: (string | undefined)[] = [];
  const handler = createMcpHandler(() => {
    const remote = new Server({ name: "remote", version: "1" }, { capabilities: { tools: {} } });
    remote.setRequestHandler("tools/list", () => ({
      tools: [
        { name: "huge", inputSchema: { type: "object" } },
        { name: "time", inputSchema: { type: "object" } },
      ],
    }));
    remote.setRequestHandler("tools/call", ({ params }) => ({
      content: [{ type: "text", text: params.name === "time" ? "half past nine" : "x".repeat(20_000_000) }],
    }));
    return remote;
  });
  const http = createServer(async (request, response) => {
    seen.push(request.headers.authorization);
    const { method = "GET", headers } = request;
    const body = method === "POST" ? { body: Readable.toWeb(request) as ReadableStream, duplex: "half" as const } : {};
    const init = { method, headers: headers as Record<string, string>, ...body };
    const answer = await handler.fetch(new Request("http://127.0.0.1/mcp", init));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.fromWeb(answer.body as never).pipe(response);
    else response.end();
  });
  await new Promise<void>((done) => void http.listen(0, "127.0.0.1", done));
  try {
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    project({
      net: { type: "http", url, headers: { Authorization: "Bearer ${REMOTE}" } },
      gone: { url: "http://127.0.0.1:1/mcp" },
    });
    const calls = [call("mcp__net__huge"), call("mcp__net__time")];
    const { results, notes } = await run(calls, undefined, { REMOTE: "abc" });
    expect(results["mcp__net__huge"]).toContain("more than 10 MB");
    expect(results["mcp__net__time"]).toContain("half past nine");
    expect(new Set(seen)).toEqual(new Set(["Bearer abc"]));
    expect(notes).toContain("gone is left out");
    project({ far: { url: "https://mcp.example.com/mcp" } });
    expect((await run([], ["--trust", "--offline"])).notes).toContain("far is left out: it is on the network");
  } finally {
    http.closeAllConnections();
    http.close();
  }
});

test("a server that goes neither when asked nor when told, and its child, are gone with us, also when we are killed", async () => {
  project({ t: server("deaf") });
  await run([call("mcp__t__echo", { word: "hi" })]);
  await expectNoneLeft();
  writeFileSync(log, "");
  const script = join(place.home, "script.json");
  writeFileSync(script, JSON.stringify([{ calls: [call("mcp__t__hang")] }, { text: "Done." }]));
  const flags = ["--trust", "--permission-mode", "bypassPermissions"];
  const child = startWaymark(["-p", "go", "-m", `scripted/${script}`, ...flags], place);
  await expect.poll(() => readFileSync(log, "utf8"), { timeout: 30_000 }).toContain("call hang");
  child.kill("SIGKILL");
  await expectNoneLeft();
});
