import { expect, test } from "vitest";
import type { AgentParts } from "../loop/agent-parts.ts";
import { RunLedger } from "../loop/run-ledger.ts";
import type { ModelClient, ModelPart, ModelRequest } from "../ports.ts";
import type { AgentEvent, RecordedEvent, ReplyPart } from "../protocol/event.ts";
import { record } from "../record.ts";
import { run } from "../run.ts";
import { react } from "../strategies/react.ts";
import type { Tool, ToolPorts } from "../tool.ts";
import { detailOf } from "./compaction-record.ts";
import { type ContextSettings, SessionContext } from "./context-keeper.ts";

const countTokens = (text: string): number => Math.ceil(text.length / 4);
const FOUR_CHARS = 4;

/** Answers one request of the loop; summaries are asked for apart. */
type Answer = (request: ModelRequest, number: number) => readonly ReplyPart[] | ModelPart;
type Summarise = (lastUserMessage: string) => string;

interface Stage {
  readonly answer: Answer;
  readonly summarise: Summarise;
  readonly windowTokens: number;
  readonly tools?: readonly Tool[];
  readonly settings?: Partial<ContextSettings>;
}

const honest: Summarise = (last) =>
  JSON.stringify({ goal: "migrate the payroll", done: ["looked around"], last_user_message: last });

/** A session over several prompts with a model whose provider counts a token for four characters, and never caches. */
function sessionOn(stage: Stage) {
  const history: RecordedEvent[] = [];
  const requests: ModelRequest[] = [];
  const saved: string[] = [];
  const outputs = {
    save: async (text: string) => `out-${saved.push(text)}`,
    page: async () => undefined,
  };
  const model: ModelClient = {
    id: "test/mind",
    abilities: { nativeTools: true, contextTokensMax: stage.windowTokens },
    async *step(request): AsyncGenerator<ModelPart> {
      const isSummary = request.sessionId.endsWith("-compaction");
      if (!isSummary) requests.push(request);
      const answer = isSummary ? summaryOf(request, stage) : stage.answer(request, requests.length);
      if (!Array.isArray(answer)) return yield answer as ModelPart;
      const content = answer as readonly ReplyPart[];
      const usage = {
        inputTokens: countTokens(bytesOf(request)),
        outputTokens: countTokens(JSON.stringify(content)),
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
      };
      const end = content.some((part) => part.kind === "call") ? "calls" : "stop";
      yield { type: "end", content, end, usage, costUsd: 0.001 };
    },
  };
  const context = new SessionContext({
    countTokens,
    resultTokensMax: 8000,
    reduce: async () => undefined,
    ...stage.settings,
  });
  const partsOf = (signal: AbortSignal): AgentParts => ({
    model,
    textReader: {
      instructions: () => "",
      read: async () => ({ kind: "answer" }),
      filter: async () => ({ push: (text: string) => text, end: () => "" }),
      repairArguments: async () => undefined,
      json: async (text: string): Promise<unknown> => JSON.parse(text),
    },
    system: "You are a test.",
    tools: new Map((stage.tools ?? []).map((tool) => [tool.name, tool])),
    ports: {
      outputs,
      workspace: {
        allowing() {
          return this;
        },
        stat: async () => ({ kind: "file", sizeBytes: 3, modifiedMs: 0 }),
        readBytes: async () => new TextEncoder().encode("abc"),
      },
    } as unknown as ToolPorts,
    outputs,
    context,
    policy: () =>
      ({
        mode: "bypassPermissions",
        rules: { allow: [], ask: [], deny: [] },
        judgeCommand: async () => ({ verdict: "ask", reason: "runs", readsOnly: false }),
        judgePath: () => ({ verdict: "allow", reason: "a test" }),
        isSecretPath: () => false,
      }) as unknown as ReturnType<AgentParts["policy"]>,
    approver: { approve: async () => ({ allowed: true }) },
    inbox: { take: () => [] },
    clock: { now: () => 0, sleep: () => new Promise(() => {}), random: () => 0.5, id: () => "id" },
    limits: { stepsMax: 0, wallTimeMs: 0, tokensMax: 0, costUsdMax: 0 },
    retryAttemptsMax: 1,
    ledger: new RunLedger(0),
    sessionId: "s",
    history,
    signal,
  });
  const consume = async (events: AsyncGenerator<AgentEvent, void>): Promise<AgentEvent[]> => {
    const seen: AgentEvent[] = [];
    for await (const event of record(events, { append: async () => {} }, history)) seen.push(event);
    return seen;
  };
  return {
    history,
    requests,
    saved,
    context,
    prompt: (text: string) =>
      consume(
        run(
          { prompt: text, strategy: "react", permissionMode: "default" },
          react,
          partsOf(new AbortController().signal),
        ),
      ),
    compact: () => consume(context.compact(partsOf(new AbortController().signal))),
  };
}

function summaryOf(request: ModelRequest, stage: Stage): readonly ReplyPart[] {
  const message = request.messages[0];
  const text = message?.role === "user" ? message.text : "";
  const last = /<last_user_message>\n([\s\S]*)\n<\/last_user_message>$/.exec(text)?.[1] ?? "";
  return [{ kind: "text", text: stage.summarise(last) }];
}

function bytesOf(request: ModelRequest): string {
  return request.system + JSON.stringify(request.tools) + JSON.stringify(request.messages);
}

const say = (text: string): ReplyPart => ({ kind: "text", text });
const call = (id: string, name: string): ReplyPart => ({ kind: "call", call: { id, name, input: {} } });

function toolThatSays(name: string, text: (nth: number) => string, path?: string): Tool {
  let nth = 0;
  return {
    name,
    description: name,
    schema: { type: "object" },
    parse: (raw) => raw,
    intent: () => ({
      accesses: path === undefined ? [] : [{ kind: "write", path }],
      display: { kind: "text", text: name },
    }),
    run: async () => ({ text: text(++nth), display: { kind: "text", text: name } }),
  };
}

const notesOn = (history: readonly RecordedEvent[], topic: string) =>
  history.flatMap((event) => (event.type === "note" && event.topic === topic ? [event.text] : []));

test("500 turns in a window of 32,000 tokens: no goal is lost, no request is too large, the prefix stays cached", async () => {
  const window = 32_000;
  const session = sessionOn({
    windowTokens: window,
    summarise: (last) => JSON.stringify({ goal: "GOAL-1: move all the payroll jobs", last_user_message: last }),
    tools: [toolThatSays("look", (nth) => `line ${nth}\n${"data ".repeat(100)}`)],
    answer: (request, number) => {
      const results = request.messages.at(-1)?.role === "tool";
      return results ? [say(`Turn done (${number}).`)] : [call(`c${number}`, "look")];
    },
  });
  await session.prompt("GOAL-1: move all the payroll jobs");
  for (let turn = 2; turn <= 500; turn++) await session.prompt(`Request ${turn}: look at item ${turn}`);

  const compactions = session.history.flatMap((event) => (event.type === "compaction" ? [event] : []));
  expect(compactions.length).toBeGreaterThan(2);
  for (const compaction of compactions) {
    expect(compaction.summary).toContain("GOAL-1: move all the payroll jobs");
    const index = session.history.indexOf(compaction);
    const last = session.history.slice(0, index).findLast((event) => event.type === "prompt");
    expect(compaction.summary).toContain(last?.type === "prompt" ? last.text : "?");
  }
  const last = session.requests.at(-1);
  expect(JSON.stringify(last?.messages)).toContain("GOAL-1: move all the payroll jobs");
  expect(JSON.stringify(last?.messages)).toContain("Request 500: look at item 500");
  for (const request of session.requests) expect(bytesOf(request).length / FOUR_CHARS).toBeLessThan(window);

  let cached = 0;
  let sent = 0;
  for (const [index, request] of session.requests.entries()) {
    const before = session.requests[index - 1];
    if (!before) continue;
    const shared = sharedPrefix(bytesOf(before), bytesOf(request));
    const isAfterRelief = shared < bytesOf(before).length * 0.9;
    if (isAfterRelief) continue;
    cached += shared;
    sent += bytesOf(request).length;
  }
  expect(cached / sent).toBeGreaterThanOrEqual(0.95);
  const reliefs = compactions.length + notesOn(session.history, "pruning").length;
  expect(reliefs).toBeLessThan(40);
});

function sharedPrefix(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return length;
}

/** Fills a window with answers, so that nothing can be pruned. */
const chatty: Answer = (_, number) => [say(`${number}: ${"words ".repeat(400)}`)];

test("a summariser that forgets the newest message is rejected and told of, and the work goes on", async () => {
  const session = sessionOn({
    windowTokens: 8_000,
    answer: chatty,
    summarise: () => JSON.stringify({ goal: "all done, nothing to do", last_user_message: "write a poem" }),
  });
  for (let turn = 1; turn <= 20; turn++) await session.prompt(`Ask ${turn}: keep the dates in ISO form`);
  expect(notesOn(session.history, "compaction")[0]).toBe(
    "The summary was rejected: it lost the user's newest message. Old results are left out instead, and the record is made from the log.",
  );
  const compactions = session.history.flatMap((event) => (event.type === "compaction" ? [event] : []));
  expect(compactions.length).toBeGreaterThan(0);
  for (const event of compactions) {
    expect(detailOf(event)?.by).toBe("rules");
    expect(event.summary).not.toContain("all done, nothing to do");
    expect(event.summary).toContain("Ask 1: keep the dates in ISO form");
  }
  expect(session.history.at(-1)).toMatchObject({ type: "run-end", outcome: { kind: "done" } });
});

test.each([
  ["prose", () => "I would rather not."],
  ["nothing", () => ""],
])("a summariser that answers with %s costs nothing but its record", async (_, summarise) => {
  const session = sessionOn({ windowTokens: 8_000, answer: chatty, summarise });
  for (let turn = 1; turn <= 12; turn++) await session.prompt(`Ask ${turn}`);
  expect(session.history.some((event) => event.type === "compaction")).toBe(true);
  expect(session.history.at(-1)).toMatchObject({ type: "run-end", outcome: { kind: "done" } });
});

test("an overflow compacts and asks once more", async () => {
  let refused = 0;
  const session = sessionOn({
    windowTokens: 200_000,
    summarise: honest,
    answer: (request, number) => {
      if (bytesOf(request).length < 20_000) return [say(`${number}: ${"words ".repeat(500)}`)];
      refused++;
      return { type: "failed", failure: { kind: "overflow", message: "too many tokens" } };
    },
  });
  for (let turn = 1; turn <= 30; turn++) {
    await session.prompt(`Ask ${turn}`);
    expect(session.history.at(-1)).toMatchObject({ type: "run-end", outcome: { kind: "done" } });
  }
  expect(refused).toBe(1);
  expect(session.context.windowOf({ abilities: { contextTokensMax: 200_000 } } as ModelClient)).toBeLessThan(6_000);
});

test("an overflow that no relief helps ends the run with the model's failure, after one more try at most", async () => {
  const session = sessionOn({
    windowTokens: 200_000,
    summarise: honest,
    answer: () => ({ type: "failed", failure: { kind: "overflow", message: "too many tokens" } }),
  });
  const events = await session.prompt("hello");
  expect(session.requests.length).toBeLessThanOrEqual(2);
  expect(events.at(-1)).toMatchObject({ outcome: { kind: "model-failed", failure: { kind: "overflow" } } });
});

test("old results go first, keep their handles, and the newest stay as they are", async () => {
  const session = sessionOn({
    windowTokens: 20_000,
    summarise: honest,
    tools: [toolThatSays("look", (nth) => `result ${nth} ${"data ".repeat(1600)}`)],
    answer: (request, number) =>
      number > 12 ? [say("enough")] : [call(`c${number}`, "look"), say(String(request.messages.length))],
  });
  await session.prompt("look twelve times");
  expect(notesOn(session.history, "pruning").length).toBeGreaterThan(0);
  const results = session.requests
    .at(-1)
    ?.messages.flatMap((message) => (message.role === "tool" ? message.results : []));
  expect(results?.[0]?.text).toMatch(
    /^\[Left out to make room: \d+ characters\. shell_output \{"handle":"out-\d+"\} shows them\.\]$/,
  );
  expect(results?.at(-1)?.text).toMatch(/^result 12 /);
  expect(session.saved.some((text) => text.startsWith("result 1 "))).toBe(true);
});

test("a compaction on demand carries goal, plan and changed files with their hashes, and the whole under a handle", async () => {
  const todo: Tool = {
    ...toolThatSays("todo", () => ""),
    run: async () => ({
      text: "ok",
      display: { kind: "todo", items: [{ id: "1", text: "convert PAYROLL.cbl", status: "in_progress" }] },
    }),
  };
  const session = sessionOn({
    windowTokens: 100_000,
    summarise: honest,
    tools: [todo, toolThatSays("edit", () => "changed", "src/PAYROLL.cbl")],
    answer: (_, number) =>
      number === 1 ? [call("a", "todo"), call("b", "edit"), say("w ".repeat(900))] : [say(`ok ${"more ".repeat(900)}`)],
  });
  await session.prompt("convert the payroll program");
  await session.prompt("and keep its tests");
  const events = await session.compact();
  const compaction = events.find((event) => event.type === "compaction");
  const detail = compaction?.type === "compaction" ? detailOf(compaction) : undefined;
  expect(detail?.record).toMatchObject({
    goal: "migrate the payroll",
    plan: [{ text: "convert PAYROLL.cbl", status: "in_progress" }],
    requests: ["convert the payroll program", "and keep its tests"],
    files: [
      {
        path: "src/PAYROLL.cbl",
        use: "changed",
        sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      },
    ],
    lastUserMessage: "and keep its tests",
  });
  expect(detail?.by).toBe("model");
  expect(detail?.tokensAfter).toBeLessThan(detail?.tokensBefore ?? 0);
  expect(session.saved.at(-1)).toContain("convert the payroll program");
});

test("the size is the provider's count as far as it has seen the log, and the estimate learns from it", async () => {
  const session = sessionOn({
    windowTokens: 100_000,
    summarise: honest,
    answer: () => [say("a short answer")],
    settings: { countTokens: (text) => text.length },
  });
  await session.prompt("how large is this?");
  const frame = { system: "You are a test.", tools: [] };
  const real = countTokens(bytesOf(session.requests[0] as ModelRequest));
  expect(session.context.meter.factor).toBeLessThan(1);
  expect(session.context.size(frame, session.history)).toBeGreaterThanOrEqual(real);
  expect(session.context.size(frame, session.history)).toBeLessThan(real + 30);
});

test("the cache ledger says what was expected, what was read, and why they differ", async () => {
  const session = sessionOn({ windowTokens: 100_000, summarise: honest, answer: chatty });
  for (let turn = 1; turn <= 5; turn++) await session.prompt(`Ask ${turn}`);
  await session.compact();
  await session.prompt("after");
  expect(session.context.cache.entries.map((entry) => entry.reason)).toEqual([
    "first request",
    "too short to be cached",
    "too short to be cached",
    "the provider reports no cache",
    "the provider reports no cache",
    "compacted",
  ]);
});
