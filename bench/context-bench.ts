import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSession } from "../src/adapters/sessions/read-session.ts";
import { openSession } from "../src/adapters/sessions/session-log.ts";
import { SessionContext } from "../src/core/context/context-keeper.ts";
import { projectHistory } from "../src/core/context/project-history.ts";
import type { AgentParts } from "../src/core/loop/agent-parts.ts";
import type { RecordedEvent } from "../src/core/protocol/event.ts";
import { NO_USAGE } from "../src/core/protocol/usage.ts";
import { rankByBm25 } from "../src/engines/bm25/bm25.ts";
import { reduceOutput } from "../src/engines/reduce/index.ts";
import { countTokens } from "../src/engines/tokens/count-tokens.ts";
import { longSession } from "../test/session-scene.ts";
import { type Measurement, median } from "./measurement.ts";
import { threadMs } from "./thread-time.ts";

const EVENTS = 10_000;
const ROUNDS = 7;

/** A session of 10,000 events as they come: prompts, replies with a call, intents, results. */
function tenThousandEvents(): RecordedEvent[] {
  const display = { kind: "text", text: "Read src/part.ts" } as const;
  const events: RecordedEvent[] = [{ type: "session-start", sessionId: "s", cwd: "/work", version: "1" }];
  for (let step = 0; events.length < EVENTS; step++) {
    const call = { id: `call-${step}`, name: "read_file", input: { path: `src/part-${step}.ts` } };
    if (step % 10 === 0) events.push({ type: "prompt", text: `Look at part ${step}, please.`, origin: "user" });
    events.push(
      {
        type: "reply",
        content: [
          { kind: "text", text: "I look at the next part." },
          { kind: "call", call },
        ],
        ...{ end: "calls", model: "m", usage: NO_USAGE, costUsd: 0, durationMs: 1 },
      },
      { type: "call-start", call, accesses: [{ kind: "read", path: call.input.path }], display },
      {
        type: "call-end",
        result: {
          callId: call.id,
          name: call.name,
          text: `export const part = ${step};\n`.repeat(12),
          failed: false,
          display,
          durationMs: 1,
        },
      },
    );
  }
  return events.slice(0, EVENTS);
}

export async function bench(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-bench-"));
  try {
    return [...(await sessionFigures(join(folder, "s.jsonl"))), ...(await windowFigures()), ...engineFigures()];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sessionFigures(path: string): Promise<Measurement[]> {
  const session = openSession(path);
  for (const event of tenThousandEvents()) await session.log.append(event);
  session.close();
  const sizeBytes = statSync(path).size;
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const { events } = readSession(path);
  globalThis.gc?.();
  const grown = process.memoryUsage().heapUsed - before;
  const loadMs = medianMs(() => void readSession(path));
  const projectMs = medianMs(() => void projectHistory(events));
  const context = new SessionContext({
    countTokens,
    resultTokensMax: 8000,
    reduce: async () => undefined,
    tellFailures: async () => "",
    windowTokensMax: 100_000_000,
  });
  const frame = { system: "You are a bench.", tools: [] };
  const parts = {
    model: { id: "m", abilities: {} },
    history: events,
    clock: { now: () => 0 },
    signal: new AbortController().signal,
  } as unknown as AgentParts;
  const relieveMs: number[] = [];
  for (let round = 0; round < ROUNDS + 1; round++) {
    const startedMs = threadMs();
    for await (const _ of context.relieve(parts, frame));
    relieveMs.push(threadMs() - startedMs);
  }
  return [
    { name: "load a session of 10,000 events", value: loadMs, unit: "ms", target: "<= 200" },
    { name: "project it to a request", value: projectMs, unit: "ms", target: "<= 50" },
    { name: "ask the budget before a step of it", value: median(relieveMs.slice(1)), unit: "ms", target: "<= 20" },
    {
      name: "memory of its events for each byte of the log (with --expose-gc)",
      value: grown / sizeBytes,
      unit: "×",
      ...(globalThis.gc ? { target: "<= 3" } : {}),
    },
  ];
}

/** 500 prompts in a window of 32,000 tokens, with a summariser that forgets the goal every other time. */
async function windowFigures(): Promise<Measurement[]> {
  const figures = await longSession(500, 32_000);
  const name = "500 turns in a 32k window:";
  return [
    {
      name: `${name} goals lost in ${figures.compactions} compactions`,
      value: figures.lostGoals,
      unit: "",
      target: "<= 0",
    },
    { name: `${name} newest messages lost`, value: figures.lostMessages, unit: "", target: "<= 0" },
    { name: `${name} requests larger than the window`, value: figures.tooLarge, unit: "", target: "<= 0" },
    { name: `${name} cached bytes between compactions`, value: figures.cachedShare * 100, unit: "%", target: ">= 95" },
    { name: `${name} cached bytes in all`, value: figures.cachedShareOfAll * 100, unit: "%" },
  ];
}

function engineFigures(): Measurement[] {
  const prose = "The record is read, checked and written to the master file (see ACCT-FILE, line 120).\n".repeat(
    12_000,
  );
  const log = `${"  PASS  src/some/module.test.ts > does what it says\n".repeat(20_000)}Tests  20000 passed (20000)\n`;
  const documents = Array.from({ length: 2_000 }, (_, index) => [
    { text: `program-${index}`, weight: 6 },
    { text: `${prose.slice(0, 1_500)} word${index}`, weight: 1 },
  ]);
  return [
    { name: "count the tokens of 1 MB", value: medianMs(() => void countTokens(prose)), unit: "ms", target: "<= 60" },
    {
      name: "reduce 1 MB of test output",
      value: medianMs(() => void reduceOutput(log, 16_000, "test-log")),
      unit: "ms",
      target: "<= 250",
    },
    {
      name: "search 2,000 skills (3 MB)",
      value: medianMs(() => void rankByBm25("word7 file", documents)),
      unit: "ms",
      target: "<= 1500",
    },
  ];
}

function medianMs(work: () => void): number {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = threadMs();
    work();
    times.push(threadMs() - startedMs);
  }
  return median(times);
}
