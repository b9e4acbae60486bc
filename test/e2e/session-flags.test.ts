import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireRequest, WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

const AGENT = `---
name: poet
description: Writes in verse.
tools: Read, Grep, Bash, Task, mcp__books
disallowedTools: Grep
model: openai-compatible/rhyme
permissionMode: acceptEdits
maxTurns: 1
---
You are POET. You rhyme.
`;
const FILES = { ".claude/agents/poet.md": AGENT, "a.txt": "alpha\n", "b.txt": "beta\n" };
const ALL = ["--permission-mode", "bypassPermissions"];
const read = (path: string) => ({ name: "read_file", input: { path } });

interface Body {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
}
const bodies = (): readonly Body[] => (server?.requests ?? []).map(({ body }) => JSON.parse(body) as Body);

/** A run with this model, and its last line. */
async function run(
  files: Readonly<Record<string, string>>,
  replies: readonly WireReply[] | ((request: WireRequest) => WireReply),
  args: readonly string[],
) {
  place = makePlace(files);
  server = await startOpenAiChat(replies);
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const model = { WAYMARK_MODEL: "openai-compatible/m" };
  const { code, stdout, stderr } = await runWaymark(
    ["-p", "go", "--trust", "--output-format", "stream-json", ...args],
    { ...place, environment: { ...environment, ...model } },
  );
  return { code, stderr, lines: jsonLines(stdout) };
}

describe("--agent", () => {
  test("a session works as the agent: its part, its model, no tool and no leave more than its file and the session both give", async () => {
    const { code, lines } = await run(FILES, [{ text: "done" }], ["--agent", "poet"]);
    expect(code).toBe(0);
    const [first] = bodies();
    expect(first?.model).toBe("rhyme");
    expect(first?.messages[0]?.content).toContain("# Your part\nYou are POET. You rhyme.");
    expect(first?.tools.map((tool) => tool.function.name).toSorted()).toEqual(["read_file", "shell", "task"]);
    expect(lines[0]).toMatchObject({ permissionMode: "default" });
  });

  test("its limit holds, and a flag goes before what its file says", async () => {
    const asked = [{ calls: [read("a.txt")] }, { text: "done" }];
    const bound = await run(FILES, asked, ["--agent", "poet"]);
    expect([bound.code, bound.lines.at(-1)?.["subtype"]]).toEqual([53, "error_max_turns"]);
    await server?.close();
    place?.remove();
    const flagged = await run(FILES, asked, ["--agent", "poet", "--max-turns", "9", "-m", "openai-compatible/mine"]);
    expect([flagged.code, bodies()[0]?.model]).toEqual([0, "mine"]);
  });

  test("whom it gives work is not told whom the session works as", async () => {
    const worker = "---\nname: worker\ndescription: Works.\n---\nYou are WORKER.\n";
    const script = ({ body }: WireRequest): WireReply => {
      if (body.includes("You are WORKER.")) return { text: "worked" };
      return body.includes("worked")
        ? { text: "done" }
        : { calls: [{ name: "task", input: { agent: "worker", prompt: "work" } }] };
    };
    const files = { ...FILES, ".claude/agents/worker.md": worker };
    const { code } = await run(files, script, ["--agent", "poet", "--max-turns", "9", ...ALL]);
    expect(code).toBe(0);
    const told = bodies().map(({ messages }) => [
      messages[0]?.content?.includes("POET"),
      messages[0]?.content?.includes("WORKER"),
    ]);
    expect(told).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
  });

  test("an agent of a folder that nobody trusted is none", async () => {
    place = makePlace(FILES);
    const { code, stderr } = await runWaymark(["-p", "hello", "--agent", "poet"], place);
    expect([code, stderr.split("\n").length]).toEqual([2, 2]);
    expect(stderr).toContain('There is no agent "poet" but one of this folder, which is not trusted; --trust');
    const named = await runWaymark(["-p", "hello", "--agent", "poot"], place);
    expect(named.stderr).toContain('There is no agent "poot"; there are: ');
  });
});

test("--plugin-dir: what a folder brings counts for this run, unasked, and the person's list of plugins stays as it is", async () => {
  const files = {
    "plug/.claude-plugin/plugin.json": '{"name":"plug"}',
    "plug/commands/hi.md": "Say hi to $1.",
    "plug/agents/poet.md": AGENT,
  };
  const done = { text: "done" };
  const { code } = await run(files, [done, done], ["--plugin-dir", "plug", "--agent", "poet"]);
  expect(code).toBe(0);
  expect(bodies()[0]?.messages[0]?.content).toContain("You are POET.");
  if (!place) throw new Error("no place");
  const listed = await runWaymark(["plugin", "list", "--json"], place);
  expect(JSON.parse(listed.stdout)).toEqual([]);
  const command = await runWaymark(["-p", "/hi Bob", "--plugin-dir", join(place.cwd, "plug"), "-o", "json"], {
    ...place,
    environment: {
      OPENAI_COMPATIBLE_BASE_URL: `${server?.url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: "k",
      WAYMARK_MODEL: "openai-compatible/m",
    },
  });
  expect(command.code).toBe(0);
  expect(bodies().at(-1)?.messages.at(-1)?.content).toContain("Say hi to Bob.");
});

describe("--max-tool-calls", () => {
  test("a run that makes as many answers; one that asks for more ends with what was read, and the budget's code", async () => {
    const two = { calls: [read("a.txt"), read("b.txt")] };
    const within = await run(FILES, [two, { text: "done" }], ["--max-tool-calls", "2"]);
    expect(within.code).toBe(0);
    await server?.close();
    place?.remove();
    const past = await run(FILES, [two, { text: "done" }], ["--max-tool-calls", "1"]);
    expect([past.code, past.lines.at(-1)?.["subtype"]]).toEqual([55, "error_max_budget"]);
    const results = JSON.stringify(past.lines.filter(({ type }) => type === "user"));
    expect([results.includes("alpha"), results.includes("beta")]).toEqual([true, false]);
    expect(results).toContain("Not done: this run has made as many calls as it may.");
    expect(JSON.stringify(past.lines.at(-1))).toContain("The limit of 1 tool call was reached.");
  });

  test("the calls of those that are given work count", async () => {
    const worker = "---\nname: worker\ndescription: Works.\n---\nYou are WORKER.\n";
    const script = ({ body }: WireRequest): WireReply =>
      body.includes("You are WORKER.")
        ? { calls: [read("a.txt"), read("b.txt")] }
        : { calls: [{ name: "task", input: { agent: "worker", prompt: "work" } }] };
    const files = { ...FILES, ".claude/agents/worker.md": worker };
    const { code, lines } = await run(files, script, ["--max-tool-calls", "2", ...ALL]);
    expect([code, lines.at(-1)?.["subtype"]]).toEqual([55, "error_max_budget"]);
    expect(bodies()).toHaveLength(2);
  });
});

describe("a session that is gone on with", () => {
  test("keeps the model that it used last where nothing names one, as long as that can be reached", async () => {
    place = makePlace(FILES);
    server = await startOpenAiChat([{ text: "one" }, { text: "two" }, { text: "three" }]);
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const ask = (environment: Record<string, string>, ...args: readonly string[]) =>
      runWaymark(["-p", "go", ...args], { cwd: place?.cwd ?? "", home: place?.home ?? "", environment });
    await ask(environment, "-m", "openai-compatible/first");
    expect((await ask(environment, "-c")).code).toBe(0);
    await ask({ ...environment, WAYMARK_MODEL: "openai-compatible/named" }, "-c");
    expect(bodies().map(({ model }) => model)).toEqual(["first", "first", "named"]);
    expect((await ask({}, "-c")).stderr).not.toContain("openai-compatible");
  });
});
