import { expect, test } from "vitest";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { SessionEntries } from "./session-entries.ts";
import { shownEntry, shownQuestion } from "./shown.ts";

const call = { id: "c", name: "read_file", input: { path: "a" } };
const display = { kind: "text", text: "read a" } as const;
const usage = { inputTokens: 5, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0 };

function entriesOf(events: readonly RecordedEvent[]): SessionEntries {
  const entries = new SessionEntries();
  for (const event of events) entries.add(event, "2026-01-01T00:00:00.000Z");
  return entries;
}

test("a call, its approval and its result are one entry, whatever comes between them", () => {
  const other = { ...call, id: "d" };
  const { all } = entriesOf([
    { type: "call-start", call, accesses: [], display },
    { type: "call-start", call: other, accesses: [], display },
    { type: "approval", callId: "d", allowed: false, why: "no" },
    {
      type: "call-end",
      result: { callId: "c", name: "read_file", text: "yes", failed: false, display, durationMs: 3 },
    },
  ]);
  expect(all).toMatchObject([
    { kind: "call", id: "c", result: { text: "yes", failed: false, durationMs: 3 } },
    { kind: "call", id: "d", approval: { allowed: false, why: "no" } },
  ]);
});

test("a reply under way is there until it is said whole, and its cost adds up", () => {
  const reply = { type: "reply", content: [{ kind: "text", text: "ab" }], end: "stop", model: "m", usage } as const;
  const events: RecordedEvent[] = [
    { type: "text-delta", text: "a" },
    { type: "text-delta", text: "b" },
  ];
  expect(entriesOf(events).underWay).toBe("ab");
  const said = { ...reply, costUsd: 0.5, durationMs: 1 };
  const entries = entriesOf([...events, said, said]);
  expect(entries.underWay).toBe("");
  expect(entries.cost.map(({ costUsd, inputTokens }) => [costUsd, inputTokens])).toEqual([
    [0.5, 5],
    [1, 10],
  ]);
});

test("of a long reply under way the end is shown, as often as a page asks", () => {
  const deltas = Array.from(
    { length: 5_000 },
    (_, index) => ({ type: "text-delta", text: `line ${index}\n` }) as const,
  );
  const { underWay } = entriesOf(deltas);
  expect(underWay.length).toBeLessThanOrEqual(20_000);
  expect(underWay.endsWith("line 4998\nline 4999\n")).toBe(true);
});

test("each event that people read changes an entry or adds one, in any order", () => {
  const entries = new SessionEntries();
  const end = { callId: "gone", name: "x", text: "", failed: true, display, durationMs: 0 };
  expect(entries.add({ type: "call-end", result: end }, "")).toBe(0);
  expect(entries.add({ type: "approval", callId: "never", allowed: true, why: "" }, "")).toBeUndefined();
  expect(entries.add({ type: "interruption", by: "user", text: "half" }, "")).toBe(1);
  expect(entries.all.at(-1)).toMatchObject({ kind: "note", text: "half\n\n[Interrupted by the user.]" });
});

test("texts are cut at the bound, how much is said, and nothing in them acts", () => {
  const text = `\u001b[31m${"x".repeat(50)}\u202e`;
  const shown = shownEntry({ kind: "note", at: "", topic: "t", text }, 20);
  expect(shown).toEqual({ kind: "note", at: "", topic: "t", text: "x".repeat(15), left: 36 });
  expect(JSON.stringify(shownEntry({ kind: "note", at: "", topic: "t", text }, 99))).not.toMatch(/u001b|\u202e/);
});

test("of what a person decides on every byte can be seen, and a no can always be said", () => {
  const asked = {
    kind: "approval",
    name: "bash",
    reason: "runs",
    facts: ["a\u202eb"],
    options: [{ key: "y", label: "Yes" }],
  } as const;
  const command = { kind: "command", command: "echo \u001b[2Jx" } as const;
  const shown = shownQuestion({ id: "1", at: "", asked: { ...asked, display: command } });
  expect(shown).toMatchObject({
    choices: [
      { key: "y", takesWords: false },
      { key: "n", label: "No", takesWords: true },
    ],
  });
  expect(JSON.stringify(shown)).not.toMatch(/\\u001b|\u202e/);
  expect(shown.kind === "approval" && shown.display.kind === "command" && shown.display.command).toMatch(
    /^echo .+\[2Jx$/,
  );
});

test("of a text as much is kept as is ever sent, and the rest is counted", () => {
  const display = { kind: "text", text: "" } as const;
  const call = { id: "c", name: "shell", input: "x".repeat(1_500_000) };
  const entries = entriesOf([
    { type: "prompt", text: "y".repeat(3_000_000), origin: "user" },
    { type: "call-start", call, accesses: [], display },
    {
      type: "call-end",
      result: { callId: "c", name: "shell", text: "z".repeat(1_000_001), failed: false, display, durationMs: 1 },
    },
  ]);
  expect(entries.all.map(({ left }) => left)).toEqual([2_000_000, 500_001]);
  expect(JSON.stringify(entries.all).length).toBeLessThan(3_100_000);
});
