import type { ChildProcess } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import {
  type ClientConnection,
  client,
  methods,
  type NewSessionRequest,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark, startWaymark } from "./run-waymark.ts";

let place: Place;
let editor: Editor;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => {
  editor?.child.kill("SIGKILL");
  place.remove();
});

type Decide = (request: RequestPermissionRequest) => string | Promise<string | undefined>;

/** A client of the protocol, made with its own library: what an editor does. */
class Editor {
  readonly child: ChildProcess;
  readonly code: Promise<number | null>;
  readonly updates: SessionUpdate[] = [];
  readonly asked: RequestPermissionRequest[] = [];
  readonly connection: ClientConnection;
  /** Texts of files as they stand in its buffers. */
  readonly buffers = new Map<string, string>();

  constructor(replies: unknown, decide: Decide = () => "once") {
    const script = join(place.home, "script.json");
    writeFileSync(script, JSON.stringify(replies));
    this.child = startWaymark(["acp", "-m", `scripted/${script}`], place);
    this.code = new Promise((done) => this.child.once("close", done));
    const { stdin, stdout } = this.child as { stdin: Writable; stdout: Readable };
    stdin.on("error", () => {});
    this.connection = client({ name: "editor" })
      .onRequest(methods.client.session.requestPermission, async ({ params }) => {
        this.asked.push(params);
        const optionId = await decide(params);
        return { outcome: optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId } };
      })
      .onNotification(methods.client.session.update, ({ params }) => void this.updates.push(params.update))
      .onRequest(methods.client.fs.readTextFile, ({ params: { path } }) => ({
        content: this.buffers.get(path) ?? readFileSync(path, "utf8"),
      }))
      .connect(
        ndJsonStream(
          Writable.toWeb(stdin) as WritableStream<Uint8Array>,
          Readable.toWeb(stdout) as ReadableStream<Uint8Array>,
        ),
      );
  }

  async begin(readTextFile = false): Promise<string> {
    const { agent } = this.connection;
    const { protocolVersion, agentCapabilities } = await agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile } },
    });
    expect({ protocolVersion, loads: agentCapabilities?.loadSession }).toEqual({ protocolVersion: 1, loads: true });
    return (await agent.request(methods.agent.session.new, { cwd: place.cwd, mcpServers: [] })).sessionId;
  }

  prompt(sessionId: string, text: string) {
    const prompt = [{ type: "text" as const, text }];
    return this.connection.agent.request(methods.agent.session.prompt, { sessionId, prompt });
  }

  said(kind: string): string {
    const of = this.updates.filter(({ sessionUpdate }) => sessionUpdate === kind);
    return of.map((update) => ("content" in update ? (update.content as { text: string }).text : "")).join("");
  }

  end(): Promise<number | null> {
    this.child.stdin?.end();
    return this.code;
  }
}

const write = (path: string) => ({ id: path, name: "write_file", input: { path, content: "x\n" } });
const todos = { id: "todos", name: "todo", input: { items: [{ text: "look", status: "completed" }] } };

test("an editor prompts, is asked, allows one change and rejects another", async () => {
  const replies = [{ calls: [write("a.txt"), write("b.txt")] }, { reasoning: "Hm.", text: "Done." }];
  editor = new Editor(replies, ({ toolCall }) => (toolCall.toolCallId === "a.txt" ? "once" : "no"));
  const session = await editor.begin();
  expect(await editor.prompt(session, "write")).toEqual({ stopReason: "end_turn" });
  expect(existsSync(join(place.cwd, "a.txt"))).toBe(true);
  expect(existsSync(join(place.cwd, "b.txt"))).toBe(false);
  expect(editor.said("agent_message_chunk")).toBe("Done.");
  expect(editor.said("agent_thought_chunk")).toBe("Hm.");
  expect(editor.updates).toContainEqual(
    expect.objectContaining({
      sessionUpdate: "tool_call",
      toolCallId: "a.txt",
      kind: "edit",
      locations: [{ path: join(place.cwd, "a.txt") }],
    }),
  );
  expect(editor.updates).toContainEqual(
    expect.objectContaining({ sessionUpdate: "tool_call_update", toolCallId: "b.txt", status: "failed" }),
  );
  expect(JSON.stringify(editor.asked[0]?.toolCall.content)).toContain("+x");
  expect(await editor.end()).toBe(0);
});

test("a mode is chosen, and a rule that is kept asks no more", async () => {
  const replies = [
    { calls: [write("a.txt")] },
    { text: "1" },
    { calls: [{ ...write("a.txt"), id: "again" }] },
    { text: "2" },
  ];
  editor = new Editor(replies, () => "session");
  const session = await editor.begin();
  const { agent } = editor.connection;
  await expect(agent.request(methods.agent.session.setMode, { sessionId: session, modeId: "x" })).rejects.toThrow(
    "mode",
  );
  await agent.request(methods.agent.session.setMode, { sessionId: session, modeId: "default" });
  await editor.prompt(session, "write");
  expect(editor.asked).toHaveLength(1);
  expect(editor.asked[0]?.options.map(({ kind }) => kind)).toEqual(["allow_once", "allow_always", "reject_once"]);
  await editor.prompt(session, "write again");
  expect(editor.asked.filter(({ toolCall }) => toolCall.toolCallId === "again")).toEqual([]);
  expect(await editor.end()).toBe(0);
});

test("a cancel in the middle of a question ends the turn, and the next prompt is answered", async () => {
  const replies = [{ calls: [write("a.txt")] }, { text: "After." }];
  editor = new Editor(replies, () => new Promise<undefined>(() => {}));
  const session = await editor.begin();
  const turn = editor.prompt(session, "write");
  while (editor.asked.length === 0) await new Promise((wake) => setTimeout(wake, 5));
  await editor.connection.agent.notify(methods.agent.session.cancel, { sessionId: session });
  expect(await turn).toEqual({ stopReason: "cancelled" });
  expect(await editor.prompt(session, "go on")).toEqual({ stopReason: "end_turn" });
  expect(existsSync(join(place.cwd, "a.txt"))).toBe(false);
  expect(await editor.end()).toBe(0);
});

test("a session is listed, told anew in another process, and goes on there", async () => {
  editor = new Editor([{ calls: [todos] }, { text: "First answer." }]);
  const session = await editor.begin();
  await editor.prompt(session, "first question");
  expect(editor.updates).toContainEqual(expect.objectContaining({ sessionUpdate: "plan" }));
  expect(await editor.end()).toBe(0);

  editor = new Editor([{ text: "Second answer." }]);
  await editor.begin();
  const { agent } = editor.connection;
  const { sessions } = await agent.request(methods.agent.session.list, { cwd: place.cwd });
  expect(sessions).toContainEqual(expect.objectContaining({ sessionId: session, title: "first question" }));
  await agent.request(methods.agent.session.load, { sessionId: session, cwd: place.cwd, mcpServers: [] });
  expect(editor.said("user_message_chunk")).toBe("first question");
  expect(editor.said("agent_message_chunk")).toBe("First answer.");
  expect(await editor.prompt(session, "second")).toEqual({ stopReason: "end_turn" });
  expect(editor.said("agent_message_chunk")).toBe("First answer.Second answer.");
  const elsewhere = { sessionId: session, cwd: place.home, mcpServers: [] };
  await expect(agent.request(methods.agent.session.load, elsewhere)).rejects.toThrow();
  await agent.request(methods.agent.session.setMode, { sessionId: session, modeId: "plan" });
  await agent.request(methods.agent.session.close, { sessionId: session });
  await expect(editor.prompt(session, "third")).rejects.toThrow();
  expect(await editor.end()).toBe(0);
});

test("what cannot be done is said, and the connection goes on; an editor that vanishes ends the process", async () => {
  editor = new Editor([{ calls: [write("a.txt")] }, { text: "Here." }], () => new Promise<undefined>(() => {}));
  const session = await editor.begin();
  const { agent } = editor.connection;
  await expect(editor.prompt("nothing", "hi")).rejects.toThrow();
  await expect(agent.request(methods.agent.session.new, { cwd: "/no/such", mcpServers: [] })).rejects.toThrow(
    "/no/such",
  );
  const image = [{ type: "image" as const, data: "", mimeType: "image/png" }];
  await expect(agent.request(methods.agent.session.prompt, { sessionId: session, prompt: image })).rejects.toThrow(
    "image",
  );
  const turn = editor.prompt(session, "write").catch(() => "gone");
  while (editor.asked.length === 0) await new Promise((wake) => setTimeout(wake, 5));
  expect(await editor.end()).toBe(0);
  expect(await turn).toBeDefined();
  expect(existsSync(join(place.cwd, "a.txt"))).toBe(false);
});

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("a client brings servers and pictures, and chooses the model and the mode", async () => {
  const said = { id: "e", name: "mcp__my-tools__echo", input: { word: "hi" } };
  editor = new Editor([{ calls: [said] }, { text: "Done." }]);
  const { agent } = editor.connection;
  await editor.begin();
  const args = [resolve(import.meta.dirname, "mcp-servers/server.mjs"), "good", join(place.home, "log")];
  const env = [{ name: "GREETING", value: "to you" }];
  const mcpServers = [{ name: "my tools", command: process.execPath, args, env }];
  const request: NewSessionRequest = { cwd: place.cwd, mcpServers };
  const { sessionId, configOptions } = await agent.request(methods.agent.session.new, request);
  const prompt = [
    { type: "text" as const, text: "look" },
    { type: "image" as const, data: PNG, mimeType: "image/x" },
  ];
  expect(await agent.request(methods.agent.session.prompt, { sessionId, prompt })).toEqual({ stopReason: "end_turn" });
  expect(editor.asked.map(({ toolCall }) => toolCall.toolCallId)).toEqual(["e"]);
  expect(JSON.stringify(editor.updates)).toContain("echo: hi to you");
  expect(configOptions?.map(({ id }) => id)).toEqual(expect.arrayContaining(["mode", "model"]));
  const choose = (configId: string, value: string) =>
    agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value });
  expect((await choose("mode", "plan")).configOptions[0]).toMatchObject({ id: "mode", currentValue: "plan" });
  expect(editor.updates).toContainEqual({ sessionUpdate: "current_mode_update", currentModeId: "plan" });
  await expect(choose("mode", "wild")).rejects.toThrow("no mode");
  await expect(choose("model", "nobody/nothing")).rejects.toThrow("nobody");
  await expect(choose("colour", "red")).rejects.toThrow("no option");
  await expect(agent.request(methods.agent.authenticate, { methodId: "keys" })).rejects.toThrow(
    /waymark login|required/i,
  );
  expect(await editor.end()).toBe(0);
});

test("a cancel that comes twice, or for nothing, is no fault", async () => {
  editor = new Editor([{ calls: [write("a.txt")] }, { text: "After." }], () => new Promise<undefined>(() => {}));
  const sessionId = await editor.begin();
  const { agent } = editor.connection;
  await agent.notify(methods.agent.session.cancel, { sessionId });
  await agent.notify(methods.agent.session.cancel, { sessionId: "nothing" });
  const turn = editor.prompt(sessionId, "write");
  while (editor.asked.length === 0) await new Promise((wake) => setTimeout(wake, 5));
  await agent.notify(methods.agent.session.cancel, { sessionId });
  await agent.notify(methods.agent.session.cancel, { sessionId });
  expect(await turn).toEqual({ stopReason: "cancelled" });
  expect(await editor.prompt(sessionId, "go on")).toEqual({ stopReason: "end_turn" });
  expect(await editor.end()).toBe(0);
});

test("lines that are no messages are answered as the protocol says", async () => {
  const child = startWaymark(["acp"], place);
  let told = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    told += chunk.toString();
  });
  const code = new Promise((done) => child.once("close", done));
  child.stdin?.end('garbage\n{"jsonrpc":"2.0","id":1,"method":"no/such"}\n');
  expect(await code).toBe(0);
  const errors = told
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).error.code);
  expect(errors).toContain(-32_700);
});

test("an editor is told what follows a slash, and a command of a file is what it stands for", async () => {
  const commands = join(place.home, "waymark", "config", "commands");
  mkdirSync(commands, { recursive: true });
  writeFileSync(
    join(commands, "go.md"),
    "---\ndescription: goes\nargument-hint: WHERE\n---\nGo to $1: !`echo via pipes`",
  );
  editor = new Editor([{ text: "Gone." }]);
  const sessionId = await editor.begin();
  await expect
    .poll(() => editor.updates.find(({ sessionUpdate }) => sessionUpdate === "available_commands_update"), {
      timeout: 10_000,
    })
    .toMatchObject({
      availableCommands: expect.arrayContaining([
        { name: "go", description: "goes", input: { hint: "WHERE" } },
        expect.objectContaining({ name: "compact" }),
      ]),
    });
  const prompt = [{ type: "text" as const, text: "/go Rome" }];
  const { agent } = editor.connection;
  expect(await agent.request(methods.agent.session.prompt, { sessionId, prompt })).toMatchObject({
    stopReason: "end_turn",
  });
  const [log = ""] = globSync(join(place.home, `waymark/state/sessions/*/${sessionId}.jsonl`));
  expect(readFileSync(log, "utf8")).toMatch(/"text":"Go to Rome: [^"]*via pipes/);
});

test("commands of the session act in an editor as they do at the terminal, and one for a terminal alone says so", async () => {
  editor = new Editor([{ text: "Hi." }]);
  const session = await editor.begin();
  await editor.prompt(session, "hello");
  expect(await editor.prompt(session, "/diff")).toEqual({ stopReason: "end_turn" });
  expect(editor.said("agent_message_chunk")).toBe("Hi.This session has changed no file yet.");
  expect(await editor.prompt(session, "/context")).toEqual({ stopReason: "end_turn" });
  expect(editor.said("agent_message_chunk")).toContain("| replies | 1 |");
  await expect(editor.prompt(session, "/vim")).rejects.toThrow("/vim is for a session at the terminal");
  await expect(editor.prompt(session, "/model")).rejects.toThrow("here the editor's own choice of model does it");
  await expect(editor.prompt(session, "/resume")).rejects.toThrow("type it there, in `waymark -c`");
  await expect(editor.prompt(session, "/providr")).rejects.not.toThrow("/provider");
  await expect(editor.prompt(session, "/compct")).rejects.toThrow("did you mean /compact?");
});

test("a plan shown in an editor stands in a fence, where Markdown leaves its lines alone", async () => {
  const steps = [{ id: "one", title: "make one", tool: "shell", params: { command: "touch one" }, needs: [] }];
  writeFileSync(join(place.home, "p.json"), JSON.stringify({ id: "p", goal: "make it", steps }));
  await runWaymark(["plan", "new", "--file", join(place.home, "p.json")], place);
  editor = new Editor([{ text: "Hi." }]);
  await editor.prompt(await editor.begin(), "/plan show p");
  expect(editor.said("agent_message_chunk")).toMatch(/^```\nPlan p: draft\n[\s\S]*\n```$/);
  expect((await runWaymark(["-p", "/plan show p"], place)).stdout).toMatch(/^Plan p: draft\n/);
});

test("what is unsaved in the editor is read as it stands there, and not written over", async () => {
  const saved = join(place.cwd, "saved.txt");
  const open = join(place.cwd, "open.txt");
  writeFileSync(saved, "one\r\n");
  writeFileSync(open, "one\r\ntwo\r\n");
  const read = (path: string) => ({ id: `read ${path}`, name: "read_file", input: { path } });
  const edit = (path: string) => ({
    id: `edit ${path}`,
    name: "edit_file",
    input: { path, old_string: "one", new_string: "1" },
  });
  const replies = [
    { calls: [read("saved.txt"), read("open.txt")] },
    { calls: [edit("saved.txt"), edit("open.txt")] },
    { text: "Done." },
  ];
  editor = new Editor(replies);
  editor.buffers.set(saved, "one\n").set(open, "one\nthree\n");
  const session = await editor.begin(true);
  await editor.prompt(session, "look");
  const results = JSON.stringify(editor.updates);
  expect(results).toContain("three");
  expect(results).toContain("open.txt has changes in the editor that are not saved");
  expect(readFileSync(saved, "utf8")).toBe("1\r\n");
  expect(readFileSync(open, "utf8")).toBe("one\r\ntwo\r\n");
  expect(await editor.end()).toBe(0);
});

test("what a command of the session advises in an editor is none that the editor lacks", async () => {
  editor = new Editor([{ text: "Hi." }]);
  const session = await editor.begin();
  await editor.connection.agent.request(methods.agent.session.setConfigOption, {
    ...{ sessionId: session, configId: "model", value: "offline/guide" },
  });
  await expect(editor.prompt(session, "/plan new mend it")).rejects.toThrow(
    "Planning needs a language model; the editor's own choice of model chooses one.",
  );
  await editor.prompt(session, "/memory");
  expect(editor.said("agent_message_chunk")).toContain("`waymark init` writes a first AGENTS.md");
});
