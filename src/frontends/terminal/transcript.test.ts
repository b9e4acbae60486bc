import { expect, test } from "vitest";
import type { AgentEvent } from "../../core/protocol/event.ts";
import { NO_USAGE } from "../../core/protocol/usage.ts";
import { EMPTY_TRANSCRIPT, reduceEvents } from "./transcript.ts";

const reply = (text: string): AgentEvent => ({
  type: "reply",
  content: [{ kind: "text", text }],
  end: "stop",
  model: "m",
  usage: { ...NO_USAGE, inputTokens: 100, outputTokens: 20 },
  costUsd: 0.5,
  durationMs: 1,
});
const start: AgentEvent = {
  type: "call-start",
  call: { id: "c1", name: "shell", input: {} },
  accesses: [],
  display: { kind: "command", command: "ls" },
};

test("a streamed answer and the same answer from a log give the same blocks", () => {
  const streamed: AgentEvent[] = [
    { type: "text-delta", text: "Hel" },
    { type: "text-delta", text: "lo" },
    reply("Hello"),
  ];
  expect(reduceEvents(EMPTY_TRANSCRIPT, streamed).blocks).toEqual([{ kind: "answer", text: "Hello", isDone: true }]);
  expect(reduceEvents(EMPTY_TRANSCRIPT, [reply("Hello")]).blocks).toEqual(
    reduceEvents(EMPTY_TRANSCRIPT, streamed).blocks,
  );
});

test("events one by one and all at once lead to the same transcript, and the given one stays as it was", () => {
  const events: AgentEvent[] = [
    { type: "prompt", text: "go", origin: "user" },
    { type: "reasoning-delta", text: "hm" },
    { type: "text-delta", text: "I look." },
    reply("I look."),
    start,
    { type: "call-progress", callId: "c1", text: "a\n" },
    {
      type: "run-end",
      outcome: { kind: "cancelled", text: "" },
      steps: 1,
      usage: NO_USAGE,
      costUsd: 0,
      durationMs: 1,
      apiDurationMs: 1,
    },
  ];
  const once = reduceEvents(EMPTY_TRANSCRIPT, events);
  const steps = events.reduce((transcript, event) => reduceEvents(transcript, [event]), EMPTY_TRANSCRIPT);
  expect(steps).toEqual(once);
  expect(EMPTY_TRANSCRIPT.blocks).toEqual([]);
  expect(once.blocks.every((block) => block.isDone)).toBe(true);
});

test("a refused call keeps the reason, a call that never started still has a line", () => {
  const { blocks, callCount } = reduceEvents(EMPTY_TRANSCRIPT, [
    start,
    { type: "approval", callId: "c1", allowed: false, why: "the user said no" },
    {
      type: "call-end",
      result: {
        callId: "unknown",
        name: "fly",
        text: "no such tool",
        failed: true,
        display: { kind: "text", text: "" },
        durationMs: 0,
      },
    },
  ]);
  expect(callCount).toBe(2);
  expect(
    blocks.map((block) => block.kind === "call" && [block.number, block.name, block.refusal ?? block.result?.text]),
  ).toEqual([
    [1, "shell", "the user said no"],
    [2, "fly", "no such tool"],
  ]);
});

test("after a retry the answer begins anew instead of going on", () => {
  const { blocks, activity } = reduceEvents(EMPTY_TRANSCRIPT, [
    { type: "text-delta", text: "half" },
    { type: "retry", attempt: 1, attemptsMax: 5, delayMs: 2000, failure: { kind: "network", message: "gone" } },
    { type: "text-delta", text: "whole" },
  ]);
  expect(blocks.map((block) => block.kind === "answer" && block.text)).toEqual(["half", "whole"]);
  expect(activity).toEqual({ label: "Writing" });
});
