import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, peakMbOf, runWaymark, scriptedModel, startWaymark } from "../run-waymark.ts";

/** A client of the protocol that lies: it writes lines of its own, and answers requests with whatever it likes. */

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

class Client {
  readonly child: ChildProcess;
  readonly #replies = new Map<number | string, (message: Message) => void>();
  #next = 1_000;

  /** @param answer  what a request of ours is answered with; undefined: nothing */
  constructor(model: string, answer: (message: Message) => unknown) {
    this.child = startWaymark(["acp", "-m", model], place);
    const { stdout } = this.child;
    if (stdout === null) throw new Error("no output");
    createInterface({ input: stdout }).on("line", (line) => {
      const message = JSON.parse(line) as Message;
      const { id, method } = message;
      if (id === undefined) return;
      if (method === undefined) return this.#replies.get(id)?.(message);
      const result = answer(message);
      if (result !== undefined) this.write({ jsonrpc: "2.0", id, result });
    });
  }

  write(message: object): void {
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  request(method: string, params: object): Promise<Message> {
    const id = this.#next++;
    const reply = new Promise<Message>((done) => this.#replies.set(id, done));
    this.write({ jsonrpc: "2.0", id, method, params });
    return reply;
  }

  async begin(readTextFile = false): Promise<string> {
    await this.request("initialize", { protocolVersion: 1, clientCapabilities: { fs: { readTextFile } } });
    const { result } = await this.request("session/new", { cwd: place.cwd, mcpServers: [] });
    return String(result?.["sessionId"]);
  }

  prompt(sessionId: string): Promise<Message> {
    return this.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "go" }] });
  }
}

let place: Place;
let client: Client | undefined;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => {
  client?.child.kill("SIGKILL");
  place.remove();
});

const shell = (command: string, id: string) => ({ calls: [{ id, name: "shell", input: { command } }] });
const ONCE = { outcome: { outcome: "selected", optionId: "once" } };

const ODD = [
  { outcome: { outcome: "allowed", optionId: "once" } },
  { outcome: { outcome: "selected" } },
  { outcome: { outcome: "selected", optionId: ["once"] } },
  { outcome: { outcome: "selected", optionId: "session" } },
  { outcome: { outcome: "selected", optionId: "__proto__" } },
  { outcome: { optionId: "once" } },
  { outcome: "selected", optionId: "once" },
  { outcome: null },
  null,
  true,
  [],
];

test("an answer to a request for permission that is no clear yes is a no", async () => {
  const replies = [
    ...ODD.map((_, index) => shell(`rm -rf gone${index}; echo > ran${index}`, `c${index}`)),
    { text: "x" },
  ];
  const odd = [...ODD];
  client = new Client(scriptedModel(place, replies), () => odd.shift() ?? null);
  const { result } = await client.prompt(await client.begin());
  expect(result).toEqual({ stopReason: "end_turn" });
  expect(odd).toEqual([]);
  expect(ODD.flatMap((_, index) => (existsSync(join(place.cwd, `ran${index}`)) ? [index] : []))).toEqual([]);
});

test("a client is shown every byte of what it is asked about, and each part of it", async () => {
  const hidden = "touch safe\u202e.txt && rm -f b.txt";
  const patch = { id: "w", name: "write_file", input: { path: "c.txt", content: "if (a\u2066 && b) {}\n" } };
  const asked: string[] = [];
  client = new Client(scriptedModel(place, [shell(hidden, "a"), { calls: [patch] }, { text: "x" }]), ({ params }) => {
    asked.push(JSON.stringify(params));
    return null;
  });
  await client.prompt(await client.begin());
  expect(asked).toHaveLength(2);
  const [command = "", change = ""] = asked;
  expect(command).toContain(String.raw`"title":"$ touch safe\\u{202e}.txt && rm -f b.txt"`);
  expect(command).toContain("- ? rm -f b.txt");
  expect(change).toContain(String.raw`if (a\\u{2066} && b) {}`);
  for (const question of asked) expect(question).not.toMatch(/[\u202e\u2066]/);
});

test("nothing that a client is sent acts on a terminal or turns text around", async () => {
  const acts = "a\u001b[2J\u001b]0;t\u0007\u009b1mb\u202ec\u0000";
  writeFileSync(join(place.cwd, "a.txt"), `${acts}\n`);
  const calls = [
    { id: `r${acts}`, name: "read_file", input: { path: "a.txt" } },
    { id: "w", name: "write_file", input: { path: `b${acts}.txt`, content: acts } },
    {
      id: "t",
      name: "update_todos",
      input: { items: [{ text: acts, status: "pending" }], todos: [{ text: acts, status: "pending" }] },
    },
  ];
  client = new Client(scriptedModel(place, [{ calls }, { text: acts }]), () => null);
  const seen: string[] = [];
  const { stdout } = client.child;
  if (stdout === null) throw new Error("no output");
  createInterface({ input: stdout }).on("line", (line) =>
    JSON.parse(line, (_, value: unknown) => {
      if (typeof value === "string") seen.push(value);
      return value;
    }),
  );
  await client.prompt(await client.begin());
  expect(seen.some((one) => one.includes("ab"))).toBe(true);
  expect(seen.filter((one) => /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(one))).toEqual(
    [],
  );
});

test("what was cancelled does not run however often it is allowed afterwards, nor what is asked in another session", async () => {
  let asked: Message | undefined;
  const whenAsked = Promise.withResolvers<void>();
  client = new Client(scriptedModel(place, [shell("echo > ran", "a"), { text: "x" }, { text: "y" }]), (message) => {
    asked = message;
    whenAsked.resolve();
    return undefined;
  });
  const sessionId = await client.begin();
  const other = String((await client.request("session/new", { cwd: place.cwd, mcpServers: [] })).result?.["sessionId"]);
  const prompted = client.prompt(sessionId);
  await whenAsked.promise;
  client.write({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: other } });
  client.write({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId } });
  expect((await prompted).result).toEqual({ stopReason: "cancelled" });
  for (let count = 0; count < 3; count++) client.write({ jsonrpc: "2.0", id: asked?.id, result: ONCE });
  expect((await client.prompt(sessionId)).result).toEqual({ stopReason: "end_turn" });
  expect(existsSync(join(place.cwd, "ran"))).toBe(false);
});

test("a second prompt does not run beside the first, and a session that is opened anew has its run ended before", async () => {
  const held: Message[] = [];
  let asked = Promise.withResolvers<void>();
  const replies = [shell("rm -rf x; echo > ran", "a"), shell("rm -rf x; echo > ran", "b")];
  client = new Client(scriptedModel(place, replies), (message) => {
    held.push(message);
    asked.resolve();
    return undefined;
  });
  const sessionId = await client.begin();
  const first = client.prompt(sessionId);
  await asked.promise;
  expect((await client.prompt(sessionId)).error?.message).toBe(
    "A prompt is under way; wait for its end, or cancel it.",
  );
  client.write({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId } });
  asked = Promise.withResolvers<void>();
  const second = client.prompt(sessionId);
  expect((await first).result).toEqual({ stopReason: "cancelled" });
  await asked.promise;
  const { result } = await client.request("session/load", { sessionId, cwd: place.cwd, mcpServers: [] });
  expect(result).toHaveProperty("modes");
  expect((await second).result).toEqual({ stopReason: "cancelled" });
  for (const { id } of held) client.write({ jsonrpc: "2.0", id, result: ONCE });
  await client.request("session/list", { cwd: place.cwd });
  expect(existsSync(join(place.cwd, "ran"))).toBe(false);
});

test("a cancel that comes right behind its prompt, before the run has begun, ends it", async () => {
  const model = scriptedModel(place, [shell("echo > ran", "a"), { text: "x" }]);
  client = new Client(model, () => ONCE);
  const sessionId = await client.begin();
  const prompted = client.prompt(sessionId);
  client.write({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId } });
  expect((await prompted).result).toEqual({ stopReason: "cancelled" });
  const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "-m", model];
  const lines = [
    { type: "user", uuid: "u", message: { role: "user", content: "go" } },
    { type: "control_request", request_id: "1", request: { subtype: "interrupt" } },
  ];
  const stdin = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  expect((await runWaymark([...args, "--permission-mode", "acceptEdits"], { ...place, stdin })).code).toBe(130);
  expect(existsSync(join(place.cwd, "ran"))).toBe(false);
});

test("a session is opened by its whole id alone", async () => {
  client = new Client(scriptedModel(place, [{ text: "x" }]), () => null);
  const sessionId = await client.begin();
  await client.prompt(sessionId);
  for (const id of ["", "last", sessionId.slice(0, 8), `../${sessionId}`, `${sessionId}.jsonl`])
    for (const method of ["session/load", "session/resume"]) {
      const { error } = await client.request(method, { sessionId: id, cwd: place.cwd, mcpServers: [] });
      expect(error?.message).toContain(`No session "${id}"`);
    }
  const { result } = await client.request("session/load", { sessionId, cwd: place.cwd, mcpServers: [] });
  expect(result).toHaveProperty("modes");
});

test("an editor that says no text, or far too much, is not believed", async () => {
  const lies = [{ content: 5 }, { content: ["a"] }, {}, null, { content: "x".repeat(9_000_000) }];
  const reads = lies.map((_, index) => ({
    calls: [{ id: `r${index}`, name: "read_file", input: { path: `${index}.txt` } }],
  }));
  for (const index of lies.keys()) writeFileSync(join(place.cwd, `${index}.txt`), "on disk\n");
  const said: string[] = [];
  const answers = [...lies];
  client = new Client(scriptedModel(place, [...reads, { text: "x" }]), ({ method }) =>
    method === "fs/read_text_file" ? answers.shift() : ONCE,
  );
  const sessionId = await client.begin(true);
  const { stdout } = client.child;
  stdout?.on("data", (piece: Buffer) => said.push(piece.toString()));
  expect((await client.prompt(sessionId)).result).toEqual({ stopReason: "end_turn" });
  expect(answers).toEqual([]);
  expect(said.join("").match(/1\\ton disk/g)?.length).toBeGreaterThanOrEqual(lies.length);
  expect(said.join("")).not.toContain("fault of the tool");
});

test("what a client reads at a path is shown only of the file that was judged", async () => {
  const [file, aside, diary] = [join(place.cwd, "d/a.txt"), join(place.cwd, "d/aside"), join(place.home, "diary.txt")];
  mkdirSync(join(place.cwd, "d"));
  writeFileSync(file, "harmless\n");
  writeFileSync(diary, "the cat sleeps in the boot\n");
  let asked = 0;
  const read = { calls: [{ id: "r", name: "read_file", input: { path: "d/a.txt" } }] };
  // An editor that has nothing open reads the disk, where a program in the folder waits for that very moment.
  client = new Client(scriptedModel(place, [read, { text: "x" }]), ({ method, params }) => {
    if (method !== "fs/read_text_file") return ONCE;
    asked++;
    renameSync(file, aside);
    symlinkSync(diary, file);
    const content = readFileSync(String(params?.["path"]), "utf8");
    renameSync(aside, file);
    return { content };
  });
  const said: string[] = [];
  client.child.stdout?.on("data", (piece: Buffer) => said.push(piece.toString()));
  await client.prompt(await client.begin(true));
  expect(said.join("")).not.toContain("the cat sleeps");
  expect(said.join("")).toContain("harmless");
  expect(asked).toBeGreaterThan(0);
});

test("a yes that comes right after the cancel of its turn runs nothing", async () => {
  const made = join(place.cwd, "made.txt");
  let sessionId = "";
  client = new Client(scriptedModel(place, [shell("touch made.txt", "1"), { text: "Done." }]), ({ id }) => {
    const cancel = { jsonrpc: "2.0", method: "session/cancel", params: { sessionId } };
    const yes = { jsonrpc: "2.0", id, result: { outcome: { outcome: "selected", optionId: "once" } } };
    client?.child.stdin?.write([cancel, yes].map((line) => `${JSON.stringify(line)}\n`).join(""));
    return undefined;
  });
  sessionId = await client.begin();
  const { result } = await client.prompt(sessionId);
  expect(result).toEqual({ stopReason: "cancelled" });
  expect(existsSync(made)).toBe(false);
});

test("a message that nests too deep is answered, and one without an end is told with the code of bad input", async () => {
  client = new Client(scriptedModel(place, [{ text: "Done." }]), () => undefined);
  const { child } = client;
  let told = "";
  child.stdin?.on("error", () => undefined);
  child.stdout?.on("data", (text) => (told += `${text}`));
  child.stderr?.on("data", (text) => (told += `${text}`));
  const code = new Promise((done) => child.once("close", done));
  await client.begin();
  child.stdin?.write(`{"params":${"[".repeat(5_000)}${"]".repeat(5_000)}}\n`);
  child.stdin?.write("x".repeat(33 * 1024 * 1024));
  expect([await code, told]).toEqual([
    42,
    expect.stringMatching(/-32700[\s\S]*more than 33,554,432 characters in one line/),
  ]);
});

test("a message of millions of brackets is passed over before it takes memory", async () => {
  const deep = `{"params":${"[".repeat(5_000_000)}${"]".repeat(5_000_000)}}`;
  client = new Client(scriptedModel(place, [{ text: "Done." }]), () => undefined);
  const sessionId = await client.begin();
  client.child.stdin?.write(`${deep}\n`);
  expect((await client.prompt(sessionId)).result).toEqual({ stopReason: "end_turn" });
  expect(peakMbOf(client.child.pid)).toBeLessThan(300);
  client.child.kill("SIGKILL");
  const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  const child = startWaymark([...args, "-m", scriptedModel(place, [{ text: "Done." }])], place);
  const told = new Promise<string>((done) =>
    child.stdout?.on("data", (text) => /"result"/.test(`${text}`) && done("")),
  );
  child.stdin?.write(`${deep}\n${JSON.stringify({ type: "user", message: { role: "user", content: "hi" } })}\n`);
  await told;
  expect(peakMbOf(child.pid)).toBeLessThan(300);
  child.kill("SIGKILL");
});
