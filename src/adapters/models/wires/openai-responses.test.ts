import { expect, test } from "vitest";
import { choiceOver, playWire, replyOf, shown } from "../../../../test/play-wire.ts";
import { request } from "./openai-responses.ts";

const choice = choiceOver("responses", { model: "gpt-5.5" });
const stream = (...events: readonly object[]) =>
  events.map((event, sequence_number) => `data: ${JSON.stringify({ ...event, sequence_number })}\n\n`).join("");
const added = (output_index: number, item: object) => ({ type: "response.output_item.added", output_index, item });
const done = (output_index: number, item: object) => ({ type: "response.output_item.done", output_index, item });
const completed = (more: object = {}) => ({ type: "response.completed", response: { status: "completed", ...more } });

test("sealed thinking comes in parts and goes back as the one item that it was", async () => {
  const summary = (summary_index: number, delta: string) => ({
    type: "response.reasoning_summary_text.delta",
    output_index: 0,
    summary_index,
    delta,
  });
  const text = stream(
    added(0, { type: "reasoning", id: "rs_1", summary: [] }),
    summary(0, "One"),
    summary(0, "."),
    summary(1, "Two."),
    done(0, { type: "reasoning", id: "rs_1", encrypted_content: "c2VhbA", summary: [] }),
    added(1, { type: "function_call", id: "fc_1", call_id: "call_1", name: "shell", arguments: "" }),
    { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"a":' },
    { type: "response.function_call_arguments.delta", output_index: 1, delta: "1}" },
    done(1, { type: "function_call", id: "fc_1", call_id: "call_1", name: "shell", arguments: '{"a":1}' }),
    completed(),
  );
  const events = await playWire(choice, text);
  expect(shown(events, "reasoning-delta")).toBe("One.Two.");
  const { content, end } = replyOf(events);
  const meta = { openai: { itemId: "rs_1", reasoningEncryptedContent: "c2VhbA" } };
  expect([content, end]).toEqual([
    [
      { kind: "reasoning", text: "One.", meta },
      { kind: "reasoning", text: "Two.", meta },
      { kind: "call", call: { id: "call_1", name: "shell", input: { a: 1 } } },
    ],
    "calls",
  ]);
  const messages = [{ role: "assistant", content }] as const;
  const { body } = request({ system: "", messages, tools: [], sessionId: "s" }, choice);
  expect(body["input"]).toEqual([
    {
      type: "reasoning",
      id: "rs_1",
      encrypted_content: "c2VhbA",
      summary: [
        { type: "summary_text", text: "One." },
        { type: "summary_text", text: "Two." },
      ],
    },
    { type: "function_call", call_id: "call_1", name: "shell", arguments: '{"a":1}' },
  ]);
  expect(body).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
});

test("comments on the way are told from the answer by their phase, and go back with it", async () => {
  const say = (at: number, delta: string) => ({ type: "response.output_text.delta", output_index: at, delta });
  const text = stream(
    added(0, { type: "message", id: "m1", phase: "commentary" }),
    say(0, "Looking."),
    done(0, { type: "message", id: "m1", phase: "commentary", content: [] }),
    added(1, { type: "message", id: "m2" }),
    say(1, "Found."),
    done(1, { type: "message", id: "m2", phase: "final_answer", content: [] }),
    completed(),
  );
  const { content } = replyOf(await playWire(choice, text));
  const messages = [{ role: "assistant", content }] as const;
  expect(request({ system: "", messages, tools: [], sessionId: "s" }, choice).body["input"]).toEqual([
    { role: "assistant", content: "Looking.", phase: "commentary" },
    { role: "assistant", content: "Found.", phase: "final_answer" },
  ]);
});

test("a refusal is the text of a reply that was filtered; a call beside it is made all the same", async () => {
  const refusal = [
    added(0, { type: "message", id: "m" }),
    { type: "response.refusal.delta", output_index: 0, delta: "I will not." },
    done(0, { type: "message", id: "m", content: [{ type: "refusal", refusal: "I will not." }] }),
  ];
  expect(replyOf(await playWire(choice, stream(...refusal, completed())))).toMatchObject({
    content: [{ kind: "text", text: "I will not." }],
    end: "filtered",
  });
});

test("annotations and the server's own tools leave text and calls as they are", async () => {
  const text = stream(
    added(0, { type: "web_search_call", id: "ws_1", status: "in_progress" }),
    done(0, { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "x" } }),
    added(1, { type: "message", id: "m" }),
    { type: "response.output_text.delta", output_index: 1, delta: "So it is." },
    { type: "response.output_text.annotation.added", output_index: 1, annotation: { type: "url_citation", url: "u" } },
    done(1, { type: "message", id: "m", content: [{ type: "output_text", text: "So it is." }] }),
    completed({
      usage: {
        input_tokens: 50,
        input_tokens_details: { cached_tokens: 30, cache_write_tokens: 4 },
        output_tokens: 9,
        output_tokens_details: { reasoning_tokens: 5 },
      },
    }),
  );
  expect(replyOf(await playWire(choice, text))).toMatchObject({
    content: [{ kind: "text", text: "So it is." }],
    end: "stop",
    usage: { inputTokens: 50, outputTokens: 9, cacheReadTokens: 30, cacheWriteTokens: 4 },
  });
});

test("servers that leave out deltas or the end of an item are read by what they do say", async () => {
  const call = { type: "function_call", call_id: "c", name: "shell", arguments: '{"a":1}' };
  const message = { type: "message", content: [{ type: "output_text", text: "Hi" }] };
  const expected = {
    content: [
      { kind: "text", text: "Hi" },
      { kind: "call", call: { id: "c", name: "shell", input: { a: 1 } } },
    ],
    end: "calls",
  };
  const withoutDeltas = stream(
    added(0, {}),
    done(0, message),
    added(1, { ...call, arguments: "" }),
    done(1, call),
    completed(),
  );
  const withoutEnds = stream(
    added(0, { type: "message" }),
    { type: "response.output_text.delta", output_index: 0, delta: "Hi" },
    added(1, { ...call, arguments: "" }),
    { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"a":1}' },
    completed({ output: [message, call] }),
  );
  const withoutStream = JSON.stringify({ object: "response", status: "completed", output: [message, call] });
  for (const text of [withoutDeltas, withoutEnds, withoutStream])
    expect(replyOf(await playWire(choice, text))).toMatchObject(expected);
});

test("a call that the end of the answer leaves undone is not made", async () => {
  const text = stream(
    added(0, { type: "function_call", call_id: "c", name: "shell", arguments: "" }),
    { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"command":"rm' },
    { type: "response.incomplete", response: { incomplete_details: { reason: "max_output_tokens" } } },
  );
  expect(replyOf(await playWire(choice, text))).toMatchObject({ content: [], end: "length" });
});
