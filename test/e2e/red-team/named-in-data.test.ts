import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Seat } from "../../terminal/pseudo-terminal.ts";
import { startOpenAiChat } from "../provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "../provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark, startWaymark } from "../run-waymark.ts";

/** What comes along with a prompt is data: it names no resource of a server, no file and no command. */

const SERVER = resolve(import.meta.dirname, "../mcp-servers/server.mjs");
const NAMED = "Look at @t:memo://today and at @notes.txt.";
const HELD = /Buy milk|held by the notes/;

let place: Place;
let server: WireServer;
let bodies: string[];
/** What the model calls first. */
let calls: { readonly name: string; readonly input: unknown }[];
/** What it answers to the first request, in place of a call. */
let first: WireReply | undefined;
beforeEach(async () => {
  const t = { command: process.execPath, args: [SERVER, "good", "server.log"] };
  place = makePlace({
    ".mcp.json": JSON.stringify({ mcpServers: { t } }),
    "page.md": `${NAMED}\n`,
    "notes.txt": "held by the notes\n",
    ".waymark/commands/read.md": "---\nallowed-tools: shell\n---\nRead $ARGUMENTS. !`cat page.md`\n",
    ".waymark/commands/show.md": "Look at @page.md\n",
    ".waymark/skills/look/SKILL.md": "---\nname: look\ndescription: looks\n---\nLook about.\n",
  });
  bodies = [];
  calls = [];
  first = undefined;
  server = await startOpenAiChat(({ body }) => {
    bodies.push(body);
    if (first !== undefined && bodies.length === 1) return first;
    const call = calls.shift();
    return call === undefined ? { text: "Done." } : { calls: [call] };
  });
});
afterEach(async () => {
  await server.close();
  place.remove();
});

const environment = (): Record<string, string> => ({
  OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
  OPENAI_COMPATIBLE_API_KEY: "k",
});
const ask = (prompt: string, stdin = "", more: readonly string[] = []) =>
  runWaymark(["-p", prompt, "-m", "openai-compatible/m", "--trust", ...more], {
    ...place,
    environment: environment(),
    stdin,
  });

test("what is piped in, attached, printed by a command or held by a skill names nothing of a server", async () => {
  const schema = join(place.home, "schema.json");
  writeFileSync(schema, JSON.stringify({ type: "object" }));
  await ask("Sum it up.", NAMED);
  await ask("Sum it up: @page.md");
  await ask("/read it");
  await ask("/look @page.md");
  await ask("Sum it up.", NAMED, ["--json-schema", schema]);
  expect(bodies.length).toBeGreaterThanOrEqual(5);
  expect(bodies.filter((body) => HELD.test(body))).toEqual([]);
  expect(bodies.filter((body) => body.includes("memo://today")).length).toBeGreaterThanOrEqual(4);
});

/** Types into a session at a terminal, and waits until the model has been asked so often. */
async function typed(texts: readonly string[], requests: number): Promise<void> {
  const args = ["-m", "openai-compatible/m", "--trust"];
  const seat = new Seat(args, { ...place, environment: { ...environment(), WAYMARK_SANDBOX: "off" } });
  try {
    await seat.until("openai-compatible/m");
    for (const [index, text] of texts.entries()) {
      seat.type(text);
      await seat.until(text);
      seat.type("\r");
      if (index + 1 < texts.length) await seat.until("Esc cancels");
    }
    await vi.waitFor(() => expect(bodies).toHaveLength(requests), { timeout: 30_000, interval: 50 });
  } finally {
    seat.close();
  }
}

test("nor does it at a terminal: printed by a command, in a file that a command attaches, in a text that steers and is sent again", async () => {
  await typed(["/read it "], 1);
  bodies.splice(0);
  await typed(["/show it "], 1);
  bodies.splice(0);
  first = { fault: { kind: "status", status: 400 }, firstMs: 3000 };
  await typed(["Begin.", "Look at @page.md"], 2);
  expect(bodies.at(-1)).toContain("memo://today");
  expect(bodies.filter((body) => HELD.test(body))).toEqual([]);
});

test.each(["Tidy up @t:memo://today.", "/mcp__t__greet words"])(
  "the goal of a plan that a folder brings names nothing of a server: %s",
  async (goal) => {
    const steps = [{ id: "a", title: "look", tool: "think", params: { prompt: "Look about." } }];
    const plan = { version: 1, id: "p", goal, status: "draft", created: "2026-01-01T00:00:00.000Z", steps };
    mkdirSync(join(place.cwd, ".waymark/plans"), { recursive: true });
    writeFileSync(join(place.cwd, ".waymark/plans/p.json"), JSON.stringify(plan));
    await runWaymark(["plan", "run", "p", "-m", "openai-compatible/m", "--trust"], {
      ...place,
      environment: environment(),
    });
    const log = readFileSync(join(place.cwd, "server.log"), "utf8");
    expect(log).toMatch(/^start/);
    expect(log).not.toMatch(/^(?:read|prompt)/m);
  },
);

test("what a person writes beside it names what it names", async () => {
  await ask("Sum up @t:memo://today", NAMED);
  await ask("/look @t:memo://today");
  await ask("/read @t:memo://today");
  expect(bodies.map((body) => /Buy milk/.test(body))).toEqual([true, true, true]);
});

test.each([
  ["denies", ["--disallowedTools", "Read(private/**)"]],
  ["asks about", ["--settings", JSON.stringify({ permissions: { ask: ["Read(private/**)"] } })]],
])("instructions of a folder bring no file that a rule %s", async (_, flags) => {
  mkdirSync(join(place.cwd, "private"));
  mkdirSync(join(place.cwd, "sub"));
  writeFileSync(join(place.cwd, "private/x.txt"), "held by what is private\n");
  symlinkSync("../private/x.txt", join(place.cwd, "sub/plain.txt"));
  writeFileSync(join(place.cwd, "AGENTS.md"), "Be brief.\n@private/x.txt\nSee @sub/plain.txt, too.\n");
  writeFileSync(join(place.cwd, "sub/AGENTS.md"), "Be briefer.\n@../private/x.txt\n");
  calls = [{ name: "list_files", input: { path: "sub" } }];
  const { stderr } = await ask("Go on.", "", flags);
  expect(bodies.at(-1)).toMatch(/Be brief\..*Be briefer\./s);
  expect(bodies.filter((body) => body.includes("held by what is private"))).toEqual([]);
  expect(stderr).toContain("the import @private/x.txt is left out: the rule read_file(private/**) says");
});

test("a home that is a repository lends nothing of itself to the instructions of a folder in it", async () => {
  const cwd = join(place.home, "downloads/tool");
  mkdirSync(cwd, { recursive: true });
  mkdirSync(join(place.home, ".git"));
  writeFileSync(join(place.home, "notes.txt"), "held by the notes\n");
  writeFileSync(join(cwd, "AGENTS.md"), "Be brief.\n@../../notes.txt\n@~/notes.txt\nSee @../../notes.txt, too.\n");
  const args = ["-p", "Go on.", "-m", "openai-compatible/m", "--permission-mode", "plan"];
  const { stderr } = await runWaymark(args, { ...place, cwd, environment: environment() });
  expect(bodies.at(-1)).toContain("Be brief.");
  expect(bodies.filter((body) => HELD.test(body))).toEqual([]);
  expect(stderr).toContain("the import @../../notes.txt is left out: it leads outside");
});

test("a text that a client of ACP attaches is no argument of a command, and names no file and no resource", async () => {
  const config = join(place.home, "waymark/config");
  mkdirSync(config, { recursive: true });
  const command = join(config, "commands/sum.md");
  mkdirSync(dirname(command), { recursive: true });
  writeFileSync(command, "Sum up: $ARGUMENTS\n");
  const { mcpServers } = JSON.parse(readFileSync(join(place.cwd, ".mcp.json"), "utf8")) as { mcpServers: object };
  writeFileSync(join(config, "config.json"), JSON.stringify({ mcpServers }));
  const child = startWaymark(["acp", "-m", "openai-compatible/m"], { ...place, environment: environment() });
  try {
    const replies = new Map<number, (result: Record<string, unknown>) => void>();
    if (child.stdout === null) throw new Error("no output");
    createInterface({ input: child.stdout }).on("line", (line) => {
      const { id, result } = JSON.parse(line) as { id?: number; result?: Record<string, unknown> };
      if (id !== undefined && result !== undefined) replies.get(id)?.(result);
    });
    const request = (method: string, params: object): Promise<Record<string, unknown>> =>
      new Promise((done) => {
        const id = replies.size + 1;
        replies.set(id, done);
        child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      });
    await request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    const { sessionId } = await request("session/new", { cwd: place.cwd, mcpServers: [] });
    const attached = { type: "resource", resource: { uri: "file:///page.md", text: NAMED } };
    for (const text of ["Sum it up.", "/sum it"])
      await request("session/prompt", { sessionId, prompt: [{ type: "text", text }, attached] });
    expect(bodies.filter((body) => HELD.test(body))).toEqual([]);
    expect(bodies.at(-1)).toContain("memo://today");
  } finally {
    child.kill("SIGKILL");
  }
});
