import { expect, test } from "vitest";
import { decodeLine, encodeLine } from "../src/adapters/sessions/log-line.ts";
import { exportHtml } from "../src/app/session/export-html.ts";
import { exportMarkdown } from "../src/app/session/export-session.ts";
import { openCalls, projectHistory } from "../src/core/context/project-history.ts";
import type { RecordedEvent } from "../src/core/protocol/event.ts";

/** Logs that another version, or somebody else, wrote: each field of each event is once of another kind, and once not there. */

const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0 };
const call = { id: "c1", name: "edit_file", input: { path: "a.txt" }, repairs: ["a comma"] };
const failure = { kind: "overloaded", message: "It is busy.", status: 529 } as const;
const displays = [
  { kind: "text", text: "two\nlines" },
  { kind: "diff", paths: ["a.txt"], patch: "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-a\n+b\n" },
  { kind: "command", command: "ls", cwd: "/work", exitCode: 0, sandbox: "on" },
  { kind: "file", path: "a.txt", fromLine: 1, text: "a" },
  { kind: "todo", items: [{ id: "1", text: "one", status: "pending" }] },
] as const;
const EVENTS: readonly RecordedEvent[] = [
  {
    ...{ type: "session-start", sessionId: "s", cwd: "/work", version: "1", name: "n", parentId: "p" },
    work: { id: "w", agent: "a", callId: "c0", isBackground: false },
    orientation: { cwd: "/work", platform: "linux", date: "2026-01-01", entries: ["a.txt"], branch: "main" },
  },
  { type: "run-start", strategy: "native", model: "m", permissionMode: "default", tools: ["edit_file"] },
  { type: "prompt", text: "go", origin: "user", images: [{ mediaType: "image/png", base64: "AA==" }] },
  { type: "text-delta", text: "I" },
  { type: "retry", attempt: 1, attemptsMax: 2, delayMs: 3, failure },
  {
    ...{ type: "reply", end: "calls", model: "m", usage, costUsd: 1, durationMs: 2 },
    content: [
      { kind: "reasoning", text: "why" },
      { kind: "text", text: "now" },
      { kind: "call", call },
    ],
  },
  {
    ...{ type: "call-start", call, display: displays[1] },
    accesses: [
      { kind: "write", path: "a.txt" },
      { kind: "run", command: "ls" },
    ],
  },
  { type: "approval", callId: "c1", allowed: true, why: "asked" },
  ...displays.map((display): RecordedEvent => {
    const more = {
      images: [],
      handle: "h",
      found: ["x"],
      background: { id: "b", state: "running" },
      durationMs: 1,
    } as const;
    return {
      type: "call-end",
      result: { callId: "c1", name: "edit_file", text: "done", failed: false, display, ...more },
    };
  }),
  { type: "compaction", summary: "before" },
  { type: "plan-update", planId: "p", status: "done" },
  { type: "note", topic: "t", text: "n" },
  { type: "interruption", by: "user", text: "so far" },
  {
    ...{ type: "run-end", outcome: { kind: "model-failed", failure, text: "" }, steps: 1, usage, costUsd: 1 },
    ...{ durationMs: 1, apiDurationMs: 1, denials: [{ callId: "c1", name: "x", input: {}, why: "no", said: "s" }] },
  },
];

/** The value with one of its parts changed, in each way. */
function* changed(value: unknown): Generator<unknown> {
  yield* [null, 7, "x", { a: 1 }, [7], undefined];
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value))
    for (const other of changed(part))
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
}

const read = (event: unknown): RecordedEvent | undefined => {
  const line = decodeLine(
    encodeLine({ n: 1, at: "2026-01-01", event: event as RecordedEvent })
      .toString()
      .trimEnd(),
  );
  return "problem" in line ? undefined : line.event;
};

test("what a log holds is what this version knows, or is left out as damaged", () => {
  expect(EVENTS.map(read)).toEqual(EVENTS);
  let kept = 0;
  for (const [at, event] of EVENTS.entries())
    for (const other of changed(event)) {
      const [one] = [read(other)];
      if (one === undefined) continue;
      kept++;
      const history = EVENTS.with(at, one);
      for (const reader of [projectHistory, openCalls, exportMarkdown, exportHtml])
        expect(() => reader(history), `${reader.name}: ${JSON.stringify(other)}`).not.toThrow();
    }
  expect(kept).toBeGreaterThan(20);
});

test("an event of a kind that a later version knows stays in the log", () => {
  expect(read({ type: "later", what: { is: 1 } })).toEqual({ type: "later", what: { is: 1 } });
});
