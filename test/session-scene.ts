import { type ContextSettings, SessionContext } from "../src/core/context/context-keeper.ts";
import type { AgentParts } from "../src/core/loop/agent-parts.ts";
import { RunLedger } from "../src/core/loop/run-ledger.ts";
import type { ModelClient, ModelPart, ModelRequest } from "../src/core/ports/model.ts";
import { Cancellation } from "../src/core/protocol/cancellation.ts";
import type { AgentEvent, RecordedEvent, ReplyPart } from "../src/core/protocol/event.ts";
import { record } from "../src/core/record.ts";
import { run } from "../src/core/run.ts";
import { react } from "../src/core/strategies/react.ts";
import type { Tool, ToolPorts } from "../src/core/tool.ts";

export const countTokens = (text: string): number => Math.ceil(text.length / 4);

/** Answers one request of the loop; summaries are asked for apart. */
export type Answer = (request: ModelRequest, number: number) => readonly ReplyPart[] | ModelPart;
export type Summarise = (lastUserMessage: string) => string;

export interface Stage {
  readonly answer: Answer;
  readonly summarise: Summarise;
  readonly windowTokens: number;
  readonly tools?: readonly Tool[];
  readonly settings?: Partial<ContextSettings>;
  /** Summaries are answered once it is resolved. */
  readonly summaryGate?: Promise<void>;
  /** Replies are streamed in pieces of so many characters; not at all without it. */
  readonly pieceChars?: number;
  /** Milliseconds that pass between two looks at the clock. */
  readonly tickMs?: number;
}

export interface PromptOptions {
  readonly cancelAfterMs?: number;
  /** What becomes of the run after its event number so many, from 1. */
  readonly stop?: { readonly after: number; readonly as: "cancel" | "kill" };
}

export const honest: Summarise = (last) =>
  JSON.stringify({ goal: "migrate the payroll", done: ["looked around"], last_user_message: last });

/** A session over several prompts with a model whose provider counts a token for four characters, and never caches. */
export function sessionOn(stage: Stage) {
  const history: RecordedEvent[] = [];
  /** For each request, how often the context had been relieved before it. */
  const reliefs: number[] = [];
  const requests: ModelRequest[] = [];
  const summaries: ModelRequest[] = [];
  const saved: string[] = [];
  /** Of those the ones that were said to be redacted. */
  const redactedBefore: string[] = [];
  const outputs = {
    save: async (text: string, { isRedacted } = { isRedacted: false }) => {
      if (isRedacted) redactedBefore.push(text);
      return `out-${saved.push(text)}`;
    },
    page: async () => undefined,
  };
  const model: ModelClient = {
    id: "test/mind",
    abilities: { nativeTools: true, contextTokensMax: stage.windowTokens },
    async *step(request, signal): AsyncGenerator<ModelPart> {
      const isSummary = request.sessionId.endsWith("-compaction");
      if (!isSummary) {
        requests.push(request);
        reliefs.push(history.filter(isRelief).length);
      }
      if (isSummary) {
        summaries.push(request);
        await stage.summaryGate;
        signal.throwIfAborted();
      }
      const answer = isSummary ? summaryOf(request, stage) : stage.answer(request, requests.length);
      if (!Array.isArray(answer)) return yield answer as ModelPart;
      const content = answer as readonly ReplyPart[];
      const usage = {
        inputTokens: countTokens(bytesOf(request)),
        outputTokens: countTokens(JSON.stringify(content)),
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
      };
      if (!isSummary) yield* piecesOf(content, stage.pieceChars, signal);
      const end = content.some((part) => part.kind === "call") ? "calls" : "stop";
      yield { type: "end", content, end, usage, costUsd: 0.001 };
    },
  };
  const context = new SessionContext({
    countTokens,
    resultTokensMax: 8000,
    reduce: async () => undefined,
    tellFailures: async () => "",
    ...stage.settings,
  });
  let nowMs = 0;
  const now = (): number => {
    nowMs += stage.tickMs ?? 0;
    return nowMs;
  };
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
    clock: { now, sleep: () => new Promise(() => {}), random: () => 0.5, id: () => "id" },
    limits: { stepsMax: 0, wallTimeMs: 0, tokensMax: 0, costUsdMax: 0 },
    retryAttemptsMax: 1,
    ledger: new RunLedger(0),
    sessionId: "s",
    history,
    signal,
  });
  const consume = async (
    events: (told: readonly RecordedEvent[]) => AsyncGenerator<AgentEvent, void>,
    onEvent: (count: number) => "go on" | "kill" = () => "go on",
  ): Promise<AgentEvent[]> => {
    const seen: AgentEvent[] = [];
    for await (const event of record(events, { log: { append: async () => {} }, history }))
      if (onEvent(seen.push(event)) === "kill") break;
    return seen;
  };
  return {
    history,
    requests,
    summaries,
    reliefs,
    saved,
    redactedBefore,
    context,
    async prompt(text: string, { cancelAfterMs, stop }: PromptOptions = {}): Promise<AgentEvent[]> {
      const abort = new AbortController();
      if (cancelAfterMs !== undefined) setTimeout(() => abort.abort(), cancelAfterMs);
      const start = { prompt: text, strategy: "react", permissionMode: "default" };
      const events = await consume(
        (told) => run(start, react, { ...partsOf(abort.signal), history: told }),
        (count) => {
          if (count !== stop?.after) return "go on";
          if (stop.as === "cancel") abort.abort(new Cancellation("user"));
          return stop.as === "kill" ? "kill" : "go on";
        },
      );
      // As an agent does: what belongs to the run ends with it.
      abort.abort();
      return events;
    },
    compact: () => consume((told) => context.compact({ ...partsOf(new AbortController().signal), history: told })),
  };
}

async function* piecesOf(
  content: readonly ReplyPart[],
  size: number | undefined,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  for (const part of size === undefined ? [] : content)
    for (let at = 0; part.kind === "text" && at < part.text.length; at += size ?? 1) {
      yield { type: "text-delta", text: part.text.slice(at, at + (size ?? 1)) };
      signal.throwIfAborted();
    }
}

function summaryOf(request: ModelRequest, stage: Stage): readonly ReplyPart[] {
  const message = request.messages[0];
  const text = message?.role === "user" ? message.text : "";
  const last = /<last_user_message>\n([\s\S]*)\n<\/last_user_message>$/.exec(text)?.[1] ?? "";
  return [{ kind: "text", text: stage.summarise(last) }];
}

export function bytesOf(request: ModelRequest): string {
  return request.system + JSON.stringify(request.tools) + JSON.stringify(request.messages);
}

export const say = (text: string): ReplyPart => ({ kind: "text", text });
export const call = (id: string, name: string): ReplyPart => ({ kind: "call", call: { id, name, input: {} } });

export function toolThatSays(name: string, text: (nth: number) => string, path?: string): Tool {
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

export const notesOn = (history: readonly RecordedEvent[], topic: string) =>
  history.flatMap((event) => (event.type === "note" && event.topic === topic ? [event.text] : []));

export const isRelief = (event: RecordedEvent): boolean =>
  event.type === "compaction" || (event.type === "note" && event.topic === "pruning");

export interface LongSessionFigures {
  readonly compactions: number;
  readonly reliefs: number;
  /** Compactions whose record does not hold what the person wants in the end. */
  readonly lostGoals: number;
  /** Compactions whose record does not hold the newest message of the person. */
  readonly lostMessages: number;
  /** Requests that are larger than the window. */
  readonly tooLarge: number;
  /** Of the bytes sent between two reliefs, those that the request before had begun with. */
  readonly cachedShare: number;
  /** Of all bytes sent, those after a relief included. */
  readonly cachedShareOfAll: number;
}

const GOAL = "GOAL-1: move all the payroll jobs";
const CHARS_A_TOKEN = 4;

/** A session of many prompts, each with a call; every other summary forgets what it is all about. */
export async function longSession(turns: number, windowTokens: number): Promise<LongSessionFigures> {
  let summaries = 0;
  const session = sessionOn({
    windowTokens,
    summarise: (last) =>
      JSON.stringify({ goal: summaries++ % 2 === 0 ? GOAL : "look at items", last_user_message: last }),
    tools: [toolThatSays("look", (nth) => `line ${nth}\n${"data ".repeat(100)}`)],
    answer: (request, number) =>
      request.messages.at(-1)?.role === "tool" ? [say(`Turn done (${number}).`)] : [call(`c${number}`, "look")],
  });
  await session.prompt(GOAL);
  for (let turn = 2; turn <= turns; turn++) await session.prompt(`Request ${turn}: look at item ${turn}`);
  const { history, requests, reliefs } = session;
  const compactions = history.flatMap((event, index) => {
    if (event.type !== "compaction") return [];
    const last = history.slice(0, index).findLast((before) => before.type === "prompt");
    return [{ summary: event.summary, last: last?.type === "prompt" ? last.text : "?" }];
  });
  const newest = JSON.stringify(requests.at(-1)?.messages);
  const isKept = newest.includes(GOAL) && newest.includes(`Request ${turns}: look at item ${turns}`);
  const sent = { between: 0, all: 0 };
  const cached = { between: 0, all: 0 };
  for (const [index, request] of requests.entries()) {
    const before = requests[index - 1];
    if (!before) continue;
    const text = bytesOf(request);
    const shared = sharedPrefix(bytesOf(before), text);
    sent.all += text.length;
    cached.all += shared;
    if (reliefs[index] !== reliefs[index - 1]) continue;
    sent.between += text.length;
    cached.between += shared;
  }
  return {
    compactions: compactions.length,
    reliefs: history.filter(isRelief).length,
    lostGoals: compactions.filter(({ summary }) => !summary.includes(GOAL)).length + (isKept ? 0 : 1),
    lostMessages: compactions.filter(({ summary, last }) => !summary.includes(last)).length,
    tooLarge: requests.filter((request) => bytesOf(request).length / CHARS_A_TOKEN > windowTokens).length,
    cachedShare: cached.between / sent.between,
    cachedShareOfAll: cached.all / sent.all,
  };
}

function sharedPrefix(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return length;
}
