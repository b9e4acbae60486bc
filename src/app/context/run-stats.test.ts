import { expect, test } from "vitest";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { Outcome } from "../../core/protocol/outcome.ts";
import { NO_USAGE } from "../../core/protocol/usage.ts";
import { exportHtml } from "../session/export-html.ts";
import { statsOf } from "./run-stats.ts";

const startOf = (model: string): RecordedEvent => ({
  type: "run-start",
  strategy: "react",
  model,
  permissionMode: "default",
  tools: [],
});
const endOf = (outcome: Outcome, durationMs: number): RecordedEvent => ({
  type: "run-end",
  outcome,
  steps: 2,
  usage: { ...NO_USAGE, inputTokens: 100, cacheReadTokens: 50, outputTokens: 10 },
  costUsd: 0.5,
  durationMs,
  apiDurationMs: 1,
});
const DONE: Outcome = { kind: "done", text: "ok" };

test("runs are counted by model and strategy; one that a crash cut is no success", () => {
  const rows = statsOf([
    [startOf("a/1"), endOf(DONE, 100), startOf("a/1"), startOf("b/2"), endOf({ kind: "failed", text: "" }, 50)],
    [startOf("a/1"), endOf(DONE, 300)],
  ]);
  expect(rows).toMatchObject([
    {
      ...{ model: "a/1", strategy: "react", runs: 3, done: 2, outcomes: { done: 2, cut: 1 }, steps: 4, costUsd: 1 },
      ...{ usage: { inputTokens: 200, cacheReadTokens: 100 }, medianDurationMs: 300 },
    },
    { model: "b/2", runs: 1, done: 0, outcomes: { failed: 1 } },
  ]);
  expect(statsOf([])).toEqual([]);
});

test("the page of a session shows everything said, runs nothing, and lets no text become markup", () => {
  const html = exportHtml([
    { type: "session-start", sessionId: "s<1>", cwd: "/w", version: "1" },
    { type: "prompt", text: "<script>alert(1)</script>\n\nand more", origin: "user" },
    {
      type: "reply",
      content: [{ kind: "text", text: "Look:\n```js\nif (a < b) {}\n```\ndone" }],
      ...{ end: "stop", model: "m", usage: NO_USAGE, costUsd: 0, durationMs: 0 },
    },
    { type: "compaction", summary: "what <b>was</b>" },
  ]);
  expect(html).not.toContain("<script");
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain('<pre class="js">if (a &lt; b) {}\n</pre>');
  expect(html).toContain("default-src 'none'");
  expect(html).toContain("what &lt;b&gt;was&lt;/b&gt;");
});
