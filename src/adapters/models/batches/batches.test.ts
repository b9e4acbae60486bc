import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BatchServer,
  type Fate,
  startAnthropicBatches,
  startOpenAiBatches,
} from "../../../../test/e2e/provider-servers/batches.ts";
import { rounds } from "../../../../test/rounds.ts";
import { type BatchAnswer, BatchFault } from "../../../core/ports/batches.ts";
import { resolveModel } from "../services/providers.ts";
import { openBatches } from "./index.ts";

const SERVICES = [
  { name: "OpenAI Responses", start: startOpenAiBatches, model: "openai/gpt-5.5", api: "responses", finds: true },
  { name: "OpenAI Chat", start: startOpenAiBatches, model: "openai/gpt-5.5", api: "chat", finds: true },
  { name: "Anthropic", start: startAnthropicBatches, model: "anthropic/claude-x", api: "", finds: false },
];

async function open({ model, api }: (typeof SERVICES)[number], server: BatchServer) {
  const keys = { OPENAI_API_KEY: "key-of-a-test", ANTHROPIC_API_KEY: "key-of-a-test" };
  const urls = { OPENAI_BASE_URL: `${server.url}/v1`, ANTHROPIC_BASE_URL: server.url };
  const choice = resolveModel(model, { environment: { ...keys, ...urls }, api });
  if ("message" in choice) throw new Error(choice.message);
  const service = await openBatches(choice, {});
  if (!service) throw new Error("it has no batches");
  return service;
}

const never = new AbortController().signal;
const fate = fc.oneof(
  fc.record({
    kind: fc.constant("text" as const),
    text: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== ""),
  }),
  fc.record({
    kind: fc.constant("call" as const),
    name: fc.constant("read_file"),
    input: fc.dictionary(fc.string(), fc.string()),
  }),
  fc.record({
    kind: fc.constant("refused" as const),
    status: fc.constantFrom(400, 500),
    message: fc.constant("no such thing"),
  }),
  fc.constant({ kind: "expired" as const }),
);

describe.each(SERVICES)("$name", (row) => {
  test("whatever becomes of a request is told under its id, by a process that knows the name of the batch alone", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 8 }), async (given) => {
        const fates = new Map<string, Fate>(given.map((one, index) => [`r-${index}`, one as Fate]));
        const server = await row.start((id) => fates.get(id) ?? { kind: "expired" });
        try {
          const requests = [...fates.keys()].map((id) => ({
            id,
            request: {
              system: "Be brief.",
              messages: [{ role: "user", text: `ask ${id}\n--x` }],
              tools: [],
              sessionId: "s",
            } as const,
          }));
          const key = "my-batch_1";
          const name = await (await open(row, server)).submit(requests, key, never);
          expect([...server.handedIn.keys()]).toEqual([...fates.keys()]);
          for (const [id, { body }] of server.handedIn) {
            expect(JSON.stringify(body)).toContain(`ask ${id}\\n--x`);
            expect(body).not.toHaveProperty("stream");
          }
          const later = await open(row, server);
          expect(await later.find(key, never)).toBe(row.finds ? name : undefined);
          expect(await later.find("another", never)).toBeUndefined();
          expect(await later.look(name, never)).toMatchObject({ kind: "working", answered: 0 });
          server.end();
          const answered = given.filter(({ kind }) => kind === "text" || kind === "call").length;
          const counts = { answered, failed: given.length - answered, total: given.length };
          expect(await later.look(name, never)).toEqual({ kind: "ended", ...counts });
          const answers = await Array.fromAsync(later.answers(name, never));
          expect(new Map(answers.map((answer) => [answer.id, plain(answer)]))).toEqual(
            new Map([...fates].map(([id, one]) => [id, expected(one)])),
          );
        } finally {
          await server.close();
        }
      }),
      { numRuns: rounds(15) },
    );
  });

  test("a batch that is not there, and a service that is not, are faults in the words of a step", async () => {
    const server = await row.start(() => ({ kind: "expired" }));
    const service = await open(row, server);
    await expect(service.look("gone", never)).rejects.toMatchObject({ failure: { kind: "bad-request", status: 404 } });
    await server.close();
    const fault = await service.look("gone", never).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(BatchFault);
    expect((fault as BatchFault).failure).toMatchObject({
      kind: "network",
      message: expect.stringContaining("nothing listens there"),
    });
  });
});

function plain(answer: BatchAnswer): object {
  if (answer.kind === "failed")
    return { kind: answer.kind, message: /no such thing|expired/.exec(answer.failure.message)?.[0] };
  return {
    kind: answer.kind,
    end: answer.end,
    content: answer.content.map(({ meta: _, ...part }) => part),
    tokens: answer.usage.inputTokens,
  };
}

function expected(one: Fate): object {
  switch (one.kind) {
    case "text":
      return { kind: "reply", end: "stop", content: [{ kind: "text", text: one.text }], tokens: 7 };
    case "call": {
      const call = { id: "c1", name: one.name, input: { ...one.input } };
      return { kind: "reply", end: "calls", content: [{ kind: "call", call }], tokens: 7 };
    }
    case "refused":
      return { kind: "failed", message: "no such thing" };
    case "expired":
      return { kind: "failed", message: "expired" };
  }
}

test("a service without batches has none", async () => {
  const choice = resolveModel("ollama/m", { environment: {} });
  expect("message" in choice ? choice : await openBatches(choice, {})).toBeUndefined();
});
