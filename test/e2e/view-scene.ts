import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { encodeLine } from "../../src/adapters/sessions/log-line.ts";
import { sessionFile, sessionFolder } from "../../src/adapters/sessions/session-catalogue.ts";
import type { RecordedEvent } from "../../src/core/protocol/event.ts";
import type { Place } from "./run-waymark.ts";

/** Writes a session's log as a run would have. @returns its id */
export function writeSession(
  place: Place,
  id: string,
  events: readonly RecordedEvent[],
  startMs = Date.UTC(2026, 0, 2),
): string {
  const folder = sessionFolder(join(place.home, "waymark", "state"), place.cwd);
  const path = sessionFile(folder, id);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const lines = events.map((event, index) =>
    encodeLine({ n: index + 1, at: new Date(startMs + index * 1000).toISOString(), event }),
  );
  writeFileSync(path, Buffer.concat(lines), { mode: 0o600 });
  return id;
}

const usage = { inputTokens: 1200, outputTokens: 80, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** A session of so many rounds: a prompt, and in each round a reply with thinking, a call and its result. */
export function longSession(
  place: Place,
  rounds: number,
  text: (round: number) => string = (round) => `Round ${round}.`,
): RecordedEvent[] {
  const events: RecordedEvent[] = [
    { type: "session-start", sessionId: "long", cwd: place.cwd, version: "0.1.0" },
    { type: "run-start", strategy: "react", model: "test/mind", permissionMode: "default", tools: [] },
    { type: "prompt", text: text(0), origin: "user" },
  ];
  for (let round = 1; round <= rounds; round++) {
    const call = { id: `c${round}`, name: "edit_file", input: { path: "a.txt", round, text: text(round) } };
    const patch = `--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n line one\n-${text(round)} before\n+${text(round)} after\n line three\n`;
    const display = { kind: "diff", paths: ["a.txt"], patch } as const;
    events.push(
      {
        type: "reply",
        content: [
          { kind: "reasoning", text: `thought ${text(round)}` },
          { kind: "text", text: text(round) },
          { kind: "call", call },
        ],
        ...{ end: "calls", model: "test/mind", usage, costUsd: 0.01, durationMs: 900 },
      },
      { type: "call-start", call, accesses: [], display },
      { type: "approval", callId: call.id, allowed: true, why: "once" },
      {
        type: "call-end",
        result: { callId: call.id, name: call.name, text: `ok ${text(round)}`, failed: false, display, durationMs: 12 },
      },
    );
  }
  events.push({
    type: "run-end",
    outcome: { kind: "done", text: "done" },
    ...{ steps: rounds, usage, costUsd: rounds * 0.01, durationMs: 1000, apiDurationMs: 900 },
  });
  return events;
}

/** What the page of an estate is given for so many things, each calling another. */
export function mapOf(count: number): Record<string, unknown> {
  const kinds = ["program", "table", "job"];
  const files = Array.from({ length: 40 }, (_, index) => `part${index}/source.cbl`);
  const nodes = Array.from({ length: count }, (_, index) => [
    ...[`THING${index}`, kinds[index % 3], index % 40],
    1 + (index % 900),
  ]);
  const edges = nodes.map((_, index) => [index, (index * 7 + 1) % count, "calls", index % 40, 1, "exact"]);
  return { title: "huge", files, tables: [], nodes, edges, sources: [] };
}
