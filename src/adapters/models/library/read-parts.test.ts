import { ReadableStream } from "node:stream/web";
import fc from "fast-check";
import { expect, test } from "vitest";
import { choiceOver } from "../../../../test/play-wire.ts";
import { rounds } from "../../../../test/rounds.ts";
import { toFailure } from "../http/failures.ts";
import { ServerFault, TransportFault } from "../http/faults.ts";
import { faultOf, readParts } from "./read-parts.ts";

const play = (parts: readonly unknown[], isWhole = true) =>
  Array.fromAsync(
    readParts(ReadableStream.from(parts) as unknown as globalThis.ReadableStream<unknown>, {
      provider: "cohere",
      isWhole: () => isWhole,
    }),
  );

test("no part makes it throw: whatever a package gives comes to a reply or to a fault", async () => {
  const kinds = [
    "text-start",
    "text-delta",
    "text-end",
    "reasoning-start",
    "reasoning-delta",
    "reasoning-end",
    "error",
  ];
  const type = fc.constantFrom(
    ...kinds,
    "tool-input-start",
    "tool-input-delta",
    "tool-call",
    "finish",
    "raw",
    "source",
  );
  const part = fc.record(
    {
      type,
      ...Object.fromEntries(
        ["id", "delta", "toolCallId", "toolName", "input", "usage", "finishReason", "error", "providerMetadata"].map(
          (name) => [name, fc.oneof(fc.constantFrom("a", "b"), fc.jsonValue({ maxDepth: 3 }))],
        ),
      ),
    },
    { requiredKeys: ["type"] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(part, part, fc.anything()), { maxLength: 12 }), async (parts) => {
      const events = await play(parts);
      expect(["reply", "fault"]).toContain(events.at(-1)?.type);
      expect(events.filter((event) => event.type === "reply" || event.type === "fault")).toHaveLength(1);
    }),
    { numRuns: rounds(100) },
  );
});

test("whatever a package throws is a failure with a sentence", () => {
  const choice = choiceOver("compatible");
  fc.assert(
    fc.property(fc.anything(), fc.string(), (thrown, message) => {
      for (const error of [
        thrown,
        Object.assign(new Error(message), { statusCode: thrown, value: thrown, cause: thrown }),
      ]) {
        const fault = faultOf(error);
        expect(fault instanceof ServerFault || fault instanceof TransportFault).toBe(true);
        expect(toFailure(fault, choice).message).toMatch(/\S.*[.!?…]$/s);
      }
    }),
    { numRuns: rounds(100) },
  );
});

test("a call is made once it is whole, with what was signed; what the service runs itself is none of ours", async () => {
  const events = await play([
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "Hm." },
    { type: "reasoning-end", id: "0", providerMetadata: { cohere: { signature: "s" } } },
    { type: "tool-input-start", id: "one", toolName: "shell" },
    { type: "tool-input-delta", id: "one", delta: '{"command"' },
    { type: "tool-input-start", id: "two", toolName: "shell" },
    { type: "tool-call", toolCallId: "one", toolName: "shell", input: '{"command":"ls"}' },
    { type: "tool-call", toolCallId: "web", toolName: "search", input: "{}", providerExecuted: true },
    {
      type: "finish",
      finishReason: { unified: "tool-calls", raw: "x" },
      usage: { inputTokens: { total: 3 }, outputTokens: { total: 4 } },
    },
  ]);
  expect(events.at(-1)).toEqual({
    ...{ type: "reply", end: "calls" },
    content: [
      { kind: "reasoning", text: "Hm.", meta: { cohere: { cohere: { signature: "s" } } } },
      { kind: "call", call: { id: "one", name: "shell", input: { command: "ls" } } },
    ],
    usage: { inputTokens: 3, outputTokens: 4, cacheReadTokens: 0, cacheWriteTokens: 0 },
  });
});
