import { expect, test } from "vitest";
import { choiceOver, playWire, replyOf } from "../../../../test/play-wire.ts";
import type { ReplyPart } from "../../../core/protocol/event.ts";
import { request } from "./gemini.ts";

const choice = choiceOver("gemini", { model: "gemini-3-pro" });
const chunk = (parts: readonly object[], more: object = {}, whole: object = {}) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts }, ...more }], ...whole })}\n\n`;
const STOP = { finishReason: "STOP" };

function sentBack(content: readonly ReplyPart[], model = choice.model): unknown {
  const messages = [{ role: "assistant", content }] as const;
  return request({ system: "", messages, tools: [], sessionId: "s" }, { ...choice, model }).body["contents"];
}

test("signatures stay with the text or the call that they came with, and go back there", async () => {
  const text =
    chunk([{ text: "Thinking.", thought: true }]) +
    chunk([{ text: "Let me " }]) +
    chunk([{ text: "look." }, { text: "", thoughtSignature: "c2lnLTE" }]) +
    chunk([
      { functionCall: { name: "shell", args: { a: 1 } }, thoughtSignature: "c2lnLTI" },
      { functionCall: { name: "shell", args: {}, id: "own" } },
    ]) +
    chunk([], STOP);
  const { content, end } = replyOf(await playWire(choice, text));
  expect([content, end]).toEqual([
    [
      { kind: "reasoning", text: "Thinking." },
      { kind: "text", text: "Let me look.", meta: { google: { thoughtSignature: "c2lnLTE" } } },
      {
        kind: "call",
        call: { id: "call_1", name: "shell", input: { a: 1 } },
        meta: { google: { thoughtSignature: "c2lnLTI" } },
      },
      { kind: "call", call: { id: "own", name: "shell", input: {} } },
    ],
    "calls",
  ]);
  expect(sentBack(content)).toEqual([
    {
      role: "model",
      parts: [
        { text: "Let me look.", thoughtSignature: "c2lnLTE" },
        { functionCall: { id: "call_1", name: "shell", args: { a: 1 } }, thoughtSignature: "c2lnLTI" },
        { functionCall: { id: "own", name: "shell", args: {} } },
      ],
    },
  ]);
});

test("a call that another model made is marked as such for the models that want signatures", () => {
  const content = [{ kind: "call", call: { id: "a", name: "shell", input: {} } }] as const;
  const call = { functionCall: { id: "a", name: "shell", args: {} } };
  expect(sentBack(content)).toEqual([
    { role: "model", parts: [{ ...call, thoughtSignature: "skip_thought_signature_validator" }] },
  ]);
  expect(sentBack(content, "gemini-2.5-pro")).toEqual([{ role: "model", parts: [call] }]);
});

test("arguments that come piece by piece are put together by their paths", async () => {
  const piece = (jsonPath: string, value: object, willContinue = false) => ({
    functionCall: {
      partialArgs: [{ jsonPath, ...value, ...(willContinue ? { willContinue } : {}) }],
      willContinue: true,
    },
  });
  const text =
    chunk([{ functionCall: { name: "write", willContinue: true }, thoughtSignature: "c2ln" }]) +
    chunk([piece("$.items[0].name", { stringValue: "ap" }, true), piece("$.items[0].name", { stringValue: "ple" })]) +
    chunk([piece("$.items[0].price", { numberValue: 0.5 }), piece("$.items[1]['a b']", { boolValue: true })]) +
    chunk([piece("$.none", { nullValue: "NULL_VALUE" }), piece("$.empty[]", {}), piece("$.items[]", {})]) +
    chunk([piece("$.__proto__.x", { numberValue: 1 }), piece("$.items[900]", { numberValue: 1 })]) +
    chunk([{ functionCall: {} }]) +
    chunk([{ functionCall: { name: "now" } }], STOP);
  const { content } = replyOf(await playWire(choice, text));
  expect(content.map((part) => part.kind === "call" && part.call)).toEqual([
    {
      id: "call_1",
      name: "write",
      input: { items: [{ name: "apple", price: 0.5 }, { "a b": true }], none: null, empty: [] },
    },
    { id: "call_2", name: "now", input: {} },
  ]);
  const half = chunk([{ functionCall: { name: "write", willContinue: true } }, piece("$.path", { stringValue: "/" })]);
  const cut = replyOf(await playWire(choice, half + chunk([], { finishReason: "MAX_TOKENS" })));
  expect(cut).toMatchObject({ content: [], end: "length" });
});

test("thinking and the server's own tools are paid for, so they are counted", async () => {
  const usageMetadata = {
    promptTokenCount: 100,
    toolUsePromptTokenCount: 7,
    cachedContentTokenCount: 60,
    candidatesTokenCount: 20,
    thoughtsTokenCount: 5,
  };
  const { usage } = replyOf(await playWire(choice, chunk([{ text: "x" }], STOP, { usageMetadata })));
  expect(usage).toEqual({ inputTokens: 107, outputTokens: 25, cacheReadTokens: 60, cacheWriteTokens: 0 });
});

test("a prompt that is blocked, a filter and arguments that the server could not read are told apart", async () => {
  const blocked = `data: ${JSON.stringify({ promptFeedback: { blockReason: "SAFETY" }, usageMetadata: {} })}\n\n`;
  const end = async (text: string) => replyOf(await playWire(choice, text)).end;
  expect(await end(blocked)).toBe("filtered");
  expect(await end(chunk([{ text: "x" }], { finishReason: "PROHIBITED_CONTENT" }))).toBe("filtered");
  expect(await end(chunk([], { finishReason: "MALFORMED_FUNCTION_CALL" }))).toBeUndefined();
  expect(await end(chunk([{ text: "x" }], { finishReason: "MAX_TOKENS" }))).toBe("length");
});

test("an answer that is a list in place of a stream is read as one", async () => {
  const list = [
    { candidates: [{ content: { parts: [{ text: "a" }] } }] },
    { candidates: [{ content: { parts: [{ text: "b" }] }, finishReason: "STOP" }] },
  ];
  expect(replyOf(await playWire(choice, JSON.stringify(list, null, 2), [3, 30]))).toMatchObject({
    content: [{ kind: "text", text: "ab" }],
    end: "stop",
  });
});

test("results are given by the names that the API has for them", () => {
  const results = [
    { callId: "a", name: "shell", text: "ok", failed: false },
    { callId: "b", name: "no such tool", text: "no", failed: true },
  ];
  const { body } = request({ system: "", messages: [{ role: "tool", results }], tools: [], sessionId: "s" }, choice);
  expect(body["contents"]).toEqual([
    {
      role: "user",
      parts: [
        { functionResponse: { id: "a", name: "shell", response: { output: "ok" } } },
        { functionResponse: { id: "b", name: "no_such_tool", response: { error: "no" } } },
      ],
    },
  ]);
});
