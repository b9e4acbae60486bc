import { describe, expect, test } from "vitest";
import type { ModelClient, ModelPart, ModelRequest } from "../ports/model.ts";
import type { Clock } from "../ports/session.ts";
import type { ModelFailure } from "../protocol/outcome.ts";
import { NO_USAGE } from "../protocol/usage.ts";
import { stepWithRetry } from "./retry.ts";

const REQUEST: ModelRequest = { system: "", messages: [], tools: [], sessionId: "s" };

function fail(kind: ModelFailure["kind"], more: Partial<ModelFailure> = {}): ModelPart {
  return { type: "failed", failure: { kind, message: kind, ...more } };
}

function end(text: string): ModelPart {
  const content = text === "" ? [] : [{ kind: "text" as const, text }];
  return { type: "end", content, end: "stop", usage: NO_USAGE, costUsd: 0 };
}

/** A model that plays these steps, and a clock that notes how long it slept. */
function scene(steps: readonly (readonly ModelPart[])[], random = 1) {
  let calls = 0;
  const sleeps: number[] = [];
  const model: ModelClient = {
    id: "test/model",
    abilities: { nativeTools: true },
    async *step() {
      yield* steps[calls++] ?? [];
    },
  };
  const clock: Clock = {
    now: () => 0,
    sleep: async (ms) => {
      sleeps.push(ms);
    },
    random: () => random,
    id: () => "id",
  };
  return { model, clock, sleeps, calls: () => calls };
}

async function run(set: ReturnType<typeof scene>, options = {}, signal = new AbortController().signal) {
  return Array.fromAsync(stepWithRetry(set.model, REQUEST, { clock: set.clock, signal, ...options }));
}

describe("a step with retries", () => {
  test("passes a good reply on untouched", async () => {
    const parts: ModelPart[] = [{ type: "text-delta", text: "Hi" }, end("Hi")];
    const set = scene([parts]);
    expect(await run(set)).toEqual(parts);
    expect(set.sleeps).toEqual([]);
  });

  test("asks again after failures that pass, waiting longer each time, and shows each", async () => {
    const set = scene([
      [fail("network")],
      [{ type: "text-delta", text: "hal" }, fail("overloaded")],
      [fail("stalled")],
      [end("Hi")],
    ]);
    const parts = await run(set);
    expect(parts.map((part) => part.type)).toEqual(["retry", "text-delta", "retry", "retry", "end"]);
    expect(set.sleeps).toEqual([1000, 2000, 4000]);
    expect(parts[0]).toMatchObject({ attempt: 1, attemptsMax: 5, delayMs: 1000, failure: { kind: "network" } });
  });

  test("half of the wait is jitter", async () => {
    const set = scene([[fail("network")], [fail("network")], [end("Hi")]], 0);
    await run(set);
    expect(set.sleeps).toEqual([500, 1000]);
  });

  test("waits as long as the server asks, within the bound", async () => {
    const set = scene([
      [fail("rate-limit", { retryAfterMs: 7000 })],
      [fail("rate-limit", { retryAfterMs: 3_600_000 })],
      [end("Hi")],
    ]);
    await run(set, { delayMaxMs: 30_000 });
    expect(set.sleeps).toEqual([7000, 30_000]);
  });

  test("a wait of nothing is still a wait", async () => {
    const set = scene([[fail("rate-limit", { retryAfterMs: 0 })], [end("Hi")]]);
    await run(set);
    expect(set.sleeps).toEqual([250]);
  });

  test.each(["auth", "bad-request", "overflow", "refused", "tools-unsupported", "replay-mismatch", "unknown"] as const)(
    "gives up at once on %s",
    async (kind) => {
      const set = scene([[fail(kind)], [end("never")]]);
      expect(await run(set)).toEqual([fail(kind)]);
    },
  );

  test("gives up after the last attempt with the last failure", async () => {
    const set = scene(Array.from({ length: 9 }, (_, index) => [fail("network", { message: `try ${index + 1}` })]));
    const parts = await run(set, { attemptsMax: 3 });
    expect(parts.at(-1)).toEqual(fail("network", { message: "try 3" }));
    expect(set.calls()).toBe(3);
  });

  test("asks once more for an empty answer, then takes it", async () => {
    const set = scene([[end("")], [end("  ")], [end("never")]]);
    const parts = await run(set);
    expect(parts.map((part) => part.type)).toEqual(["retry", "end"]);
    expect(set.sleeps).toEqual([]);
  });

  test("fails where a prompt would be answered by nothing", async () => {
    const set = scene([[end("")], [end("")], [end("never")]]);
    const request: ModelRequest = { ...REQUEST, messages: [{ role: "user", text: "hello" }] };
    const { signal } = new AbortController();
    const parts = await Array.fromAsync(stepWithRetry(set.model, request, { clock: set.clock, signal }));
    expect(parts.at(-1)).toMatchObject({
      type: "failed",
      failure: { message: expect.stringContaining("answered nothing") },
    });
  });

  test("an empty answer without a reason for its end is asked for once more too", async () => {
    const unsaid: ModelPart = { type: "end", content: [], end: "other", usage: NO_USAGE, costUsd: 0 };
    const set = scene([[unsaid], [end("text")]]);
    expect((await run(set)).map((part) => part.type)).toEqual(["retry", "end"]);
  });

  test("throws when the signal aborts during the wait", async () => {
    const controller = new AbortController();
    const set = scene([[fail("network")], [end("never")]]);
    set.clock.sleep = async () => controller.abort(new Error("stop"));
    await expect(run(set, {}, controller.signal)).rejects.toThrow("stop");
    expect(set.calls()).toBe(1);
  });
});
