import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ModelClient, ModelPart, ModelRequest } from "../../core/ports/model.ts";
import type { ReplyPart } from "../../core/protocol/event.ts";
import { NO_USAGE } from "../../core/protocol/usage.ts";
import { withAnswerCache } from "./answer-cache.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-answers-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const REQUEST: ModelRequest = { system: "s", messages: [{ role: "user", text: "one" }], tools: [], sessionId: "a" };
const COSTS = { ...NO_USAGE, inputTokens: 7 };

function asked(answer: (request: ModelRequest) => { content: readonly ReplyPart[]; end?: "stop" | "length" }) {
  const requests: ModelRequest[] = [];
  const model: ModelClient = {
    id: "test/model",
    abilities: { nativeTools: true },
    async *step(request) {
      requests.push(request);
      yield { type: "end", end: "stop", usage: COSTS, costUsd: 1, ...answer(request) };
    },
  };
  return { model, requests };
}

const says = (text: string) => () => ({ content: [{ kind: "text" as const, text }] });

async function ask(model: ModelClient, request: ModelRequest = REQUEST): Promise<ModelPart[]> {
  return Array.fromAsync(model.step(request, new AbortController().signal));
}

test("the same request is answered once, in another session and process too, and costs nothing again", async () => {
  const { model, requests } = asked(says("the answer"));
  await ask(withAnswerCache(model, { folder, bytesMax: 1e6 }));
  const parts = await ask(withAnswerCache(model, { folder, bytesMax: 1e6 }), { ...REQUEST, sessionId: "b" });
  expect(requests).toHaveLength(1);
  expect(parts.map(({ type }) => type)).toEqual(["status", "text-delta", "end"]);
  expect(parts.at(-1)).toMatchObject({ content: [{ text: "the answer" }], usage: NO_USAGE, costUsd: 0 });
  expect(statSync(join(folder, readdirSync(folder)[0] ?? "")).mode & 0o777).toBe(0o600);
});

test.each<[string, Partial<ModelRequest>]>([
  ["another system prompt", { system: "t" }],
  ["another prompt", { messages: [{ role: "user", text: "two" }] }],
  ["another effort", { effort: "high" }],
  ["another temperature", { temperature: 0.5 }],
  ["another schema", { answerSchema: { type: "object" } }],
])("%s is another request", async (_, change) => {
  const { model, requests } = asked(says("x"));
  const cached = withAnswerCache(model, { folder, bytesMax: 1e6 });
  await ask(cached);
  await ask(cached, { ...REQUEST, ...change });
  expect(requests).toHaveLength(2);
});

test.each<[string, Parameters<typeof asked>[0], ModelRequest]>([
  [
    "where tools ran",
    says("x"),
    { ...REQUEST, messages: [{ role: "tool", results: [{ callId: "1", name: "shell", text: "now", failed: false }] }] },
  ],
  ["an answer that calls", () => ({ content: [{ kind: "call", call: { id: "1", name: "a", input: {} } }] }), REQUEST],
  ["an answer that was cut", () => ({ content: [{ kind: "text", text: "x" }], end: "length" }), REQUEST],
  ["an answer of nothing", says(" "), REQUEST],
  ["an answer that holds a secret", says(`the token is ghp_${"a1B2c3D4e5".repeat(3)}F6g7h8`), REQUEST],
])("%s is asked for again", async (_, answer, request) => {
  const { model, requests } = asked(answer);
  const cached = withAnswerCache(model, { folder, bytesMax: 1e6 });
  await ask(cached, request);
  await ask(cached, request);
  expect(requests).toHaveLength(2);
  expect(readdirSync(folder)).toEqual([]);
});

test("stays within its bound, and what is damaged is asked for again", async () => {
  const { model, requests } = asked(says("y".repeat(1000)));
  const cached = withAnswerCache(model, { folder, bytesMax: 3500 });
  for (let index = 0; index < 9; index++)
    await ask(cached, { ...REQUEST, messages: [{ role: "user", text: `${index}` }] });
  const files = readdirSync(folder);
  expect(files).toHaveLength(3);
  for (const name of files) writeFileSync(join(folder, name), "{");
  await ask(cached, { ...REQUEST, messages: [{ role: "user", text: "8" }] });
  expect(requests).toHaveLength(10);
});
