import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { jsonLines, makePlace, type Place, runWaymark, scriptedModel } from "./run-waymark.ts";
import { type Line, StreamClient } from "./stream-client.ts";

let place: Place;
let client: StreamClient | undefined;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => {
  client?.child.kill("SIGKILL");
  client = undefined;
  place.remove();
});

const script = (replies: unknown): string => scriptedModel(place, replies);

const write = (path: string, id = path) => ({ id, name: "write_file", input: { path, content: "x\n" } });

test("a client is asked, allows, changes and denies; and goes on in another mode", async () => {
  const model = script([
    { calls: [write("a.txt"), write("b.txt"), write("c.txt")] },
    { text: "One." },
    { text: "Two." },
  ]);
  client = new StreamClient(place, ["-m", model], ({ input }) => {
    const { path } = input as { path: string };
    if (path === "a.txt") return { behavior: "allow", updatedInput: input };
    if (path === "b.txt") return { behavior: "allow", updatedInput: { path, content: "changed\n" } };
    return { behavior: "deny", message: "not that one" };
  });
  expect(await client.control({ subtype: "initialize", hooks: null })).toMatchObject({ subtype: "success" });
  client.prompt("write");
  expect(await client.result()).toMatchObject({ subtype: "success", result: "One." });
  expect(client.asked.map(({ tool_name }) => tool_name)).toEqual(["write_file", "write_file", "write_file"]);
  expect(client.asked[0]).toMatchObject({
    permission_suggestions: [{ type: "addRules", rules: [{ toolName: "write_file", ruleContent: "/a.txt" }] }],
  });
  expect(readFileSync(join(place.cwd, "a.txt"), "utf8")).toBe("x\n");
  expect(readFileSync(join(place.cwd, "b.txt"), "utf8")).toBe("changed\n");
  expect(existsSync(join(place.cwd, "c.txt"))).toBe(false);
  expect(JSON.stringify(client.seen)).toContain("not that one");

  expect(await client.control({ subtype: "set_permission_mode", mode: "plan" })).toMatchObject({ subtype: "success" });
  client.prompt("and now?");
  expect(await client.result(2)).toMatchObject({ result: "Two." });
  expect(client.seen.findLast(({ subtype }) => subtype === "init")).toMatchObject({ permissionMode: "plan" });
  expect(await client.end()).toBe(0);
});

test("a client is offered each rule by itself, and sending them back allows that command again and nothing else", async () => {
  const call = (id: string, command: string) => ({ calls: [{ id, name: "shell", input: { command } }] });
  const both = "rm -f zz; touch made";
  const model = script([call("a", both), call("b", both), call("c", "rm -f made zz"), { text: "Done." }]);
  client = new StreamClient(place, ["-m", model], ({ permission_suggestions, input }) =>
    (input as { command: string }).command === both
      ? { behavior: "allow", updatedPermissions: permission_suggestions }
      : { behavior: "deny", message: "no" },
  );
  client.prompt("go");
  await client.result();
  const rules = ["rm -f zz $", "touch made $"].map((ruleContent) => ({ toolName: "shell", ruleContent }));
  expect(client.asked.map(({ permission_suggestions }) => permission_suggestions)).toMatchObject([
    [{ rules }],
    [{ rules: [{ toolName: "shell", ruleContent: "rm -f made zz $" }] }],
  ]);
  await client.end();
});

test("a run is interrupted while its question is open: the question is taken back, and the next prompt is answered", async () => {
  client = new StreamClient(place, ["-m", script([{ calls: [write("a.txt")] }, { text: "After." }])]);
  client.prompt("write");
  const question = await client.until(({ type }) => type === "control_request");
  expect(await client.control({ subtype: "interrupt" })).toMatchObject({ subtype: "success" });
  expect(await client.result()).toMatchObject({ is_error: true });
  expect(client.seen).toContainEqual({ type: "control_cancel_request", request_id: question["request_id"] });
  client.prompt("go on");
  expect(await client.result(2)).toMatchObject({ result: "After." });
  expect(await client.end()).toBe(0);
  expect(existsSync(join(place.cwd, "a.txt"))).toBe(false);
});

test("files are taken back to how they stood at a message", async () => {
  writeFileSync(join(place.cwd, "b.txt"), "before\n");
  const edit = { name: "edit_file", input: { path: "b.txt", old_string: "before", new_string: "after" } };
  const model = script([{ calls: [write("a.txt")] }, { text: "1" }, { calls: [edit] }, { text: "2" }]);
  client = new StreamClient(place, ["-m", model, "--permission-mode", "acceptEdits"]);
  client.prompt("first", { uuid: "first" });
  await client.result();
  client.prompt("second", { uuid: "second" });
  await client.result(2);
  expect(readFileSync(join(place.cwd, "b.txt"), "utf8")).toBe("after\n");
  const rewind = (user_message_id: string, dry_run = false) =>
    (client as StreamClient).control({ subtype: "rewind_files", user_message_id, dry_run });
  expect(await rewind("second", true)).toMatchObject({ response: { canRewind: true, filesChanged: ["b.txt"] } });
  expect(readFileSync(join(place.cwd, "b.txt"), "utf8")).toBe("after\n");
  expect(await rewind("second")).toMatchObject({ response: { canRewind: true, filesChanged: ["b.txt"] } });
  expect(readFileSync(join(place.cwd, "b.txt"), "utf8")).toBe("before\n");
  expect(await rewind("first")).toMatchObject({ response: { filesChanged: ["a.txt"] } });
  expect(existsSync(join(place.cwd, "a.txt"))).toBe(false);
  expect(await rewind("third")).toMatchObject({ subtype: "error", error: expect.stringContaining("third") });
  expect(await client.end()).toBe(0);
});

test("what is no message, no request or no model is told, and the conversation goes on", async () => {
  client = new StreamClient(place, ["-m", script([{ text: "Here." }])]);
  let told = "";
  client.child.stderr?.on("data", (chunk: Buffer) => {
    told += chunk.toString();
  });
  client.child.stdin?.write(
    'garbage\n[1]\n"text"\n{"type":"nothing"}\n{"type":"user"}\n{"type":"control_response"}\n\n',
  );
  expect(await client.control({ subtype: "dance" })).toMatchObject({
    subtype: "error",
    error: expect.stringContaining('"dance"'),
  });
  expect(await client.control({ subtype: "set_permission_mode", mode: "x" })).toMatchObject({ subtype: "error" });
  expect(await client.control({ subtype: "set_model", model: "nowhere/none" })).toMatchObject({ subtype: "error" });
  client.prompt("are you there?");
  expect(await client.result()).toMatchObject({ result: "Here." });
  expect(await client.end()).toBe(0);
  expect(told.match(/is no JSON object/g)).toHaveLength(3);
  expect(told.match(/a message of the user has neither text nor pictures/g)).toHaveLength(1);
});

test("a client that leaves during a question gets no answer and leaves no process", async () => {
  client = new StreamClient(place, ["-m", script([{ calls: [write("a.txt")] }, { text: "Left." }])]);
  client.prompt("write");
  await client.until(({ type }) => type === "control_request");
  expect(await client.end()).toBe(1);
  expect(JSON.stringify(client.seen)).toContain("the client is gone");
  expect(existsSync(join(place.cwd, "a.txt"))).toBe(false);
});

test("prompts are echoed where it is asked for, and what comes during a run reaches the same run", async () => {
  const model = script([{ calls: [write("a.txt")] }, { text: "Both." }]);
  client = new StreamClient(place, ["-m", model, "--replay-user-messages"]);
  client.prompt("first");
  const question = await client.until(({ type }) => type === "control_request");
  client.prompt("second");
  await client.until(({ isReplay, message }) => isReplay === true && JSON.stringify(message).includes("second"));
  const answer = (request_id: unknown, response: object) =>
    (client as StreamClient).send({ type: "control_response", response: { subtype: "success", request_id, response } });
  // An id that only reads alike is that of no question.
  answer([question["request_id"]], { behavior: "deny", message: "no" });
  answer(question["request_id"], { behavior: "allow" });
  expect(await client.result()).toMatchObject({ result: "Both.", num_turns: 2 });
  expect(existsSync(join(place.cwd, "a.txt"))).toBe(true);
  expect(client.seen).toContainEqual(expect.objectContaining({ subtype: "status", status: "steered", text: "second" }));
  expect(await client.end()).toBe(0);
});

test("without a model, what is asked during a run is answered behind what was asked before", async () => {
  writeFileSync(join(place.cwd, "a.js"), "export const LIMIT = 3;\nexport const ROOM = 4;\n");
  client = new StreamClient(place, ["-m", "offline/guide"]);
  for (const name of ["LIMIT", "ROOM", "LIMIT"]) client.prompt(`Where is ${name} defined?`);
  expect(await client.end()).toBe(0);
  const said = client.seen.filter(({ type }) => type === "assistant").map((line) => JSON.stringify(line["message"]));
  expect(said.flatMap((text) => text.match(/a\.js:\d/)?.[0] ?? [])).toEqual(["a.js:1", "a.js:2", "a.js:1"]);
});

test.each(
  inTurn(2, [
    [["--input-format", "stream-json"], /--output-format stream-json/],
    [["--input-format", "xml"], /text, stream-json/],
    [["--event-format", "gemini"], /claude, codex/],
    [["--setting-sources", "world"], /project, user/],
    [["--input-format", "stream-json", "--output-format", "stream-json", "words"], /drop the words/],
  ]),
)("%j is refused in one line", async (flags, message) => {
  const run = await runWaymark(["-p", ...flags], { ...place, stdin: "" });
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(message) });
  expect(run.stderr.trimEnd()).not.toContain("\n");
});

test("the lines of Codex: a thread, turns, and items that start and complete", async () => {
  writeFileSync(join(place.cwd, "b.txt"), "before\n");
  const calls = [
    { name: "shell", input: { command: "printf hello" } },
    { name: "write_file", input: { path: "a.txt", content: "x\n" } },
    { name: "edit_file", input: { path: "b.txt", old_string: "before", new_string: "after" } },
    { name: "read_file", input: { path: "a.txt" } },
    { name: "shell", input: { command: "git push" } },
  ];
  const model = script([{ calls }, { reasoning: "Let me see.", text: "All done." }]);
  const flags = ["--output-format", "stream-json", "--event-format", "codex", "--permission-mode", "acceptEdits"];
  const run = await runWaymark(["-p", "work", "-m", model, ...flags], place);
  const lines = jsonLines(run.stdout);
  expect(lines.slice(0, 2)).toEqual([
    { type: "thread.started", thread_id: expect.any(String) },
    { type: "turn.started" },
  ]);
  expect(lines.at(-1)).toMatchObject({ type: "turn.completed", usage: { input_tokens: expect.any(Number) } });
  const items = lines.filter(({ type }) => type === "item.completed").map(({ item }) => item as Line);
  const of = (type: string): Line[] => items.filter((item) => item["type"] === type);
  expect(of("command_execution")).toMatchObject([
    { command: "printf hello", aggregated_output: expect.stringContaining("hello"), exit_code: 0, status: "completed" },
    { command: "git push", status: "declined" },
  ]);
  expect(of("file_change")).toMatchObject([
    { changes: [{ path: "a.txt", kind: "add" }], status: "completed" },
    { changes: [{ path: "b.txt", kind: "update" }], status: "completed" },
  ]);
  expect(of("mcp_tool_call")).toMatchObject([{ server: "waymark", tool: "read_file", status: "completed" }]);
  expect(of("agent_message")).toMatchObject([{ text: "All done." }]);
  const started = lines.filter(({ type }) => type === "item.started").map(({ item }) => (item as Line)["id"]);
  expect(started.every((id) => items.some((item) => item["id"] === id))).toBe(true);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
});

test("hooks of the client are asked by their ids, and a client that leaves meanwhile stops nothing", async () => {
  const model = script([
    { calls: [write("a.txt")] },
    { calls: [write("b.txt")] },
    { text: "Done." },
    { text: "More." },
  ]);
  const answers: Record<string, unknown> = {
    guard: { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "the client says no" } },
    end: {},
  };
  client = new StreamClient(place, ["-m", model, "--permission-mode", "acceptEdits"], (request) => {
    const { callback_id, input } = request as { callback_id: string; input: { tool_input?: { file_path?: string } } };
    return callback_id === "guard" && input.tool_input?.file_path?.endsWith("b.txt") ? {} : answers[callback_id];
  });
  const hooks = {
    PreToolUse: [{ matcher: "Write", hookCallbackIds: ["guard"] }],
    Stop: [{ hookCallbackIds: ["end", "silent"] }],
  };
  await client.control({ subtype: "initialize", hooks });
  client.prompt("write");
  await client.until((line) => (line["request"] as Line | undefined)?.["callback_id"] === "silent");
  expect(client.asked[0]).toMatchObject({
    subtype: "hook_callback",
    callback_id: "guard",
    tool_use_id: "a.txt",
    input: { hook_event_name: "PreToolUse", tool_name: "Write" },
  });
  expect(JSON.stringify(client.seen)).toContain("the client says no");
  expect(existsSync(join(place.cwd, "a.txt"))).toBe(false);
  expect(existsSync(join(place.cwd, "b.txt"))).toBe(true);
  expect(await client.end()).toBe(0);
  expect(await client.result()).toMatchObject({ result: "Done." });
});
