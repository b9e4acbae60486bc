import { expect, test } from "vitest";
import { RunLedger } from "../../core/loop/run-ledger.ts";
import type { ModelClient } from "../../core/ports/model.ts";
import { NO_USAGE } from "../../core/protocol/usage.ts";
import { permissionPolicy } from "../permissions/permission-policy.ts";
import { systemClock } from "../system-clock.ts";
import { RunAnswers, type ServersRun } from "./server-answers.ts";

const REQUEST = { system: undefined, messages: [{ role: "user", text: "Write." }], outputTokensMax: 100 } as const;
const model: ModelClient = {
  id: "test/model",
  abilities: { nativeTools: true },
  async *step() {
    yield { type: "end", content: [{ kind: "text", text: "Written." }], end: "stop", usage: NO_USAGE, costUsd: 0.01 };
  },
};

function runOf(signal: AbortSignal, limits: Partial<ServersRun["limits"]> = {}): ServersRun {
  const rules = { allow: ["mcp__srv__:sampling"], ask: [], deny: [] };
  return {
    ...{ model, clock: systemClock, sessionId: "s", signal, history: [] },
    ledger: new RunLedger(systemClock.now()),
    limits: { stepsMax: 0, wallTimeMs: 0, tokensMax: 0, costUsdMax: 0, ...limits },
    policy: () => permissionPolicy({ mode: "default", rules, cwd: "/w", home: undefined }),
    approver: { approve: async () => ({ allowed: false, why: "no" }) },
  };
}

const never = new AbortController().signal;
const answersOf = (run: ServersRun | undefined): RunAnswers =>
  new RunAnswers("srv", { inquire: async () => ({ kind: "given", values: {} }) }, () => run);

test("a server is written texts as long as a run goes on, and within its limits", async () => {
  const abort = new AbortController();
  const answers = answersOf(runOf(abort.signal, { costUsdMax: 0.02 }));
  const said = async () => answers.sample(REQUEST, never);
  const written = { kind: "text", text: "Written.", model: "test/model" };
  expect([await said(), await said(), await said()]).toEqual([
    written,
    written,
    { kind: "refused", why: "the run has reached a limit" },
  ]);
  abort.abort();
  expect(await said()).toEqual({ kind: "refused", why: "no prompt is being worked on" });
});

test("what a server asks a model holds no secret, nor does what a person is shown of it", async () => {
  const told: string[] = [];
  const run: ServersRun = {
    ...runOf(never),
    model: {
      ...model,
      async *step(request, signal) {
        told.push(JSON.stringify(request));
        yield* model.step(request, signal);
      },
    },
    policy: () =>
      permissionPolicy({ mode: "default", rules: { allow: [], ask: [], deny: [] }, cwd: "/w", home: undefined }),
    approver: {
      approve: async (request) => {
        told.push(JSON.stringify(request));
        return { allowed: true };
      },
    },
    withoutSecrets: (text) => text.replaceAll("quagga", "[redacted]"),
  };
  const request = { ...REQUEST, system: "Say quagga.", messages: [{ role: "user", text: "a quagga" }] } as const;
  expect(await answersOf(run).sample(request, never)).toMatchObject({ kind: "text" });
  expect(told).toHaveLength(2);
  expect(told.join()).not.toContain("quagga");
  expect(told.join()).toContain("a [redacted]");
});

test.each(["file:///etc/passwd", "javascript:alert(1)", "vscode://x", "no address"])(
  "nobody is sent to what is no page of the web: %s",
  async (url) => {
    const inquiry = { kind: "page", url, message: "Log in." } as const;
    expect(await answersOf(undefined).inquire(inquiry, never)).toEqual({ kind: "declined" });
    const page = { ...inquiry, url: "https://example.com/login" };
    expect(await answersOf(undefined).inquire(page, never)).toEqual({ kind: "given", values: {} });
  },
);
