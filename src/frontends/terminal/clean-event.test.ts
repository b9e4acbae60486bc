import { expect, test } from "vitest";
import type { AgentEvent } from "../../core/protocol/event.ts";
import { cleanDeep, EventCleaner } from "./clean-event.ts";

test("a sequence cut into single characters does not get through", () => {
  const cleaner = new EventCleaner();
  const shown = [..."a\x1b]52;c;aGk=\x07b\x1b[2Jc"].map((text) => {
    const event = cleaner.clean({ type: "text-delta", text });
    return event.type === "text-delta" ? event.text : "";
  });
  expect(shown.join("")).toBe("abc");
});

test("every text in an event is cleaned, however deep", () => {
  expect(JSON.stringify(cleanDeep({ a: ["\x1b[31mx", { "k\x07": "\ty\r\n" }] }))).not.toMatch(
    /\\u001b|\\u0007|\\t|\\r/,
  );
});

test("a reply is as clean as its stream, and so is one that says something else than was streamed", () => {
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const replyOf = (text: string): AgentEvent => ({
    ...({ type: "reply", end: "stop", model: "m", costUsd: 0, durationMs: 0 } as const),
    usage,
    content: [{ kind: "text", text }],
  });
  const cleaner = new EventCleaner();
  for (const text of ["漢字\x1b[2", "J and \x07 a tab\t", "👍 end\r"]) cleaner.clean({ type: "text-delta", text });
  expect(cleaner.clean(replyOf("漢字\x1b[2J and \x07 a tab\t👍 end\r"))).toEqual(
    replyOf("漢字 and  a tab    👍 end\n"),
  );
  cleaner.clean({ type: "text-delta", text: "one" });
  expect(cleaner.clean(replyOf("two\x1b[2J"))).toEqual(replyOf("two"));
  // Nothing of the reply before counts for the next one.
  expect(cleaner.clean(replyOf("one\x07"))).toEqual(replyOf("one"));
  // An attempt that broke off within a sequence swallows nothing of the next one.
  cleaner.clean({ type: "text-delta", text: "lost \x1b]0;" });
  cleaner.clean({ type: "retry", attempt: 1, attemptsMax: 2, delayMs: 0, failure: { kind: "network", message: "m" } });
  expect(cleaner.clean({ type: "text-delta", text: "kept" })).toEqual({ type: "text-delta", text: "kept" });
  expect(cleaner.clean(replyOf("kept"))).toEqual(replyOf("kept"));
  const endOf = (text: string): AgentEvent => ({
    ...({ type: "run-end", steps: 1, costUsd: 0, durationMs: 0, apiDurationMs: 0 } as const),
    usage,
    outcome: { kind: "done", text },
  });
  expect(cleaner.clean(endOf("kept"))).toEqual(endOf("kept"));
  expect(cleaner.clean(endOf("other\x07"))).toEqual(endOf("other"));
});
