import { expect, test } from "vitest";
import type { ModelClient, ModelMessage } from "../ports/model.ts";
import { NO_USAGE } from "../protocol/usage.ts";
import { askForSummary, wholeTranscript } from "./summarize.ts";

const RESULT = "x".repeat(5_000);
const step = (count: number): ModelMessage[] => [
  { role: "assistant", content: [{ kind: "call", call: { id: "c", name: "read_file", input: { path: "a.ts" } } }] },
  {
    role: "tool",
    results: Array.from({ length: count }, () => ({ callId: "c", name: "read_file", text: RESULT, failed: false })),
  },
];
const MESSAGES: readonly ModelMessage[] = [{ role: "user", text: "fix it" }, ...step(1), ...step(2)];

/** What the summariser is asked, of so many characters at most. */
async function asked(charsMax: number, messages = MESSAGES): Promise<string> {
  const texts: string[] = [];
  const model: ModelClient = {
    id: "small/scribe",
    abilities: { nativeTools: true },
    async *step({ messages }) {
      for (const message of messages) if (message.role === "user") texts.push(message.text);
      yield { type: "end", content: [{ kind: "text", text: "fix it" }], end: "stop", usage: NO_USAGE, costUsd: 0 };
    },
  };
  const textReader = { json: async () => undefined } as never;
  const { signal } = new AbortController();
  const request = {
    messages,
    lastUserMessage: "fix it",
    charsMax,
    model,
    textReader,
    sessionId: "s",
    signal,
  };
  await askForSummary(request);
  return /<conversation>\n([\s\S]*)\n<\/conversation>/.exec(texts[0] ?? "")?.[1] ?? "";
}
const resultLengths = (text: string): number[] => (text.match(/x{9,}/g) ?? []).map(({ length }) => length);

test("results that nobody has read yet have the room that is left, then a part of it those before them, the newest first", async () => {
  expect(resultLengths(await asked(100_000))).toEqual([5_000, 5_000, 5_000]);
  const text = await asked(6_000);
  expect(text.length).toBeLessThanOrEqual(6_000);
  const [first = 0, ...newest] = resultLengths(text);
  expect(first).toBeLessThanOrEqual(601);
  for (const length of newest) expect(length).toBeGreaterThan(2_000);

  const many: ModelMessage[] = [{ role: "user", text: "fix it" }, ...Array.from({ length: 30 }, () => step(1)).flat()];
  for (const history of [many, [...many, { role: "user", text: "and now?" } as const]]) {
    const lengths = resultLengths(await asked(1_000_000, history));
    const whole = lengths.filter((length) => length === 5_000).length;
    expect([whole, lengths.slice(0, -5).every((length) => length === 600)]).toEqual([history === many ? 4 : 3, true]);
  }
});

test("what is kept of a conversation is all of it", () => {
  expect(resultLengths(wholeTranscript(MESSAGES, 100_000))).toEqual([5_000, 5_000, 5_000]);
});
