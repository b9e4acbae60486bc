import { expect, test } from "vitest";
import { projectHistory } from "../context/project-history.ts";
import type { AgentParts, RunLimits } from "../loop/agent-parts.ts";
import { RunLedger } from "../loop/run-ledger.ts";
import type { Access } from "../permissions/accesses.ts";
import type { PermissionMode } from "../permissions/decide.ts";
import type { ModelClient, ModelPart, ModelRequest } from "../ports/model.ts";
import type { ApprovalAnswer } from "../ports/person.ts";
import type { AgentEvent, RecordedEvent, ReplyPart } from "../protocol/event.ts";
import { NO_USAGE } from "../protocol/usage.ts";
import { record } from "../record.ts";
import { run } from "../run.ts";
import { type Tool, ToolFailure, type ToolPorts } from "../tool.ts";
import { react } from "./react.ts";

/** A model's mind: what it answers to each request. */
type Mind = readonly ((request: ModelRequest) => readonly ReplyPart[] | ModelPart)[];

const say = (text: string): ReplyPart => ({ kind: "text", text });
const call = (id: string, name: string, input: unknown = {}): ReplyPart => ({
  kind: "call",
  call: { id, name, input },
});

function modelOf(mind: Mind): ModelClient & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    id: "test/mind",
    abilities: { nativeTools: true },
    requests,
    async *step(request): AsyncGenerator<ModelPart> {
      requests.push(request);
      const answer = (mind[requests.length - 1] ?? mind.at(-1))?.(request) ?? [say("nothing more")];
      if (!Array.isArray(answer)) return yield answer as ModelPart;
      const content = answer as readonly ReplyPart[];
      const end = content.some((part) => part.kind === "call") ? "calls" : "stop";
      yield { type: "end", content, end, usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 5 }, costUsd: 0.01 };
    },
  };
}

interface ToolOptions {
  readonly accesses?: readonly Access[];
  readonly run?: (input: unknown, signal: AbortSignal) => Promise<string>;
  readonly finish?: string;
}

function toolNamed(name: string, { accesses = [], run: work, finish }: ToolOptions = {}): Tool {
  return {
    name,
    description: name,
    schema: { type: "object" },
    parse: (raw) => raw,
    intent: () => ({ accesses, display: { kind: "text", text: name } }),
    async run(input, { signal }) {
      const text = (await work?.(input, signal)) ?? `${name} ran`;
      return { text, display: { kind: "text", text }, ...(finish === undefined ? {} : { finish }) };
    },
  };
}

interface Play {
  readonly mind: Mind;
  readonly tools?: readonly Tool[];
  readonly limits?: Partial<RunLimits>;
  readonly mode?: PermissionMode;
  readonly answer?: ApprovalAnswer;
  readonly inbox?: string[];
  readonly onEvent?: (event: AgentEvent, abort: AbortController) => void;
  /** What the person says about calls that fail again and again. */
  readonly advice?: string;
  /** Paths that may not be read without leave. */
  readonly secret?: string;
  readonly history?: RecordedEvent[];
}

async function play(
  options: Play,
): Promise<{ events: AgentEvent[]; history: RecordedEvent[]; requests: ModelRequest[] }> {
  const model = modelOf(options.mind);
  const history = options.history ?? [];
  const abort = new AbortController();
  const outputs = { save: async () => "out-1", page: async () => undefined };
  const parts: AgentParts = {
    model,
    textReader: {
      instructions: () => "",
      read: async () => ({ kind: "answer" }),
      filter: async () => ({ push: (text) => text, end: () => "" }),
      repairArguments: async () => undefined,
      json: async () => undefined,
    },
    system: "system",
    tools: new Map((options.tools ?? []).map((tool) => [tool.name, tool])),
    ports: {
      outputs,
      workspace: { allowing: () => ({}) },
      asker: { ask: async () => options.advice },
    } as unknown as ToolPorts,
    outputs,
    policy: () => ({
      mode: options.mode ?? "default",
      rules: { allow: [], ask: [], deny: [] },
      judgeCommand: async () => ({ verdict: "ask", reason: "runs a command", readsOnly: false }),
      judgePath: (_tool, use, path) => ({
        verdict: use === "read" && path === options.secret ? "ask" : "allow",
        reason: "inside",
        isFloor: false,
      }),
    }),
    approver: { approve: async () => options.answer ?? { allowed: false, why: "nobody is there" } },
    inbox: {
      take: (countMax = Number.POSITIVE_INFINITY) =>
        (options.inbox?.splice(0, countMax) ?? []).map((text) => ({ text, origin: "steer" })),
    },
    clock: { now: () => performance.now(), sleep: async () => {}, random: () => 0.5, id: () => "id" },
    limits: { stepsMax: 0, wallTimeMs: 0, tokensMax: 0, costUsdMax: 0, ...options.limits },
    retryAttemptsMax: 3,
    ledger: new RunLedger(performance.now()),
    sessionId: "s",
    history,
    signal: abort.signal,
  };
  const events: AgentEvent[] = [];
  const start = { prompt: "go", strategy: "react", permissionMode: "default" };
  for await (const event of record((told) => run(start, react, { ...parts, history: told }), {
    log: { append: async () => {} },
    history,
  })) {
    events.push(event);
    options.onEvent?.(event, abort);
  }
  return { events, history, requests: model.requests };
}

const types = (events: readonly AgentEvent[]): string[] => events.map((event) => event.type);
const outcomeOf = (events: readonly AgentEvent[]) => {
  const end = events.at(-1);
  return end?.type === "run-end" ? end.outcome : undefined;
};
const results = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "call-end" ? [event.result] : []));

test("calls a tool, then answers", async () => {
  const { events } = await play({ mind: [() => [call("1", "look")], () => [say("seen")]], tools: [toolNamed("look")] });
  expect(types(events)).toEqual(["run-start", "prompt", "reply", "call-start", "call-end", "reply", "run-end"]);
  expect(outcomeOf(events)).toEqual({ kind: "done", text: "seen" });
});

test("an answer that says that tests pass after ones that failed goes back once, and a second time it stands", async () => {
  const check: Tool = {
    ...toolNamed("check", { run: async () => "=== 1 failed, 3 passed in 0.1s ===" }),
    intent: () => ({ accesses: [], display: { kind: "command", command: "pytest -q" } }),
  };
  const mind = [() => [call("1", "check")], () => [say("All tests pass.")]];
  const { events, requests } = await play({ mind, tools: [check] });
  expect(types(events).slice(3)).toEqual(["call-start", "call-end", "reply", "prompt", "reply", "run-end"]);
  expect(outcomeOf(events)).toEqual({ kind: "done", text: "All tests pass." });
  expect(JSON.stringify(requests[2]?.messages.at(-1))).toContain("Your answer says that tests pass");
  const short = await play({ mind, tools: [check], limits: { stepsMax: 2 } });
  expect(outcomeOf(short.events), "there is no step left for it").toEqual({ kind: "done", text: "All tests pass." });
});

test("an unknown tool is told to the model with the names that exist", async () => {
  const { events } = await play({
    mind: [() => [call("1", "nope")], () => [say("sorry")]],
    tools: [toolNamed("look")],
  });
  expect(results(events)[0]).toMatchObject({ failed: true, text: 'There is no tool "nope"; there are: look.' });
});

test("results come in call order although the second call ends first", async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = toolNamed("slow", { accesses: [{ kind: "read", path: "a" }], run: () => gate.then(() => "slow") });
  const quick = toolNamed("quick", {
    accesses: [{ kind: "read", path: "b" }],
    run: async () => {
      release();
      return "quick";
    },
  });
  const { events } = await play({
    mind: [() => [call("1", "slow"), call("2", "quick")], () => [say("done")]],
    tools: [slow, quick],
  });
  expect(results(events).map((result) => result.text)).toEqual(["slow", "quick"]);
});

test("calls that write the same path do not overlap", async () => {
  let running = 0;
  let most = 0;
  const write = toolNamed("write", {
    accesses: [{ kind: "write", path: "a" }],
    run: async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return "written";
    },
  });
  await play({
    mind: [() => [call("1", "write"), call("2", "write")], () => [say("done")]],
    tools: [write],
    mode: "acceptEdits",
  });
  expect(most).toBe(1);
});

test("why a change does not fit is told to whom might read the file, and to nobody else", async () => {
  const edit = toolNamed("edit", {
    accesses: [{ kind: "write", path: "server.pem" }],
    run: async () => {
      throw new ToolFailure("it has blue horse there");
    },
  });
  const mind: Mind = [() => [call("1", "edit")], () => [say("done")]];
  const told = async (secret: string) =>
    results((await play({ mind, tools: [edit], mode: "acceptEdits", secret })).events)[0]?.text;
  expect(await told("another")).toContain("blue horse");
  expect(await told("server.pem")).toMatch(/^It does not fit what is there, which may not be shown/);
});

test("CL-50: a write that nobody allows is refused and told to the model", async () => {
  const write = toolNamed("write", { accesses: [{ kind: "write", path: "a" }] });
  const { events } = await play({ mind: [() => [call("1", "write")], () => [say("I may not")]], tools: [write] });
  expect(results(events)[0]).toMatchObject({ failed: true, text: "Not allowed: nobody is there" });
});

test("the same failing call is told after three times and ends the run when it comes again", async () => {
  const broken = toolNamed("broken", { run: () => Promise.reject(new ToolFailure("no such file")) });
  const { events } = await play({ mind: [() => [call("1", "broken", { path: "x" })]], tools: [broken] });
  expect(results(events)).toHaveLength(4);
  expect(
    events.filter((event) => event.type === "prompt").map((event) => event.type === "prompt" && event.origin),
  ).toEqual(["user", "engine"]);
  expect(outcomeOf(events)).toMatchObject({ kind: "limit", limit: "repetition" });
});

test("the same calls with the same results are told after three rounds and end the run after five", async () => {
  let runs = 0;
  const look = toolNamed("look", { run: async () => `seen ${runs++ > 99}` });
  const { events } = await play({ mind: [() => [call("1", "look", { path: "x" })]], tools: [look] });
  expect(runs).toBe(5);
  expect(events.flatMap((event) => (event.type === "prompt" ? [event.origin] : []))).toEqual(["user", "engine"]);
  expect(outcomeOf(events)).toMatchObject({ kind: "limit", limit: "repetition" });
});

test("the same failing call many times in one reply counts as one try", async () => {
  const broken = toolNamed("broken", { run: () => Promise.reject(new ToolFailure("no such file")) });
  const same = Array.from({ length: 9 }, (_, index) => call(String(index), "broken", { path: "x" }));
  const { events } = await play({ mind: [() => same, () => [say("done")]], tools: [broken] });
  expect(outcomeOf(events)).toMatchObject({ kind: "done" });
});

test("two calls in turn are told of, and only the limit of steps ends them; calls that differ are no circle", async () => {
  const look = toolNamed("look", { run: async () => "seen" });
  const turns = (inputs: (request: ModelRequest) => unknown) => async () => {
    const { events } = await play({
      mind: [(request: ModelRequest) => [call(`c${request.messages.length}`, "look", inputs(request))]],
      tools: [look],
      limits: { stepsMax: 30 },
    });
    const told = events.filter((event) => event.type === "prompt" && event.origin === "engine").length;
    return { outcome: outcomeOf(events), runs: results(events).length, told };
  };
  const asked = ({ messages }: ModelRequest): number => messages.filter(({ role }) => role === "assistant").length;
  expect(await turns((request) => ({ n: asked(request) % 2 }))()).toMatchObject({
    outcome: { kind: "limit", limit: "steps" },
    runs: 30,
    told: 2,
  });
  expect(await turns((request) => ({ n: asked(request) }))()).toMatchObject({
    outcome: { limit: "steps" },
    runs: 30,
    told: 0,
  });
});

test("of 70 calls in one reply 64 are made, eight at a time, and the rest is told to come again", async () => {
  let now = 0;
  let most = 0;
  const look = toolNamed("look", {
    run: async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now--;
      return "seen";
    },
  });
  const calls = Array.from({ length: 70 }, (_, index) => call(String(index), "look", { index }));
  const { events } = await play({ mind: [() => calls, () => [say("done")]], tools: [look] });
  expect(most).toBe(8);
  expect(results(events).filter((result) => result.failed)).toHaveLength(6);
  expect(results(events).at(-1)?.text).toMatch(/64 calls/);
});

test("an end beside a call that failed is none: its words were written before anything was done", async () => {
  const finish = toolNamed("finish", { finish: "Wrote it." });
  const broken = toolNamed("broken", { run: () => Promise.reject(new ToolFailure("nothing was done")) });
  const { events, requests } = await play({
    mind: [() => [call("1", "broken"), call("2", "finish")], () => [say("It could not be written.")]],
    tools: [finish, broken],
  });
  expect(outcomeOf(events)).toEqual({ kind: "done", text: "It could not be written." });
  expect(JSON.stringify(requests[1]?.messages)).toContain("The task is not ended");
  const { events: good } = await play({ mind: [() => [call("1", "finish")]], tools: [finish] });
  expect(outcomeOf(good)).toEqual({ kind: "done", text: "Wrote it." });
});

test("the step limit gives a partial answer that says what was done", async () => {
  const { events } = await play({
    mind: [() => [say("First I look at the files in this folder, all of them."), call("1", "look")]],
    tools: [toolNamed("look")],
    limits: { stepsMax: 2 },
  });
  const outcome = outcomeOf(events);
  expect(outcome).toMatchObject({ kind: "limit", limit: "steps" });
  expect(outcome?.kind === "limit" && outcome.text).toMatch(
    /limit of 2 steps.*\nTool calls made: 2 \(look\)[\s\S]*First I look[\s\S]*--max-turns/,
  );
});

test("cost and tokens are limits too", async () => {
  const tools = [toolNamed("look")];
  const mind: Mind = [() => [call("1", "look")]];
  expect(outcomeOf((await play({ mind, tools, limits: { costUsdMax: 0.02 } })).events)).toMatchObject({
    limit: "cost",
  });
  expect(outcomeOf((await play({ mind, tools, limits: { tokensMax: 20 } })).events)).toMatchObject({ limit: "tokens" });
});

test("steering text is read before the next step, and keeps a finished run going", async () => {
  const inbox: string[] = [];
  const { requests, events } = await play({
    mind: [() => [say("done")], () => [say("done again")]],
    inbox,
    onEvent: (event) => {
      if (event.type === "reply" && requestsSeen++ === 0) inbox.push("and the tests");
    },
  });
  expect(requests).toHaveLength(2);
  expect(requests[1]?.messages.at(-1)).toEqual({ role: "user", text: "and the tests" });
  expect(outcomeOf(events)).toEqual({ kind: "done", text: "done again" });
});
let requestsSeen = 0;

test("a cancel at any event leaves exactly one result for each call", async () => {
  const mind: Mind = [
    () => [call("1", "look"), call("2", "wait"), call("3", "look")],
    () => [call("4", "wait")],
    () => [say("done")],
  ];
  const wait = toolNamed("wait", {
    run: (_, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve("waited"), 5);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve("stopped");
        });
      }),
  });
  const tools = [toolNamed("look"), wait];
  const { events: whole } = await play({ mind, tools });
  for (let stop = 0; stop < whole.length; stop++) {
    let seen = 0;
    const { events, history } = await play({ mind, tools, onEvent: (_, abort) => seen++ === stop && abort.abort() });
    const calls = history.flatMap((event) =>
      event.type === "reply" ? event.content.filter((part) => part.kind === "call") : [],
    );
    expect(
      results(events)
        .map((result) => result.callId)
        .sort(),
    ).toEqual(calls.map((part) => part.kind === "call" && part.call.id).sort());
    expect(types(events).at(-1)).toBe("run-end");
  }
});

test("what a crash left open is closed before the next prompt", async () => {
  const history: RecordedEvent[] = [];
  await play({ mind: [() => [call("1", "look")], () => [say("done")]], tools: [toolNamed("look")], history });
  const torn = history.slice(
    0,
    history.findIndex((event) => event.type === "call-end"),
  );
  const { requests, events } = await play({ mind: [() => [say("on")]], tools: [toolNamed("look")], history: torn });
  expect(results(events)).toMatchObject([{ callId: "1", failed: true }]);
  expect(requests[0]?.messages.map((message) => message.role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "user",
  ]);
  expect(JSON.stringify(requests[0]?.messages[3])).toContain("[Interrupted: the process ended here.]");
});

test("the messages of each request begin with those of the one before", async () => {
  const mind: Mind = [
    ...Array.from({ length: 20 }, (_, index) => () => [call(`c${index}`, "look")]),
    () => [say("done")],
  ];
  const { requests } = await play({ mind, tools: [toolNamed("look")] });
  for (const [index, request] of requests.slice(1).entries()) {
    const before = requests[index]?.messages ?? [];
    expect(JSON.stringify(request.messages).startsWith(JSON.stringify(before).slice(0, -1))).toBe(true);
  }
});

test("a torn log projects to messages where every call has one result", () => {
  const reply: RecordedEvent = {
    type: "reply",
    content: [call("1", "a"), call("2", "b")],
    end: "calls",
    model: "m",
    usage: NO_USAGE,
    costUsd: 0,
    durationMs: 0,
  };
  const messages = projectHistory([{ type: "prompt", text: "go", origin: "user" }, reply]);
  expect(messages[2]).toMatchObject({
    role: "tool",
    results: [
      { callId: "1", failed: true },
      { callId: "2", failed: true },
    ],
  });
});

test("a repaired change is made only when the model sends the same one again", async () => {
  let writes = 0;
  const write = toolNamed("write", {
    accesses: [{ kind: "write", path: "a" }],
    run: async () => `written ${++writes}`,
  });
  const repaired = (id: string): ReplyPart => ({
    kind: "call",
    call: { id, name: "write", input: { a: 1 }, repairs: ["a comma was missing"] },
  });
  const { events } = await play({
    mind: [() => [repaired("1")], () => [repaired("2")], () => [say("done")]],
    tools: [write],
    mode: "acceptEdits",
  });
  expect(results(events).map((result) => result.failed)).toEqual([true, false]);
  expect(writes).toBe(1);
});

test("CD-70: a tool that fails five times in a row is brought before the person, who may stop the run", async () => {
  const failing = toolNamed("try", {
    run: async () => {
      throw new ToolFailure("no");
    },
  });
  const mind = [
    (request: ModelRequest) => [call(`c${request.messages.length}`, "try", { n: request.messages.length })],
  ];
  const { events, requests } = await play({ mind, tools: [failing], advice: "Stop" });
  expect(requests).toHaveLength(5);
  expect(outcomeOf(events)).toMatchObject({ kind: "limit", limit: "repetition" });
});

test("failures of one tool that differ are a search, not a repetition", async () => {
  const failing = toolNamed("try", {
    run: async (input) => {
      throw new ToolFailure(`no file ${JSON.stringify(input)}`);
    },
  });
  const asks = Array.from({ length: 9 }, (_, index) => () => [call(`c${index}`, "try", { n: index })]);
  const { events } = await play({ mind: [...asks, () => [say("not found")]], tools: [failing], advice: "Stop" });
  expect(outcomeOf(events)).toEqual({ kind: "done", text: "not found" });
});

test("the same command may fail as long as it fails in another way; only the time that it took makes no other way", async () => {
  const mind: Mind = [
    ...Array.from({ length: 8 }, (_, index) => () => [call(`c${index}`, "tests")]),
    () => [say("stuck")],
  ];
  const tests = (output: (run: number) => string) => {
    let runs = 0;
    return toolNamed("tests", { run: () => Promise.reject(new ToolFailure(output(++runs))) });
  };
  const moving = await play({ mind, tools: [tests((run) => `${9 - run} failed in 1.2 s`)] });
  expect(outcomeOf(moving.events)).toEqual({ kind: "done", text: "stuck" });
  const standing = await play({ mind, tools: [tests((run) => `3 failed in ${run}.2 s`)] });
  expect(outcomeOf(standing.events)).toMatchObject({ limit: "repetition" });
});

test("CD-70: what the person says instead goes to the model", async () => {
  let isMended = false;
  const failing = toolNamed("try", {
    run: async () => {
      if (!isMended) throw new ToolFailure("no");
      return "fine";
    },
  });
  const mind = [
    ...Array.from({ length: 3 }, (_, index) => () => [call(`c${index}`, "try")]),
    (request: ModelRequest) => {
      isMended = JSON.stringify(request.messages.at(-1)).includes("gather information first");
      return [call("last", "try")];
    },
    () => [say("done")],
  ];
  const { events } = await play({ mind, tools: [failing], advice: "Gather information first" });
  expect(outcomeOf(events)).toEqual({ kind: "done", text: "done" });
});
