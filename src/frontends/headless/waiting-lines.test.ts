import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AgentEvent } from "../../core/protocol/event.ts";
import { WaitingLines } from "./waiting-lines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = (id: string, name: string): AgentEvent => ({
  type: "call-start",
  call: { id, name, input: {} },
  accesses: [],
  display: { kind: "text", text: "" },
});
const end = (callId: string): AgentEvent => ({ type: "call-end", result: { callId } }) as AgentEvent;

test("a call that runs long is told with the last line that it said, and the model only when none runs", () => {
  const said: string[] = [];
  const waiting = new WaitingLines((text) => said.push(`${text}`));
  waiting.push(start("1", "citadel_get_summary"));
  waiting.push(start("2", "run_command"));
  waiting.push({ type: "call-progress", callId: "1", text: "Indexing: 10 %\nIndexing: " });
  waiting.push({ type: "call-progress", callId: "1", text: "20 %\n" });
  vi.advanceTimersByTime(10_000);
  waiting.push(end("2"));
  vi.advanceTimersByTime(10_000);
  waiting.push(end("1"));
  vi.advanceTimersByTime(10_000);
  waiting.stop();
  expect(said).toEqual([
    "run_command has run for 10 s; Ctrl-C ends it.",
    "citadel_get_summary has run for 10 s: Indexing: 20 %; Ctrl-C ends it.",
    "the model has not begun its answer for 10 s; Ctrl-C ends the wait.",
  ]);
});
