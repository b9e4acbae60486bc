import { existsSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireRequest, WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, makePlace, type Place, runWaymark, startWaymark } from "./run-waymark.ts";

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

const messagesOf = ({ body }: WireRequest): readonly Message[] =>
  (JSON.parse(body) as { readonly messages: readonly Message[] }).messages;
const resultsOf = (request: WireRequest): readonly string[] =>
  messagesOf(request).flatMap(({ role, content }) => (role === "tool" ? (content ?? "") : []));
/** Sub-agents are told their part. */
const isChild = (request: WireRequest): boolean => request.body.includes("# Your part");
const shell = (command: string) => ({ name: "shell", input: { command } });
const task = (agent: string, prompt: string, more: object = {}) => ({
  name: "task",
  input: { agent, prompt, ...more },
});

const WORKER = "---\nname: worker\ndescription: Works.\n---\nYou are WORKER. You work.\n";
const ALL = ["--permission-mode", "bypassPermissions"];

async function begin(files: Readonly<Record<string, string>>, script: (request: WireRequest) => WireReply) {
  place = makePlace(files);
  server = await startOpenAiChat(script);
}

const environment = () => ({ OPENAI_COMPATIBLE_BASE_URL: `${server?.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" });
const flags = (prompt: string, more: readonly string[]) => [
  ...["-p", prompt, "--trust", "-m", "openai-compatible/m", "--output-format", "stream-json", ...more],
];

async function run(prompt: string, ...more: readonly string[]) {
  if (!place) throw new Error("no place");
  const { code, stdout, stderr } = await runWaymark(flags(prompt, more), { ...place, environment: environment() });
  return { code, stderr, lines: jsonLines(stdout) };
}

const blocksOf = (line: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] =>
  (line["message"] as { content?: readonly Readonly<Record<string, unknown>>[] } | undefined)?.content ?? [];

test("a sub-agent has a context of its own, its lines name the call that gave the work, its report is the result, its spending the parent's", async () => {
  await begin({ ".claude/agents/worker.md": WORKER, "a.txt": "alpha\n" }, (request) => {
    const results = resultsOf(request);
    if (isChild(request))
      return results.length === 0
        ? { calls: [{ name: "Read", input: { file_path: "a.txt" } }] }
        : { text: "a.txt says alpha." };
    return results.length === 0
      ? { calls: [{ name: "Task", input: { subagent_type: "worker", prompt: "read it", description: "reads" } }] }
      : { text: `Told: ${results[0]}` };
  });
  const { code, lines, stderr } = await run("the parent's own words");
  expect(code, stderr).toBe(0);
  expect(lines.at(-1)).toMatchObject({ result: expect.stringContaining("a.txt says alpha."), num_turns: 4 });
  const [first] = server?.requests.filter(isChild) ?? [];
  expect(first?.body).toContain("You are WORKER");
  expect(first?.body).not.toContain("the parent's own words");
  const given = blocksOf(lines.find(({ type }) => type === "assistant") ?? {})[0]?.["id"];
  const inner = lines.filter((line) => line["parent_tool_use_id"] != null);
  expect(new Set(inner.map((line) => line["parent_tool_use_id"]))).toEqual(new Set([given]));
  const uses = lines.flatMap(blocksOf).flatMap((block) => (block["type"] === "tool_use" ? block["id"] : []));
  const ends = lines
    .flatMap(blocksOf)
    .flatMap((block) => (block["type"] === "tool_result" ? block["tool_use_id"] : []));
  expect([...uses].sort()).toEqual([...ends].sort());
  expect(new Set(uses).size).toBe(2);
});

test("a sub-agent may never more than its parent, whatever its file says; one that only looks changes nothing", async () => {
  const bold = "---\nname: bold\ndescription: Writes.\npermissionMode: bypassPermissions\n---\nYou are BOLD.\n";
  const shy = "---\nname: shy\ndescription: Looks.\npermissionMode: plan\n---\nYou are SHY.\n";
  const write = (path: string) => ({ calls: [{ name: "write_file", input: { path, content: "x\n" } }] });
  await begin({ ".waymark/agents/bold.md": bold, ".waymark/agents/shy.md": shy }, (request) => {
    const hasResults = resultsOf(request).length > 0;
    if (isChild(request))
      return hasResults ? { text: "tried" } : write(request.body.includes("BOLD") ? "b.txt" : "s.txt");
    return hasResults ? { text: "done" } : { calls: [task("bold", "write"), task("shy", "write")] };
  });
  const denied = await run("go");
  expect(existsSync(join(place?.cwd ?? "", "b.txt"))).toBe(false);
  expect(denied.lines.at(-1)).toMatchObject({
    permission_denials: [{ tool_name: "write_file", tool_input: { path: "b.txt" } }],
  });
  await run("go", ...ALL);
  expect(existsSync(join(place?.cwd ?? "", "b.txt"))).toBe(true);
  expect(existsSync(join(place?.cwd ?? "", "s.txt"))).toBe(false);
});

test("two sub-agents of one reply work side by side, and calls of theirs that would meet do not", async () => {
  const names = ["one", "two"];
  await begin({ ".waymark/agents/worker.md": WORKER }, (request) => {
    const done = resultsOf(request).length;
    if (!isChild(request)) return done > 0 ? { text: "done" } : { calls: names.map((name) => task("worker", name)) };
    const name = names.find((one) => messagesOf(request)[1]?.content === one) ?? "?";
    if (done < 3) return { calls: [shell(`echo ${name} begins >> log.txt; sleep 0.05; echo ${name} ends >> log.txt`)] };
    return { text: `${name} done` };
  });
  const { code, stderr } = await run("go", ...ALL);
  expect(code, stderr).toBe(0);
  const order = (server?.requests ?? []).map((request) =>
    isChild(request) ? messagesOf(request)[1]?.content : "parent",
  );
  expect(new Set(order.slice(1, 3))).toEqual(new Set(names));
  const log = readFileSync(join(place?.cwd ?? "", "log.txt"), "utf8")
    .trim()
    .split("\n");
  expect(log).toHaveLength(12);
  for (let index = 0; index < log.length; index += 2)
    expect(log[index + 1]).toBe(log[index]?.replace("begins", "ends"));
});

test("work in the background goes on beside the parent, is listed, and reports before the run ends", async () => {
  await begin({ ".waymark/agents/worker.md": WORKER }, (request) => {
    if (isChild(request)) return { text: "found it", firstMs: 700 };
    const results = resultsOf(request);
    if (results.length === 0) return { calls: [task("worker", "look", { background: true })] };
    if (results.length === 1) return { calls: [{ name: "task_action", input: { action: "list" } }] };
    const report = messagesOf(request).findLast(({ role }) => role === "user")?.content ?? "";
    return { text: report.includes("found it") ? `Reported: ${report}` : "I wait." };
  });
  const { lines, code, stderr } = await run("go");
  expect(code, stderr).toBe(0);
  const told = lines.flatMap(blocksOf).flatMap((block) => (block["type"] === "tool_result" ? block["content"] : []));
  expect(told).toEqual([
    expect.stringMatching(/^worker-1 works in the background/),
    expect.stringMatching(/^worker-1: working, .*look$/),
  ]);
  expect(lines.at(-1)).toMatchObject({
    result: expect.stringMatching(/Reported: \[worker-1.*is done\..*user has said\.\]\nfound it/s),
  });
  // Nobody has steered.
  expect(lines.filter(({ status }) => status === "steered")).toEqual([]);
});

test.each([
  [
    "gives work to itself without end",
    `${WORKER.replace("Works.", "Works.\ntools: task, read_file")}`,
    'There is no tool "task"',
  ],
  ["never ends", WORKER.replace("Works.", "Works.\nmaxTurns: 3"), "limit of 3 steps"],
])("a sub-agent that %s is stopped, and the parent goes on", async (_, file, said) => {
  let number = 0;
  await begin({ ".waymark/agents/worker.md": file }, (request) => {
    if (isChild(request) && said.startsWith("There") && resultsOf(request).length > 0)
      return { text: resultsOf(request).join("\n") };
    if (isChild(request) && said.startsWith("limit"))
      return { calls: [{ name: "read_file", input: { path: `file-${number++}` } }] };
    return !isChild(request) && resultsOf(request).length > 0
      ? { text: resultsOf(request).join("\n") }
      : { calls: [task("worker", "go")] };
  });
  const { lines } = await run("go");
  expect(lines.at(-1)).toMatchObject({ subtype: "success", result: expect.stringContaining(said) });
  expect(server?.requests.length).toBeLessThan(10);
});

test("a limit of the run holds for what it has given on", async () => {
  let number = 0;
  await begin({ ".waymark/agents/worker.md": WORKER }, (request) =>
    isChild(request)
      ? { calls: [{ name: "read_file", input: { path: `file-${number++}` } }] }
      : { calls: [task("worker", "go")] },
  );
  const { code, lines } = await run("go", "--max-turns", "6");
  expect(code).toBe(53);
  expect(lines.at(-1)).toMatchObject({ subtype: "error_max_turns", num_turns: 6 });
  expect(server?.requests).toHaveLength(6);
});

test("agents of a folder that is not trusted are nobody's; a file that cannot be read is told", async () => {
  await begin({ ".waymark/agents/worker.md": WORKER, ".waymark/agents/bad.md": "no head" }, () => ({ text: "done" }));
  if (!place) return;
  await runWaymark(["-p", "go", "-m", "openai-compatible/m"], { ...place, environment: environment() });
  expect(server?.requests[0]?.body).not.toContain("worker");
  const check = await runWaymark(["agents", "check"], place);
  expect([check.code, check.stdout]).toEqual([1, expect.stringMatching(/bad\.md: it has no front matter/)]);
  const list = await runWaymark(["agents", "list"], place);
  expect(list.stdout).toMatch(/^explore +built-in[\s\S]*^worker +project +Works\./m);
});

const ISOLATED = WORKER.replace("Works.", "Works.\nisolation: worktree");
const TEN = `${Array.from({ length: 10 }, (_, index) => `line ${index}`).join("\n")}\n`;
const inPlace = (path: string) => join(place?.cwd ?? "", path);
const edit = (path: string, from: string, to: string) => ({
  name: "edit_file",
  input: { path, old_string: from, new_string: to },
});

test("an isolated agent works on a copy, and all that it changed comes into the folder at its end", async () => {
  const seen: unknown[] = [];
  await begin(
    { ".waymark/agents/worker.md": ISOLATED, "a.txt": TEN, "old.txt": "old\n", "crlf.txt": "a\r\nb\r\n" },
    (request) => {
      if (!isChild(request))
        return resultsOf(request).length > 0 ? { text: `${resultsOf(request)[0]}` } : { calls: [task("worker", "go")] };
      seen.push([
        readFileSync(inPlace("a.txt"), "utf8") === TEN,
        existsSync(inPlace("new/b.txt")),
        existsSync(inPlace("old.txt")),
      ]);
      return (
        [
          {
            calls: [
              { name: "read_file", input: { path: "a.txt" } },
              { name: "read_file", input: { path: "crlf.txt" } },
            ],
          },
          {
            calls: [
              edit("a.txt", "line 3", "line three"),
              edit("crlf.txt", "b", "B"),
              { name: "write_file", input: { path: "new/b.txt", content: "new\n" } },
              shell("rm old.txt"),
            ],
          },
        ][Math.ceil(resultsOf(request).length / 2)] ?? { text: "changed" }
      );
    },
  );
  const { code, lines, stderr } = await run("go", ...ALL);
  expect(code, stderr).toBe(0);
  expect(seen).toEqual(seen.map(() => [true, false, true]));
  expect(lines.at(-1)).toMatchObject({
    result: expect.stringMatching(
      /^changed\n\n\(What it changed .* is merged: a\.txt, crlf\.txt, new\/b\.txt, old\.txt\.\)$/,
    ),
  });
  expect(readFileSync(inPlace("a.txt"), "utf8")).toBe(TEN.replace("line 3", "line three"));
  expect(readFileSync(inPlace("crlf.txt"), "utf8")).toBe("a\r\nB\r\n");
  expect(readFileSync(inPlace("new/b.txt"), "utf8")).toBe("new\n");
  expect(existsSync(inPlace("old.txt"))).toBe(false);
});

test("two isolated agents that change other lines of one file are both merged; the same line of a third is not, and the copy is named", async () => {
  await begin({ ".waymark/agents/worker.md": ISOLATED, "a.txt": TEN }, (request) => {
    const results = resultsOf(request);
    if (!isChild(request))
      return results.length > 0
        ? { text: results.join("\n---\n") }
        : { calls: ["1", "8", "8"].map((line) => task("worker", line)) };
    const line = messagesOf(request)[1]?.content;
    const steps = [
      { calls: [{ name: "read_file", input: { path: "a.txt" } }] },
      { calls: [edit("a.txt", `line ${line}\n`, `line ${line} ${Math.random()}\n`)] },
    ];
    return steps[results.length] ?? { text: "changed" };
  });
  const { lines } = await run("go", ...ALL);
  const told = String(lines.at(-1)?.["result"]).split("\n---\n");
  expect(told.filter((text) => text.includes("is merged: a.txt"))).toHaveLength(2);
  const copy = /stays at (\S+); what was changed in it is not merged/.exec(told.join("\n"))?.[1] ?? "";
  expect(readFileSync(join(copy, "a.txt"), "utf8")).toMatch(/line 8 0\./);
  expect(readFileSync(inPlace("a.txt"), "utf8")).toMatch(/line 1 0\.[\s\S]*line 8 0\./);
});

test("isolated agents that come to their ends at once are merged one after the other", async () => {
  const count = 8;
  const numbers = Array.from({ length: count }, (_, index) => `${index}`);
  const begun = numbers.map((number) => `line ${number}\n${"between\n".repeat(6)}`).join("");
  await begin({ ".waymark/agents/worker.md": ISOLATED, "a.txt": begun }, (request) => {
    const results = resultsOf(request);
    if (!isChild(request))
      return results.length > 0
        ? { text: results.join("\n---\n") }
        : { calls: numbers.map((number) => task("worker", number)) };
    const number = messagesOf(request)[1]?.content;
    const steps = [
      { calls: [{ name: "read_file", input: { path: "a.txt" } }] },
      { calls: [edit("a.txt", `line ${number}\n`, `changed ${number}\n`)] },
    ];
    return steps[results.length] ?? { text: "changed" };
  });
  const { lines } = await run("go", ...ALL);
  expect(String(lines.at(-1)?.["result"])).not.toContain("not merged");
  expect(readFileSync(inPlace("a.txt"), "utf8")).toBe(begun.replaceAll("line", "changed"));
});

test("what an isolated agent changed is merged under the session's policy", async () => {
  await begin(
    { ".waymark/agents/worker.md": `${ISOLATED.replace("Works.", "Works.\npermissionMode: bypassPermissions")}` },
    (request) => {
      const results = resultsOf(request);
      if (isChild(request))
        return results.length > 0
          ? { text: "changed" }
          : { calls: [{ name: "write_file", input: { path: "b.txt", content: "x\n" } }] };
      return results.length > 0 ? { text: `${results[0]}` } : { calls: [task("worker", "go")] };
    },
  );
  const { code, lines } = await run("go");
  expect(code).toBe(1);
  expect(lines.at(-1)?.["permission_denials"]).toHaveLength(1);
  expect(existsSync(inPlace("b.txt"))).toBe(false);
});

const STEPS = 4;

/**
 * A model that writes the numbers 1 to 4 into a file, one a call. It goes by the results that it sees alone; where one is in doubt it looks
 * at the file, as it is told.
 */
function numbering(request: WireRequest): WireReply {
  const next = (done: number): WireReply =>
    done === STEPS ? { text: "all numbers are there" } : { calls: [shell(`echo ${done + 1} >> n.txt && sleep 0.2`)] };
  const calls = messagesOf(request).flatMap(({ tool_calls = [] }) => tool_calls.map((call) => call.function.arguments));
  const last = resultsOf(request).at(-1);
  if (last === undefined) return next(0);
  if (calls.at(-1)?.includes("cat")) return next(last.match(/^\d$/gm)?.length ?? 0);
  if (last.includes("may or may not")) return { calls: [shell("cat n.txt || true")] };
  return next(Number(/echo (\d)/.exec(calls.at(-1) ?? "")?.[1]));
}

test.each([
  ...[0, 1, 2, 4].map((index) => ({
    when: `request ${index} of the sub-agent comes`,
    ...{ request: index, line: 0, background: false },
  })),
  ...[1, 3, 4].map((line) => ({ when: `line ${line} is written`, request: -1, line, background: false })),
  { when: "it works in the background", request: 2, line: 0, background: true },
])(
  "killed when $when, it goes on with the parent and does nothing twice",
  async ({ request: at, line, background }) => {
    let kill = (): void => {};
    let isKilled = false;
    await begin({ ".waymark/agents/worker.md": WORKER }, (request) => {
      if (!isChild(request))
        return resultsOf(request).length === 0
          ? { calls: [task("worker", "number", { background })] }
          : { text: request.body.includes("all numbers are there") ? "finished" : "waiting" };
      if (!isKilled && resultsOf(request).length === at) {
        kill();
        return { text: "", fault: { kind: "stall-before-headers" } };
      }
      return numbering(request);
    });
    if (!place) return;
    const file = join(place.cwd, "n.txt");
    const child = startWaymark(flags("go", [...ALL, "--session-id", "s"]), { ...place, environment: environment() });
    child.stdin?.end();
    kill = () => {
      isKilled = true;
      child.kill("SIGKILL");
    };
    const watcher = watch(place.cwd, () => {
      if (!isKilled && line > 0 && existsSync(file) && readFileSync(file, "utf8").split("\n").length > line) kill();
    });
    await new Promise((resolve) => child.once("close", resolve));
    watcher.close();
    expect(isKilled).toBe(true);
    const { code, lines, stderr } = await run("go on", "-r", "s", ...ALL);
    expect(code, stderr).toBe(0);
    expect(lines.at(-1)).toMatchObject({ result: "finished" });
    expect(readFileSync(file, "utf8")).toBe("1\n2\n3\n4\n");
  },
);

test("hooks of the session see the calls of a sub-agent, and are told of its beginning and end as such", async () => {
  const note = { type: "command", command: "cat >> told" };
  const hooks = Object.fromEntries(
    ["SubagentStart", "SubagentStop", "UserPromptSubmit", "Stop"].map((event) => [event, [{ hooks: [note] }]]),
  );
  const guard = { matcher: "Bash", hooks: [{ type: "command", command: "echo not here >&2; exit 2" }] };
  const files = {
    ".claude/agents/worker.md": WORKER,
    ".claude/settings.json": JSON.stringify({ hooks: { ...hooks, PreToolUse: [guard] } }),
  };
  await begin(files, (request) => {
    const results = resultsOf(request);
    if (isChild(request))
      return results.length === 0 ? { calls: [shell("echo hi")] } : { text: `Child: ${results[0]}` };
    return results.length === 0 ? { calls: [task("worker", "look")] } : { text: `Told: ${results[0]}` };
  });
  const { lines } = await run("go", ...ALL);
  expect(lines.at(-1)).toMatchObject({ result: expect.stringContaining("a hook refused it: not here") });
  const told = jsonLines(readFileSync(join(place?.cwd ?? "", "told"), "utf8"));
  expect(told.map(({ hook_event_name: event, agent_type: agent }) => [event, agent])).toEqual([
    ["UserPromptSubmit", undefined],
    ["SubagentStart", "worker"],
    ["SubagentStop", "worker"],
    ["Stop", undefined],
  ]);
});
