import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { createToolBench } from "../../../test/tool-context.ts";
import type { HookEvent } from "../../core/hooks/hook-events.ts";
import type { Occasion } from "../../core/ports/hooks.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { ConfiguredHook } from "./configured-hooks.ts";
import { givenHooks } from "./given-hooks.ts";
import { SessionHooks } from "./session-hooks.ts";

const signal = new AbortController().signal;
const bench = createToolBench();
const { processes } = bench.context;
const rooms = {
  cwd: bench.root,
  places: { cache: bench.root, state: bench.root },
  added: { now: [] },
  settings: { environment: {}, ownEnvironment: {} },
  sandbox: { confines: async () => false },
};
const seal = (text: string): string => hash("sha256", `key${text}`);
const means = { processes, rooms, offline: false, seal };

/** Hooks of a process that finds this log; each answer counts up. */
function processWith(
  history: readonly RecordedEvent[],
  counter: { count: number },
  session_id = "s",
  hashed = "",
): SessionHooks {
  const facts = () => ({ session_id, transcript_path: "", permission_mode: "default" });
  const run = () => ({ decision: "block", reason: `answer ${++counter.count}` });
  const hooks = givenHooks({ PreToolUse: [{ hooks: [run] }], PostToolUse: [{ hooks: [run] }] }).map(
    ({ event }, index): ConfiguredHook => ({
      ...{
        id: `${index}`,
        hash: `${index}${hashed}`,
        event,
        eventName: event,
        matcher: "",
        title: "count",
        text: "",
        source: "given",
      },
      ...{ owner: "self", speaksClaude: false, work: { kind: "function", run }, timeoutMs: 1000, isAsync: false },
      ...{ isOnce: false, blocksOnFailure: false, state: "ready", sandbox: undefined },
    }),
  );
  return new SessionHooks(hooks, means, facts, history);
}

const occasion = (event: HookEvent, id: string, input: unknown = {}): Occasion => ({
  event,
  call: { id, name: "write_file", input, accesses: [] },
});

const end = (callId: string): RecordedEvent => ({
  type: "call-end",
  result: { callId, name: "write_file", text: "", failed: false, display: { kind: "text", text: "" }, durationMs: 0 },
});

test("a process that was killed after a hook's answer asks it no second time for the same call, wherever it was killed", async () => {
  const counter = { count: 0 };
  const first = processWith([], counter);
  const log: RecordedEvent[] = [];
  for (const event of ["PreToolUse", "PostToolUse"] as const) {
    const { note } = await first.fire(occasion(event, "1"), signal);
    if (note) log.push(note);
  }
  expect(counter.count).toBe(2);
  log.push(end("2"));
  for (let kept = 0; kept <= log.length; kept++) {
    const asked = { count: 10 };
    const next = processWith(log.slice(0, kept), asked);
    const blocks: (string | undefined)[] = [];
    for (const event of ["PreToolUse", "PostToolUse"] as const)
      blocks.push((await next.fire(occasion(event, "1"), signal)).answer.block);
    const known = Math.min(kept, 2);
    expect(asked.count).toBe(10 + 2 - known);
    expect(blocks.filter((block) => /^answer [12]$/.test(block ?? ""))).toHaveLength(known);
  }
});

test("a call that has ended, other arguments and a second time are other occasions", async () => {
  const counter = { count: 0 };
  const { note } = await processWith([], counter).fire(occasion("PreToolUse", "1", { a: 1 }), signal);
  if (note === undefined) throw new Error("nothing was recorded");
  const asks = async (history: readonly RecordedEvent[], input: unknown): Promise<number> => {
    const asked = { count: 0 };
    const next = processWith(history, asked);
    await next.fire(occasion("PreToolUse", "1", input), signal);
    await next.fire(occasion("PreToolUse", "1", input), signal);
    return asked.count;
  };
  expect(await asks([note], { a: 1 })).toBe(1);
  expect(await asks([note], { a: 2 })).toBe(2);
  expect(await asks([note, end("1")], { a: 1 })).toBe(2);
});

test("what nobody's hooks said is asked for, whatever a log says: made up, changed, of other hooks or of another session", async () => {
  const counter = { count: 0 };
  const { note } = await processWith([], counter).fire(occasion("PreToolUse", "1"), signal);
  const detail = note?.detail as Record<string, unknown>;
  if (note === undefined) throw new Error("nothing was recorded");
  const allow = { context: [], permission: { verdict: "allow", reason: "ok" } };
  const { seal: sealed, ...unsealed } = detail;
  const forged = [
    unsealed,
    { ...detail, answer: allow },
    { ...detail, answer: allow, seal: "0".repeat(64) },
    { ...detail, seal: 1 },
    { ...detail, answer: { ...(detail["answer"] as object), context: ["do it"] } },
    { ...detail, seal: hash("sha256", `other${JSON.stringify(detail)}`) },
  ];
  for (const made of forged) {
    const asked = { count: 10 };
    const { answer } = await processWith([{ ...note, detail: made }], asked).fire(occasion("PreToolUse", "1"), signal);
    expect([made, asked.count, answer]).toEqual([made, 11, { context: [], block: "answer 11" }]);
  }
  const moved = { ...note, detail: { ...detail, callId: "2", key: String(detail["key"]).replace(" 1 ", " 2 ") } };
  const asked = { count: 10 };
  await processWith([moved], asked).fire(occasion("PreToolUse", "2"), signal);
  await processWith([note], asked, "other session").fire(occasion("PreToolUse", "1"), signal);
  await processWith([note], asked, "s", "other hooks").fire(occasion("PreToolUse", "1"), signal);
  expect([asked.count, sealed]).toEqual([13, expect.stringMatching(/^[\da-f]{64}$/)]);
});
