import { expect, test } from "vitest";
import { type Answer, call, honest, notesOn, say, sessionOn, toolThatSays } from "../../../test/session-scene.ts";
import type { ModelMessage, ModelRequest } from "../ports/model.ts";
import type { RecordedEvent } from "../protocol/event.ts";
import { reportContext } from "./context-report.ts";
import { pruningNote } from "./plan-pruning.ts";
import { type PrunedResult, prunedText } from "./pruning.ts";

const chatty: Answer = (_, number) => [say(`${number}: ${"words ".repeat(400)}`)];
const working: Answer = (request, number) =>
  request.messages.at(-1)?.role === "tool" ? [say(`${number}: ${"words ".repeat(300)}`)] : [call(`c${number}`, "look")];

/** Ids of calls, each with the ids of results in the message right after it. */
function pairs(
  messages: readonly ModelMessage[],
): { readonly called: readonly string[]; readonly answered: readonly string[] }[] {
  return messages.flatMap((message, index) => {
    const called =
      message.role === "assistant"
        ? message.content.flatMap((part) => (part.kind === "call" ? [part.call.id] : []))
        : [];
    if (called.length === 0) return [];
    const next = messages[index + 1];
    return [{ called, answered: next?.role === "tool" ? next.results.map(({ callId }) => callId) : [] }];
  });
}
const resultsIn = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, message) => sum + (message.role === "tool" ? message.results.length : 0), 0);

test("CD-40: messages keep their order, every request begins with the same system prompt, results keep their call's id, each item its tokens", async () => {
  const session = sessionOn({
    windowTokens: 100_000,
    summarise: honest,
    tools: [toolThatSays("look", (nth) => `result ${nth}`)],
    answer: working,
  });
  await session.prompt("first");
  await session.prompt("second");
  const last = session.requests.at(-1) as ModelRequest;
  expect(last.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "user",
    "assistant",
    "tool",
  ]);
  expect(new Set(session.requests.map(({ system }) => system)).size).toBe(1);
  expect(pairs(last.messages)).toEqual([
    { called: ["c1"], answered: ["c1"] },
    { called: ["c3"], answered: ["c3"] },
  ]);
  const report = reportContext({
    systemParts: [],
    ...{ model: "m", window: { tokens: 100_000, isAssumed: false }, usedTokens: 0, cache: [] },
    ...{ request: { system: last.system, tools: last.tools }, history: session.history, meter: session.context.meter },
  });
  expect(report.items.find(({ name }) => name === "results of look")).toMatchObject({ count: 2 });
  expect(report.items.find(({ name }) => name === "prompts")).toMatchObject({ count: 2 });
  for (const item of report.items) expect(item.tokens).toBeGreaterThan(0);
});

test("CL-62: in a small window goal and newest message stay, old turns go, and no result is sent without its call", async () => {
  const session = sessionOn({
    windowTokens: 6_000,
    summarise: () => "no summary today",
    tools: [toolThatSays("look", (nth) => `result ${nth} ${"data ".repeat(150)}`)],
    answer: working,
  });
  for (let turn = 1; turn <= 40; turn++) await session.prompt(`Turn ${turn}: move the payroll`);
  expect(session.history.filter((event) => event.type === "compaction").length).toBeGreaterThan(1);
  for (const { messages } of session.requests) {
    const both = pairs(messages);
    for (const { called, answered } of both) expect(answered).toEqual(called);
    expect(resultsIn(messages)).toBe(both.reduce((sum, { called }) => sum + called.length, 0));
  }
  const last = JSON.stringify(session.requests.at(-1)?.messages);
  expect(last).toContain("Turn 1: move the payroll");
  expect(last).toContain("Turn 40: move the payroll");
  expect(last).not.toContain("result 3 ");
});

test("the record is made in the background: the step that begins it does not wait, the one after it has it", async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const session = sessionOn({ windowTokens: 8_000, summarise: honest, answer: chatty, summaryGate: gate });
  let turns = 0;
  while (session.summaries.length === 0) await session.prompt(`Ask ${++turns}`);
  // The run has ended while the summary is still being written.
  expect(session.history.at(-1)).toMatchObject({ type: "run-end", outcome: { kind: "done" } });
  expect(session.history.some((event) => event.type === "compaction")).toBe(false);
  release();
  await session.prompt("and on");
  const compaction = session.history.findIndex((event) => event.type === "compaction");
  const reply = session.history.findLastIndex((event) => event.type === "reply");
  expect(compaction).toBeGreaterThan(0);
  expect(compaction).toBeLessThan(reply);
  expect(notesOn(session.history, "compaction")).toEqual([]);
});

test("a run that is cancelled while it waits for the record ends at once, and a later one goes on from there", async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const session = sessionOn({ windowTokens: 8_000, summarise: honest, answer: chatty, summaryGate: gate });
  let turns = 0;
  while (session.summaries.length === 0) await session.prompt(`Ask ${++turns}`);
  const cancelled = await session.prompt("never mind", { cancelAfterMs: 20 });
  expect(cancelled.at(-1)).toMatchObject({ type: "run-end", outcome: { kind: "cancelled" } });
  release();
  await session.prompt("and on");
  expect(session.summaries).toHaveLength(1);
  expect(session.history.filter((event) => event.type === "compaction")).toHaveLength(1);
  expect(notesOn(session.history, "compaction")).toEqual([]);
});

test("old results that are left out together lie in one output, each where its line says", async () => {
  const texts = ["one\ntwo\n", "three", "", "four\nfive\nsix"].map((text) => text.padEnd(700, "."));
  const events = texts.map(
    (text, index): RecordedEvent => ({
      type: "call-end",
      result: {
        callId: `c${index}`,
        name: "look",
        text,
        failed: false,
        display: { kind: "text", text: "" },
        durationMs: 1,
      },
    }),
  );
  const saved: string[] = [];
  const outputs = { save: async (text: string) => `out-${saved.push(text)}`, page: async () => undefined };
  const candidates = events.flatMap((event) => (event.type === "call-end" ? [event] : []));
  const note = await pruningNote({ candidates, tokens: 1 }, outputs, "a test");
  expect(saved).toHaveLength(1);
  const lines = saved[0]?.split("\n") ?? [];
  for (const [index, { fromLine = 0, lines: count = 0 }] of note.detail.results.entries())
    expect(lines.slice(fromLine - 1, fromLine - 1 + count).join("\n")).toBe(texts[index]);
  expect(prunedText(note.detail.results[3] as PrunedResult)).toContain('"offset":6,"limit":3');
});
