import { afterEach, expect, test } from "vitest";
import { HOSTILITIES, startHostileServer } from "../../../test/hostile-server.ts";
import type { ModelFailure } from "../../core/protocol/outcome.ts";
import { createModelClient } from "./model-client.ts";
import { resolveModel } from "./services/providers.ts";

let close = async (): Promise<void> => undefined;
afterEach(() => close());

const WIRES = [
  ["openai-compatible/m", "OPENAI_COMPATIBLE_BASE_URL"],
  ["anthropic/claude-m", "ANTHROPIC_BASE_URL"],
  ["google/gemini-3-m", "GOOGLE_BASE_URL"],
] as const;

type Kind = keyof typeof HOSTILITIES;

async function failureOf(kind: Kind, [name, variable]: (typeof WIRES)[number]) {
  const server = await startHostileServer(kind);
  close = server.close;
  const environment = { [variable]: server.url, ANTHROPIC_API_KEY: "key-of-a-test", GEMINI_API_KEY: "key-of-a-test" };
  const choice = resolveModel(name, { environment });
  if ("message" in choice) throw new Error(choice.message);
  const client = createModelClient(choice, { environment: {}, firstByteMs: 20_000, answerMs: 20_000 });
  const request = { system: "", messages: [{ role: "user", text: "Hello?" }], tools: [], sessionId: "s" } as const;
  let failure: ModelFailure | undefined;
  for await (const part of client.step(request, new AbortController().signal))
    if (part.type === "failed") failure = part.failure;
  return failure;
}

/** In the words of the first wire, which `test/e2e/soak.test.ts` plays through the program: to the others they are events that say nothing. */
const OF_FIRST: readonly Kind[] = [
  ...(["an answer", "an answer in single letters", "calls in an answer", "arguments of a call"] as const),
  ...(["thoughts in single letters", "an error"] as const),
];
const BODIES = (Object.keys(HOSTILITIES) as Kind[]).filter((kind) => !OF_FIRST.includes(kind));

test.each(WIRES.slice(1).flatMap((wire) => BODIES.map((kind) => [kind, wire] as const)))(
  "without an end, %s is a failure by name: %s",
  async (kind, wire) => {
    expect(await failureOf(kind, wire)).toMatchObject({
      kind: "over-budget",
      message: expect.stringMatching(
        /was cut off: it sent more than [\d,]+ .*; use another model, or correct .*_BASE_URL/,
      ),
    });
  },
);

test("an answer that goes on for ever is a failure by name, and what it said was shown", async () => {
  expect(await failureOf("an answer", WIRES[0])).toMatchObject({
    kind: "over-budget",
    message: expect.stringContaining("8,000,000 characters of answer"),
  });
});

test("an error without an end is an error of its status", async () => {
  expect(await failureOf("an error", WIRES[0])).toMatchObject({ kind: "bad-request", status: 400 });
});
