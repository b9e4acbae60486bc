import { expect, test } from "vitest";
import {
  type Answer,
  bytesOf,
  call,
  countTokens,
  honest,
  longSession,
  notesOn,
  say,
  sessionOn,
  toolThatSays,
} from "../../../test/session-scene.ts";
import type { ModelClient, ModelRequest } from "../ports/model.ts";
import type { Tool } from "../tool.ts";
import { detailOf } from "./compaction-record.ts";

test("500 turns in a window of 32,000 tokens: no goal is lost, no request is too large, the prefix stays cached", async () => {
  const figures = await longSession(500, 32_000);
  expect(figures.compactions).toBeGreaterThan(2);
  expect(figures).toMatchObject({ lostGoals: 0, lostMessages: 0, tooLarge: 0 });
  expect(figures.cachedShare).toBeGreaterThanOrEqual(0.95);
  expect(figures.reliefs).toBeLessThan(40);
});

/** Fills a window with answers, so that nothing can be pruned. */
const chatty: Answer = (_, number) => [say(`${number}: ${"words ".repeat(400)}`)];

test.each([
  [
    "in other words",
    { goal: "payroll moves to Java", done: ["read the rates"], last_user_message: "they want dates in ISO" },
  ],
  ["without the newest message", { goal: "payroll moves to Java", decisions: ["dates stay in ISO form"] }],
  ["without a goal", { decisions: ["dates stay in ISO form"], last_user_message: "" }],
])("a summary %s is kept, and completed from the log", async (_, summary) => {
  const session = sessionOn({ windowTokens: 8_000, answer: chatty, summarise: () => JSON.stringify(summary) });
  for (let turn = 1; turn <= 20; turn++) await session.prompt(`Ask ${turn}: keep the dates of payroll in ISO form`);
  expect(notesOn(session.history, "compaction")).toEqual([]);
  const compactions = session.history.flatMap((event) => (event.type === "compaction" ? [event] : []));
  expect(compactions.length).toBeGreaterThan(0);
  for (const event of compactions) {
    expect(detailOf(event)?.by).toBe("model");
    for (const words of Object.values(summary).flat().slice(0, 2)) expect(event.summary).toContain(words);
    expect(event.summary).toContain("Ask 1: keep the dates of payroll in ISO form");
  }
  expect(detailOf(compactions.at(-1) as never)?.record.goal).not.toBe("");
});

test("a summary in prose is kept as such", async () => {
  const prose = "The payroll is moved to Java.\nThe rates were read; dates stay in ISO form.";
  const session = sessionOn({ windowTokens: 8_000, answer: chatty, summarise: () => prose });
  for (let turn = 1; turn <= 12; turn++) await session.prompt(`Ask ${turn}: keep the dates of payroll in ISO form`);
  const compaction = session.history.find((event) => event.type === "compaction");
  expect(compaction?.type === "compaction" && compaction.summary).toMatch(
    /# What happened\n- The payroll is moved to Java\.\n- The rates were read[\s\S]*Ask 1: keep the dates/,
  );
});

test("in fifteen requests with results of the thirtieth part of a window the prefix breaks once at most", async () => {
  for (const windowTokens of [32_000, 128_000]) {
    const session = sessionOn({
      windowTokens,
      answer: (_, number) => [say(`step ${number}`), call(`c${number}`, "look")],
      summarise: honest,
      tools: [toolThatSays("look", (nth) => `${nth} line of the file\n`.repeat(windowTokens / 150))],
    });
    await session.prompt("migrate the payroll", { stop: { after: 200, as: "kill" } });
    const texts = session.requests.map(({ messages }) => JSON.stringify(messages).slice(0, -1));
    const breaks = texts.flatMap((text, index) =>
      index > 0 && !text.startsWith(texts[index - 1] ?? "") ? [index] : [],
    );
    const worst = Math.max(0, ...breaks.map((first) => breaks.filter((at) => at >= first && at < first + 15).length));
    expect(session.requests.length).toBeGreaterThan(45);
    expect(worst, `${windowTokens}: ${breaks.join(", ")}`).toBeLessThanOrEqual(1);
  }
});

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
  expect(session.context.windowOf({ abilities: { contextTokensMax: 200_000 } } as ModelClient).tokens).toBeLessThan(
    6_000,
  );
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
    /^\[Left out to make room: \d+ characters\. shell_output \{"handle":"out-\d+","offset":1,"limit":1\} shows them\.\]$/,
  );
  expect(results?.at(-1)?.text).toMatch(/^result 12 /);
  expect(session.saved.some((text) => text.startsWith("result 1 "))).toBe(true);
  // Results and answers come from the log, which is free of secrets: looking again would take seconds for a long session.
  expect(session.redactedBefore.some((text) => text.startsWith("result 1 "))).toBe(true);
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
  expect(session.redactedBefore).toContain(session.saved.at(-1));
});

test("a compaction that would win nothing says so, and claims nothing else", async () => {
  const session = sessionOn({ windowTokens: 100_000, summarise: honest, answer: () => [say("hi")] });
  await session.prompt("hello");
  const events = await session.compact();
  expect(events.some((event) => event.type === "compaction")).toBe(false);
  expect(notesOn(events as typeof session.history, "compaction").filter((text) => text !== "")).toEqual([
    "Nothing was condensed: it is no shorter than what it replaces.",
  ]);
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
