import { expect, test } from "vitest";
import { choiceOver, playWire, replyOf } from "../../../../test/play-wire.ts";
import { request } from "./anthropic.ts";

const choice = choiceOver("anthropic", { model: "claude-sonnet-5-5" });
const stream = (...events: readonly object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const start = (usage: object) => ({ type: "message_start", message: { type: "message", content: [], usage } });
const block = (index: number, content_block: object, ...deltas: readonly object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const end = (stop_reason: string, usage: object = {}) => [
  { type: "message_delta", delta: { stop_reason }, usage },
  { type: "message_stop" },
];

test("thinking keeps its signature, redacted thinking its data, and both go back as they came", async () => {
  const text = stream(
    start({ input_tokens: 3 }),
    ...block(
      0,
      { type: "thinking", thinking: "", signature: "" },
      { type: "thinking_delta", thinking: "First " },
      { type: "thinking_delta", thinking: "this." },
      { type: "signature_delta", signature: "c2ln" },
    ),
    ...block(1, { type: "redacted_thinking", data: "b3BhcXVl" }),
    ...block(2, { type: "tool_use", id: "toolu_1", name: "shell", input: {} }),
    ...end("tool_use"),
  );
  const { content } = replyOf(await playWire(choice, text));
  expect(content).toEqual([
    { kind: "reasoning", text: "First this.", meta: { anthropic: { signature: "c2ln" } } },
    { kind: "reasoning", text: "", meta: { anthropic: { redactedData: "b3BhcXVl" } } },
    { kind: "call", call: { id: "toolu_1", name: "shell", input: {} } },
  ]);
  const messages = [{ role: "assistant", content }] as const;
  expect(request({ system: "", messages, tools: [], sessionId: "s" }, choice).body["messages"]).toEqual([
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "First this.", signature: "c2ln" },
        { type: "redacted_thinking", data: "b3BhcXVl" },
        { type: "tool_use", id: "toolu_1", name: "shell", input: {} },
      ],
    },
  ]);
});

test("thinking of another provider does not go to this one", () => {
  const content = [
    { kind: "reasoning", text: "x", meta: { openai: { itemId: "rs_1", reasoningEncryptedContent: "e" } } },
    { kind: "text", text: "y" },
  ] as const;
  const { body } = request(
    { system: "", messages: [{ role: "assistant", content }], tools: [], sessionId: "s" },
    choice,
  );
  expect(body["messages"]).toEqual([{ role: "assistant", content: [{ type: "text", text: "y" }] }]);
});

test("a text with citations is whole, and tools that the server runs are no calls of ours", async () => {
  const text = stream(
    start({}),
    ...block(
      0,
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
      { type: "input_json_delta", partial_json: '{"query":"x"}' },
    ),
    ...block(1, { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] }),
    ...block(
      2,
      { type: "text", text: "", citations: [] },
      { type: "text_delta", text: "It is " },
      { type: "citations_delta", citation: { type: "char_location", cited_text: "so", document_index: 0 } },
      { type: "text_delta", text: "so." },
    ),
    ...end("end_turn"),
  );
  expect(replyOf(await playWire(choice, text))).toMatchObject({
    content: [{ kind: "text", text: "It is so." }],
    end: "stop",
  });
});

test("counts of the start are completed by those of the end; cached tokens are part of the input", async () => {
  const text = stream(
    start({ input_tokens: 10, cache_read_input_tokens: 200, cache_creation_input_tokens: 30, output_tokens: 1 }),
    ...end("end_turn", { output_tokens: 77, output_tokens_details: { thinking_tokens: 40 } }),
  );
  expect(replyOf(await playWire(choice, text)).usage).toEqual({
    inputTokens: 240,
    outputTokens: 77,
    cacheReadTokens: 200,
    cacheWriteTokens: 30,
  });
});

test.each([
  ["refusal", "filtered"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["pause_turn", "stop"],
  ["a reason of next year", "other"],
])("the stop reason %s is %s", async (reason, expected) => {
  const text = stream(start({}), ...block(0, { type: "text", text: "Hm" }), ...end(reason));
  expect(replyOf(await playWire(choice, text))).toMatchObject({ content: [{ text: "Hm" }], end: expected });
});

test("a server that does not stream answers with the message", async () => {
  const message = {
    type: "message",
    content: [
      { type: "text", text: "Hi" },
      { type: "tool_use", id: "t", name: "shell", input: { command: "ls" } },
    ],
    stop_reason: "tool_use",
    usage: { input_tokens: 4, output_tokens: 2 },
  };
  expect(replyOf(await playWire(choice, JSON.stringify(message, null, 1), [9, 40]))).toMatchObject({
    content: [
      { kind: "text", text: "Hi" },
      { kind: "call", call: { id: "t", name: "shell", input: { command: "ls" } } },
    ],
    end: "calls",
    usage: { inputTokens: 4, outputTokens: 2 },
  });
});

test("results and what is said behind them are one message, and a text of spaces is none", () => {
  const messages = [
    { role: "user", text: "go" },
    {
      role: "assistant",
      content: [
        { kind: "text", text: " \n" },
        { kind: "call", call: { id: "a", name: "x!", input: "{" } },
      ],
    },
    { role: "tool", results: [{ callId: "a", name: "x!", text: "no JSON", failed: true }] },
    { role: "user", text: "and?" },
  ] as const;
  expect(request({ system: "", messages, tools: [], sessionId: "s" }, choice).body["messages"]).toEqual([
    { role: "user", content: [{ type: "text", text: "go" }] },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "a", name: "x_", input: { unreadable_arguments: "{" } }],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "no JSON", is_error: true },
        { type: "text", text: "and?" },
      ],
    },
  ]);
});

test("an answer may be as long as the model can write, which the API wants to be told", () => {
  const ask = { system: "", messages: [], tools: [], sessionId: "s" };
  const most = (model: string, more = {}) => request({ ...ask, ...more }, { ...choice, model }).body["max_tokens"];
  expect([most("claude-sonnet-5-5"), most("claude-sonnet-4-5-20250929"), most("claude-next"), most("glm-9")]).toEqual([
    128_000, 64_000, 32_000, 8192,
  ]);
  expect(most("claude-sonnet-5-5", { outputTokensMax: 7 })).toBe(7);
});
