import { execFile } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { MAIN, makePlace, type Place } from "./run-waymark.ts";

const INSTALLED = dirname(dirname(dirname(dirname(MAIN))));
const ZOD = createRequire(import.meta.url).resolve("zod");

let place: Place;
beforeEach(() => {
  place = makePlace({ "package.json": '{ "type": "module" }' });
  symlinkSync(join(INSTALLED, "node_modules"), join(place.cwd, "node_modules"), "junction");
});
afterEach(() => place.remove());

/** Runs a program that imports the installed package. @returns what it printed as JSON lines */
async function embed(code: string, scripts: Readonly<Record<string, unknown>>): Promise<readonly unknown[]> {
  for (const [name, replies] of Object.entries(scripts))
    writeFileSync(join(place.home, `${name}.json`), JSON.stringify(replies));
  writeFileSync(
    join(place.cwd, "program.js"),
    `import { createAgent, defineTool, UserError } from "waymark";
import * as z from ${JSON.stringify(ZOD)};
const model = (name) => \`scripted/${place.home}/\${name}.json\`;
const say = (value) => console.log(JSON.stringify(value));
const run = async (agent, text) => {
  const events = [];
  for await (const event of agent.prompt(text)) events.push(event);
  return events;
};
const results = (events) => events.filter(({ type }) => type === "call-end").map(({ result }) => result.text);
const outcome = (events) => events.at(-1).outcome;
${code}`,
  );
  const env = { PATH: process.env["PATH"] ?? "", HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") };
  const { stdout } = await promisify(execFile)(process.execPath, ["program.js"], { cwd: place.cwd, env });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("a tool of the program is judged by its schema, asked about, and run in process", async () => {
  const calls = [{ city: 5 }, { city: "Porto" }].map((input) => ({ calls: [{ name: "weather", input }] }));
  const printed = await embed(
    `const asked = [];
const weather = defineTool({
  name: "weather",
  description: "The weather of a city.",
  input: z.object({ city: z.string().refine((name) => name !== "5", "no such city") }),
  run: ({ city }) => "It rains in " + city + ".",
});
const agent = await createAgent({
  model: model("weather"), tools: [weather],
  onPermission: ({ call, decision }) => { asked.push([call.name, decision.proposal]); return { allowed: true }; },
});
const events = await run(agent, "how is it?");
say([results(events), asked, outcome(events)]);
await agent.close();`,
    { weather: [...calls, { text: "Rain." }] },
  );
  expect(printed).toEqual([
    [
      [expect.stringContaining("city: no such city"), "It rains in Porto."],
      [["weather", "weather"]],
      { kind: "done", text: "Rain." },
    ],
  ]);
});

test("what nobody allows is not done, and a rule allows it", async () => {
  const write = { calls: [{ name: "write_file", input: { path: "new.txt", content: "x\n" } }] };
  const printed = await embed(
    `const denied = await createAgent({ model: model("write") });
say(results(await run(denied, "write"))[0]);
await denied.close();
const allowed = await createAgent({ model: model("write"), allowedTools: ["write_file(new.txt)"] });
await run(allowed, "write");
await allowed.close();`,
    { write: [write, { text: "Written." }] },
  );
  expect(printed[0]).toMatch(/^Not allowed: nobody is there to be asked/);
  expect(readFileSync(join(place.cwd, "new.txt"), "utf8")).toBe("x\n");
});

test("two agents work side by side, each with its own session, model and tools", async () => {
  const call = (word: string) => [{ calls: [{ name: "word", input: {} }] }, { text: `done ${word}` }];
  const printed = await embed(
    `const agentOf = (word) => createAgent({
  model: model(word), allowedTools: ["word"],
  tools: [{ name: "word", description: "A word.", input: { type: "object" }, run: async () => { await new Promise((done) => setTimeout(done, 20)); return word; } }],
});
const agents = await Promise.all(["one", "two"].map(agentOf));
const all = await Promise.all(agents.map((agent) => run(agent, "go")));
say([all.map((events) => [results(events), outcome(events).text]), agents[0].session.id !== agents[1].session.id]);
await Promise.all(agents.map((agent) => agent.close()));`,
    { one: call("one"), two: call("two") },
  );
  expect(printed).toEqual([
    [
      [
        [["one"], "done one"],
        [["two"], "done two"],
      ],
      true,
    ],
  ]);
});

test("a session goes on, is copied, undone and exported", async () => {
  const write = { calls: [{ name: "write_file", input: { path: "new.txt", content: "x\n" } }] };
  const printed = await embed(
    `const first = await createAgent({ model: model("write"), permissionMode: "acceptEdits" });
await run(first, "write it");
const { id } = first.session;
await first.close();
const again = await createAgent({ model: model("hello"), session: { resume: id } });
await run(again, "and now?");
say([again.session.id === id, again.session.history.filter(({ type }) => type === "prompt").map(({ text }) => text)]);
const undone = await again.session.undo();
say([undone.steps.map(({ path }) => path), /write it[\\s\\S]*and now/.test(await again.session.export())]);
const copy = await again.session.fork();
say([copy !== id, again.session.id === copy, again.session.history.length > 0]);
await again.close();`,
    { write: [write, { text: "Written." }], hello: [{ text: "Hello." }] },
  );
  expect(printed).toEqual([
    [true, ["write it", "and now?"]],
    [["new.txt"], true],
    [true, true, true],
  ]);
  expect(existsSync(join(place.cwd, "new.txt"))).toBe(false);
});

test("a run is interrupted, by a word or by a signal, and closing ends it", async () => {
  const wait = [{ calls: [{ name: "wait", input: {} }] }, { text: "Waited." }];
  const printed = await embed(
    `const started = () => Promise.withResolvers();
const agentOf = async (signal) => {
  const begun = started();
  const wait = { name: "wait", description: "Waits.", input: { type: "object" }, run: (_, { signal }) => {
    begun.resolve();
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
  } };
  return { agent: await createAgent({ model: model("wait"), tools: [wait], allowedTools: ["wait"], signal }), begun: begun.promise };
};
const controller = new AbortController();
for (const [signal, stop] of [
  [undefined, (agent) => agent.interrupt()],
  [controller.signal, () => controller.abort()],
  [undefined, (agent) => agent.close()],
]) {
  const { agent, begun } = await agentOf(signal);
  const going = run(agent, "wait");
  await begun;
  await Promise.allSettled([run(agent, "me too")]).then(([{ reason }]) => say(reason.message));
  await stop(agent);
  say(outcome(await going).kind);
  await agent.close();
  await agent.close();
}`,
    { wait },
  );
  const busy = "A prompt is under way; wait for its end, or steer or interrupt it.";
  expect(printed).toEqual([busy, "cancelled", busy, "cancelled", busy, "cancelled"]);
});

test.each(
  inTurn(3, [
    ["a setting that is not there", '{ settings: { modle: "x" } }', /there is no "modle"/],
    [
      "a name that is taken",
      '{ tools: [{ name: "read_file", description: "", input: { type: "object" }, run: () => "" }] }',
      /already/,
    ],
    [
      "a name that is none",
      '{ tools: [{ name: "a b", description: "", input: { type: "object" }, run: () => "" }] }',
      /letters, digits/,
    ],
    [
      "an input that is no object",
      '{ tools: [{ name: "a", description: "", input: { type: "string" }, run: () => "" }] }',
      /object/,
    ],
    ["a model that is not known", '{ model: "nowhere/none" }', /nowhere/],
    ["a folder that is not there", '{ cwd: "/no/such/folder" }', /no\/such\/folder/],
  ]),
)("%s is refused in one line", async (_, options, message) => {
  const printed = await embed(
    `await createAgent(${options}).then(() => say("made"), (error) => say([error instanceof UserError, error.message]));`,
    {},
  );
  expect(printed).toEqual([[true, expect.stringMatching(message)]]);
  expect((printed[0] as readonly string[])[1]).not.toContain("\n");
});

test("without sources neither the person's settings nor the project's instructions count", async () => {
  writeFileSync(join(place.cwd, "AGENTS.md"), "Always whistle.");
  const printed = await embed(
    `for (const settingSources of [undefined, []]) {
  const agent = await createAgent({ model: model("hello"), ...(settingSources && { settingSources }) });
  const events = await run(agent, "hi");
  say(outcome(events).text);
  await agent.close();
}`,
    { hello: [{ text: "Hello." }] },
  );
  expect(printed).toEqual(["Hello.", "Hello."]);
});

test("servers that a program gives have tools of their own agent, and end with it", async () => {
  const server = join(import.meta.dirname, "mcp-servers/server.mjs");
  const calls = [{ calls: [{ name: "mcp__t__echo", input: { word: "hi" } }] }, { text: "Said." }];
  const printed = await embed(
    `const log = ${JSON.stringify(join(place.home, "log"))};
const mcpServers = { t: { command: process.execPath, args: [${JSON.stringify(server)}, "good", log] } };
const served = await createAgent({ model: model("servers"), mcpServers, allowedTools: ["mcp__t"] });
const without = await createAgent({ model: model("servers") });
say([results(await run(served, "go")), served.tools.includes("mcp__t__echo"), without.tools.includes("mcp__t__echo")]);
await without.close();
await served.close();`,
    { servers: calls },
  );
  expect(printed).toEqual([[[expect.stringContaining("echo: hi")], true, false]]);
  const pid = Number(/^start (\d+)$/m.exec(readFileSync(join(place.home, "log"), "utf8"))?.[1]);
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});

test("functions of the program are told of events, and policy keeps the last word", async () => {
  const calls = ["a.txt", "b.txt"].map((path) => ({ calls: [{ name: "write_file", input: { path, content: "x" } }] }));
  const printed = await embed(
    `const told = [];
const allow = () => ({ hookSpecificOutput: { permissionDecision: "allow" } });
const hooks = {
  PreToolUse: [
    { matcher: "Write", hooks: [(input, callId) => { told.push([input.tool_name, typeof callId]); return allow(); }] },
    { matcher: "write_file", hooks: [() => new Promise(() => {})], timeout: 0.1 },
    { hooks: [() => { throw new Error("mine"); }] },
  ],
  Stop: [{ hooks: [(input) => { told.push(input.last_assistant_message); }] }],
};
const agent = await createAgent({ model: model("write"), hooks, disallowedTools: ["write_file(b.txt)"] });
const events = await run(agent, "write");
say([results(events).map((text) => text.split(".")[0]), told]);
say(events.filter(({ type, text }) => type === "note" && text !== "").map(({ text }) => text)[0]);
await agent.close();
await createAgent({ model: model("write"), hooks: { Nonsense: [] } }).catch((error) => say(error.message));`,
    { write: [...calls, { text: "Done." }] },
  );
  expect(printed[0]).toEqual([
    ["Created a", "Not allowed: b"],
    [["Write", "string"], ["Write", "string"], "Done."],
  ]);
  expect(printed[1]).toContain("took longer than 0.1 s");
  expect(printed[1]).toContain("did not answer: mine");
  expect(printed[2]).toContain('there is no event "Nonsense"');
});

test("an option that is none is named with the one that was meant, and a folder that is none with its option", async () => {
  const [...said] = await embed(
    `const why = (options) => createAgent(options).catch((error) => say(error.message));
await why({ modle: "x" });
await why({ session: { resumee: "last" } });
await why({ cwd: "nowhere" });`,
    {},
  );
  expect(said).toEqual([
    'createAgent: there is no option "modle"; did you mean "model"?',
    'createAgent: there is no option "session.resumee"; did you mean "resume"?',
    expect.stringMatching(/nowhere .*; give another with cwd\.$/),
  ]);
});

test("what a program answers is a yes only where it says so, and is not waited for when a run is over", async () => {
  const NONE = ['{ allowed: "no" }', "{ allowed: 1 }", "true", "undefined", '{ behavior: "allow" }'];
  const calls = ["a", "b", "c", "d", "e", "f"].map((name) => ({
    calls: [{ name: "shell", input: { command: `touch ${name}` } }],
  }));
  const printed = await embed(
    `const answers = [${NONE.join(", ")}];
const agent = await createAgent({
  model: model("asks"),
  onPermission: () => {
    if (answers.length > 0) return answers.shift();
    setTimeout(() => agent.interrupt(), 100);
    return new Promise(() => {});
  },
});
const events = await run(agent, "go");
say([answers.length, outcome(events).kind]);
await agent.close();`,
    { asks: [...calls, { text: "Done." }] },
  );
  expect(printed).toEqual([[0, "cancelled"]]);
  expect(["a", "b", "c", "d", "e", "f"].filter((name) => existsSync(join(place.cwd, name)))).toEqual([]);
});
