import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import type { ModelMessage } from "../ports/model.ts";
import type { RecordedEvent, ReplyPart } from "../protocol/event.ts";
import { NO_USAGE } from "../protocol/usage.ts";
import { cutIndex } from "./compact.ts";
import { planPruning, pruningNote } from "./plan-pruning.ts";
import { projectHistory } from "./project-history.ts";
import { TokenMeter } from "./token-meter.ts";

const countWords = (text: string): number => Math.ceil(text.length / 4);

function replyOf(ids: readonly string[], text: string): RecordedEvent {
  const calls = ids.map((id): ReplyPart => ({ kind: "call", call: { id, name: "look", input: {} } }));
  return {
    type: "reply",
    content: [{ kind: "text", text }, ...calls],
    end: calls.length > 0 ? "calls" : "stop",
    model: "m",
    usage: NO_USAGE,
    costUsd: 0,
    durationMs: 0,
  };
}

function resultOf(callId: string, text: string): RecordedEvent {
  const display = { kind: "text", text: "" } as const;
  return { type: "call-end", result: { callId, name: "look", text, failed: false, display, durationMs: 1 } };
}

/** Steps of a session: what is asked, what is called, how much of it was answered before it broke off. */
const step = fc.record({
  prompt: fc.option(fc.string({ maxLength: 20 }), { nil: undefined }),
  calls: fc.integer({ min: 0, max: 4 }),
  answered: fc.integer({ min: 0, max: 4 }),
  resultChars: fc.integer({ min: 0, max: 4000 }),
  relief: fc.constantFrom("none", "none", "none", "prune", "compact"),
});

async function historyOf(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
  const meter = new TokenMeter(countWords);
  const history: RecordedEvent[] = [];
  const outputs = { save: async () => "out-1", page: async () => undefined };
  for (const [number, { prompt, calls, answered, resultChars, relief }] of steps.entries()) {
    if (prompt !== undefined) history.push({ type: "prompt", text: prompt, origin: "user" });
    // Ids come again, as some servers give them.
    const ids = Array.from({ length: calls }, (_, index) => `c${(number * 4 + index) % 13}`);
    history.push(replyOf(ids, `step ${number}`));
    for (const id of ids.slice(0, answered)) history.push(resultOf(id, "x".repeat(resultChars)));
    if (relief === "prune") history.push(await pruningNote(planPruning(history, meter, 500), outputs, "a test"));
    if (relief === "compact") {
      const cut = cutIndex(history, meter, 800);
      const detail = { keptEvents: history.length - cut };
      history.push({ type: "compaction", summary: `record ${number}`, detail });
    }
  }
  return history;
}

function assertWhole(messages: readonly ModelMessage[]): void {
  for (const [index, message] of messages.entries()) {
    if (message.role === "user") expect(messages[index - 1]?.role).not.toBe("user");
    if (message.role === "tool") expect(messages[index - 1]?.role).toBe("assistant");
    if (message.role !== "assistant") continue;
    const called = message.content.flatMap((part) => (part.kind === "call" ? [part.call.id] : [])).sort();
    const next = messages[index + 1];
    const answered = next?.role === "tool" ? next.results.map((result) => result.callId).sort() : [];
    expect(answered).toEqual(called);
  }
}

test("CW-09: whatever is pruned or compacted, each call has one result right after it, and each result its call", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const history = await historyOf(steps);
      for (let length = 0; length <= history.length; length += 3) assertWhole(projectHistory(history.slice(0, length)));
      assertWhole(projectHistory(history));
    }),
    { numRuns: rounds(60) },
  );
});

test("between two reliefs a longer log begins with the messages of a shorter one", async () => {
  const quiet = fc.array(
    step.map((one) => ({
      ...one,
      relief: "none" as const,
      answered: one.calls,
      prompt: one.prompt && `${one.prompt}.`,
    })),
    { minLength: 2, maxLength: 15 },
  );
  await fc.assert(
    fc.asyncProperty(quiet, async (steps) => {
      const history = await historyOf(steps.map((one, index) => (index === 3 ? { ...one, relief: "compact" } : one)));
      const borders = history.flatMap((event, index) => (event.type === "reply" ? [index] : []));
      const compaction = history.findIndex((event) => event.type === "compaction");
      for (const [nth, border] of borders.entries()) {
        const before = borders[nth - 1];
        if (before === undefined || (before < compaction && border > compaction)) continue;
        const shorter = JSON.stringify(projectHistory(history.slice(0, before))).slice(0, -1);
        expect(JSON.stringify(projectHistory(history.slice(0, border))).startsWith(shorter)).toBe(true);
      }
    }),
    { numRuns: rounds(25) },
  );
});

test("a pruned result names its handle; the same id in a later call is left alone", async () => {
  const history: RecordedEvent[] = [
    { type: "prompt", text: "go", origin: "user" },
    replyOf(["a"], "first"),
    resultOf("a", "y".repeat(5000)),
    replyOf([], "z".repeat(3000)),
  ];
  const meter = new TokenMeter(countWords);
  const outputs = { save: async () => "out-7", page: async () => undefined };
  history.push(await pruningNote(planPruning(history, meter, 100), outputs, "a test"));
  history.push(replyOf(["a"], "again"), resultOf("a", "w".repeat(700)));
  const results = projectHistory(history).flatMap((message) => (message.role === "tool" ? message.results : []));
  expect(results.map((result) => result.text)).toEqual([
    '[Left out to make room: 5000 characters. shell_output {"handle":"out-7"} shows them.]',
    "w".repeat(700),
  ]);
});

test("what a call showed follows the results of its reply, before what the person said next, and goes when it is pruned", async () => {
  const image = { mediaType: "image/png", base64: "AAAA" } as const;
  const call = (id: string): ReplyPart => ({ kind: "call", call: { id, name: "read_file", input: {} } });
  const ended = (callId: string, more: object = {}): RecordedEvent => ({
    type: "call-end",
    result: {
      callId,
      name: "read_file",
      text: `${callId} text `.repeat(500),
      failed: false,
      durationMs: 1,
      ...DISPLAY,
      ...more,
    },
  });
  const log: RecordedEvent[] = [
    { type: "prompt", text: "look", origin: "user" },
    {
      type: "reply",
      content: [call("a"), call("b")],
      end: "calls",
      model: "m",
      usage: NO_USAGE,
      costUsd: 0,
      durationMs: 1,
    },
    ended("a", { images: [image] }),
    ended("b"),
    { type: "prompt", text: "and?", origin: "user" },
  ];
  expect(projectHistory(log).map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  expect(projectHistory(log).at(-1)).toEqual({
    role: "user",
    text: "[1 pictures from read_file]\n\nand?",
    images: [image],
  });
  const meter = new TokenMeter(countWords);
  const outputs = { save: async () => "out-7", page: async () => undefined };
  const later: RecordedEvent[] = [...log, replyOf([], "z".repeat(3000))];
  const pruned = await pruningNote(planPruning(later, meter, 100), outputs, "a test");
  expect(JSON.stringify(projectHistory([...later, pruned]))).not.toContain("AAAA");
});

const DISPLAY = { display: { kind: "text", text: "" } } as const;
