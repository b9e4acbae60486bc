import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark, startWaymark } from "./run-waymark.ts";

const SERVER = resolve(import.meta.dirname, "mcp-servers/server.mjs");

let place: Place;
beforeEach(() => {
  place = makePlace();
  const t = { command: process.execPath, args: [SERVER, "good", join(place.cwd, "server.log")] };
  writeFileSync(join(place.cwd, ".mcp.json"), JSON.stringify({ mcpServers: { t } }));
});
afterEach(() => place.remove());

type Line = Readonly<Record<string, unknown>>;
type Asked = { readonly subtype: string; readonly [field: string]: unknown };

interface Run {
  /** By the names of the tools. */
  readonly results: Readonly<Record<string, string>>;
  readonly asked: readonly Asked[];
  readonly notes: string;
}

/** A run by a client of stream-json that answers what it is asked; without an answer it says nothing. */
async function run(
  replies: readonly object[],
  answer: (asked: Asked) => object | undefined,
  { prompt = "go", flags = ["--allowedTools", "mcp__t__ask,mcp__t__visit,mcp__t__think"] } = {},
): Promise<Run> {
  const script = join(place.home, "script.json");
  writeFileSync(script, JSON.stringify([...replies, { text: "Done." }]));
  const form = ["--input-format", "stream-json", "--output-format", "stream-json", "--trust"];
  const child = startWaymark(["-p", ...form, "-m", `scripted/${script}`, ...flags], place);
  const asked: Asked[] = [];
  const lines: Line[] = [];
  const send = (message: object): unknown => child.stdin?.write(`${JSON.stringify(message)}\n`);
  if (child.stdout === null) throw new Error("no output");
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    if (line["type"] === "result") child.stdin?.end();
    if (line["type"] !== "control_request") return;
    const request = line["request"] as Asked;
    asked.push(request);
    const response = answer(request);
    if (response === undefined) return;
    send({ type: "control_response", response: { subtype: "success", request_id: line["request_id"], response } });
  });
  send({ type: "user", message: { role: "user", content: prompt } });
  await new Promise((done) => child.once("close", done));
  const parts = lines.flatMap(
    ({ message }) => (message as { content?: object[] } | undefined)?.content ?? [],
  ) as Line[];
  const results = parts.flatMap(({ tool_use_id: id, content }) => (id ? [[String(id), JSON.stringify(content)]] : []));
  const notes = lines.flatMap(({ subtype, text }) => (subtype === "status" ? [String(text)] : [])).join("\n");
  return { results: Object.fromEntries(results), asked, notes };
}

const call = (name: string, input: object = {}) => ({ calls: [{ id: name, name: `mcp__t__${name}`, input }] });

test("what a server asks the person is answered by the client, with defaults for what is left out", async () => {
  const { results, asked } = await run([call("ask"), call("visit")], ({ mode }) =>
    mode === "form" ? { action: "accept", content: { name: "Ann" } } : { action: "accept" },
  );
  expect(asked.map(({ subtype, mcp_server_name, mode, url }) => [subtype, mcp_server_name, mode, url])).toEqual([
    ["elicitation", "t", "form", undefined],
    ["elicitation", "t", "url", "https://pay.example/1"],
  ]);
  expect(results["ask"]).toContain('{\\"name\\":\\"Ann\\",\\"age\\":30}');
  expect(results["visit"]).toContain("accept");
});

test("an answer that does not fit is none, a refusal is told, and where nobody is there nothing is waited for", async () => {
  const answers = [{ action: "accept", content: { age: "old" } }, { action: "decline" }];
  const twice = [call("ask"), { calls: [{ id: "again", name: "mcp__t__ask", input: {} }] }];
  const { results } = await run(twice, () => answers.shift());
  expect(results["ask"]).toContain("cancel");
  expect(results["again"]).toContain("decline");
  const script = join(place.home, "script.json");
  writeFileSync(script, JSON.stringify([call("ask"), { expect: "cancel", text: "Done." }]));
  const flags = ["-p", "go", "-m", `scripted/${script}`, "--trust", "--allowedTools", "mcp__t"];
  expect((await runWaymark(flags, place)).stdout).toBe("Done.\n");
});

test("a server's request to the model is asked about, costs what it costs, and ends where it comes in a loop", async () => {
  const answers = [{ behavior: "allow" }, { behavior: "deny", message: "enough" }];
  const { results, asked } = await run([call("think", { times: 2 }), { text: "It is four." }], () => answers.shift());
  expect(asked.map(({ tool_name: name }) => name)).toEqual(["mcp__t__:sampling", "mcp__t__:sampling"]);
  expect(results["think"]).toMatch(/It is four\.\\nno: .*enough/);
  const thoughts = Array.from({ length: 10 }, () => ({ text: "yes" }));
  const flags = ["--allowedTools", "mcp__t"];
  const loop = await run([call("think", { times: 30 }), ...thoughts], () => undefined, { flags });
  expect(loop.asked).toEqual([]);
  expect(loop.results["think"]?.match(/yes/g)?.length).toBe(10);
  expect(loop.results["think"]?.match(/no: [^\\]*more than 10 requests/g)?.length).toBe(20);
});

test("a yes to a tool that a server calls sampling is none to its own requests", async () => {
  const think = [call("think", { times: 1 }), { text: "It is four." }];
  const askedUnder = async (rule: string) => {
    const flags = ["--allowedTools", `mcp__t__think,${rule}`];
    return (await run(think, () => ({ behavior: "deny", message: "no" }), { flags })).asked.length;
  };
  expect([await askedUnder("mcp__t__sampling"), await askedUnder("mcp__t__:sampling")]).toEqual([1, 0]);
});

test("a prompt names resources and prompts of servers, in -p too, and what is not there is told", async () => {
  const script = join(place.home, "script.json");
  const ask = async (prompt: string, expected: readonly string[]): Promise<string> => {
    writeFileSync(script, JSON.stringify([{ expect: expected, text: "Done." }]));
    const ran = await runWaymark(["-p", prompt, "-m", `scripted/${script}`, "--trust"], place);
    expect(ran.stdout).toBe("Done.\n");
    // Said of a start that takes more than a second.
    return ran.stderr.replace("waymark: MCP: waiting for t …\n", "");
  };
  expect(await ask("What is in @t:memo://today?", ["What is in @t:memo://today?", "Buy milk.\n</resource>"])).toBe("");
  await ask('/mcp__t__greet "Mrs Ann" very warmly', ["Greet Mrs Ann very warmly."]);
  await ask("/mcp__t__greet Bob", ["Greet Bob kindly."]);
  const { notes } = await run([], () => undefined, { prompt: "/mcp__t__greet @t:memo://gone @u:memo://x" });
  expect(notes).toContain("memo://gone of t was not had");
  expect(notes).toContain('memo://x of u was not had: there is no server "u"');
  const missing = await run([], () => undefined, { prompt: "/mcp__t__sing" });
  expect(missing.notes).toContain("the prompt sing of t was not had: it has no such prompt; there are: greet");
  const got = await runWaymark(["mcp", "get", "t", "--trust"], place);
  expect(got.stdout).toContain("/mcp__t__greet  Greets.\n@t:memo://today  Today\n");
  expect(readFileSync(join(place.cwd, "server.log"), "utf8")).toContain("start");
});
