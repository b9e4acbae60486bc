import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Quirks, Wire } from "../services/providers.ts";
import { SseParser } from "./sse.ts";
import { StreamRepair } from "./stream-repair.ts";

interface Event {
  readonly choices?: readonly { readonly delta: Readonly<Record<string, unknown>>; readonly finish_reason?: string }[];
  readonly usage?: Readonly<Record<string, unknown>>;
}

function repair(wire: Wire, pieces: readonly string[], options: { quirks?: Quirks; takeEach?: boolean } = {}): Event[] {
  const stream = new StreamRepair(wire, options.quirks ?? {});
  let out = "";
  for (const piece of pieces) {
    stream.push(piece);
    if (options.takeEach) out += stream.take();
  }
  stream.end();
  out += stream.take();
  return new SseParser().push(out).map((event) => JSON.parse(event.data));
}

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const chat = (delta: object, more: object = {}) =>
  data({ id: "1", choices: [{ index: 0, delta, finish_reason: null, ...more }] });
const chatText = (events: readonly Event[]) =>
  events.map((event) => event.choices?.[0]?.delta["content"] ?? "").join("");

describe("deltas of one network read", () => {
  test("become one event", () => {
    const events = repair("compatible", [chat({ content: "a" }), chat({ content: 'b"\\' }), chat({ content: "🙂" })]);
    expect(events).toEqual([{ choices: [{ index: 0, delta: { content: 'ab"\\🙂' } }] }]);
  });

  test("of different places stay apart", () => {
    const call = (index: number, text: string) => chat({ tool_calls: [{ index, function: { arguments: text } }] });
    const events = repair("compatible", [
      chat({ reasoning_content: "r" }),
      chat({ content: "a" }),
      call(0, "{"),
      call(0, "}"),
      call(1, "{}"),
      chat({}, { finish_reason: "tool_calls" }),
    ]);
    expect(events.map((event) => event.choices?.[0]?.delta)).toEqual([
      { reasoning_content: "r" },
      { content: "a" },
      { tool_calls: [{ index: 0, function: { arguments: "{}" } }] },
      { tool_calls: [{ index: 1, function: { arguments: "{}" } }] },
      {},
    ]);
  });

  test("of the other wires join too, running totals included", () => {
    const anthropic = (text: string) =>
      data({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
    expect(repair("anthropic", [anthropic("a"), anthropic("b"), anthropic("c")])).toEqual([
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "abc" } },
    ]);
    const responses = (delta: string, sequence_number: number) =>
      data({
        type: "response.output_text.delta",
        sequence_number,
        item_id: "m",
        output_index: 0,
        content_index: 0,
        delta,
      });
    expect(repair("responses", [responses("a", 1), responses("b", 2), responses("c", 3)])).toMatchObject([
      { delta: "abc" },
    ]);
    const gemini = (text: string, total: number) =>
      data({ candidates: [{ content: { parts: [{ text }] } }], usageMetadata: { totalTokenCount: total } });
    expect(repair("gemini", [gemini("a", 1), gemini("b", 2)])).toEqual([
      { candidates: [{ content: { parts: [{ text: "ab" }] } }], usageMetadata: { totalTokenCount: 2 } },
    ]);
  });

  test("give the same text wherever the stream is cut and however often it is read", () => {
    const noise = fc.constantFrom({}, { obfuscation: "x7" }, { system_fingerprint: '{"content":"no"}' });
    const piece = fc.record({ content: fc.string({ unit: "binary" }), noise });
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 40 }), fc.boolean(), (pieces, size, takeEach) => {
        const text = pieces
          .map(({ content, noise: extra }) =>
            data({ ...extra, choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
          )
          .join("");
        const cut = text.match(new RegExp(`.{1,${size}}`, "gs")) ?? [];
        for (const wire of ["chat", "compatible"] as const) {
          expect(chatText(repair(wire, cut, { takeEach }))).toBe(pieces.map((entry) => entry.content).join(""));
        }
      }),
    );
  });
});

describe("named quirks", () => {
  test("done-without-reason: [DONE] ends the reply", () => {
    const events = repair("compatible", [chat({ content: "a" }), "data: [DONE]\n\n"]);
    expect(events.at(-1)?.choices?.[0]?.finish_reason).toBe("none_given");
    const calls = repair("compatible", [
      chat({ tool_calls: [{ index: 0, id: "x", function: { name: "f" } }] }),
      "data: [DONE]\n\n",
    ]);
    expect(calls.at(-1)?.choices?.[0]?.finish_reason).toBe("tool_calls");
  });

  test("whole-answer: a document in place of a stream is read as one", () => {
    const message = {
      role: "assistant",
      content: "Hi",
      tool_calls: [{ id: "x", function: { name: "f", arguments: { a: 1 } } }],
    };
    const answer = JSON.stringify(
      { object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] },
      null,
      2,
    );
    expect(repair("compatible", answer.match(/.{1,7}/gs) ?? [])).toEqual([
      {
        choices: [
          {
            index: 0,
            delta: { content: "Hi", tool_calls: [{ id: "x", function: { name: "f", arguments: '{"a":1}' } }] },
            finish_reason: "stop",
          },
        ],
      },
    ]);
  });

  test("fields that no reply is made of cannot break it", () => {
    const odd = {
      id: 7,
      created: "now",
      choices: [{ index: 0, delta: { role: "tool", content: "a", audio: {} }, logprobs: 5 }],
    };
    expect(
      repair("compatible", [data(odd), data({ choices: null }), data({ choices: [], usage: { prompt_tokens: "3" } })]),
    ).toEqual([
      { choices: [{ index: 0, delta: { content: "a" } }] },
      { choices: [], usage: { prompt_tokens_details: {}, completion_tokens_details: {} } },
    ]);
  });

  test("repeated-reasoning and reasoning-apart (xAI)", () => {
    const quirks = { repeatedReasoning: true, reasoningApart: true };
    const usage = { prompt_tokens: 5, completion_tokens: 20, completion_tokens_details: { reasoning_tokens: 10 } };
    const thinking = chat({ reasoning_content: "Thinking… " });
    const events = repair(
      "compatible",
      [thinking, thinking, chat({ reasoning_content: "now" }), data({ choices: [], usage })],
      { quirks },
    );
    expect(events[0]?.choices?.[0]?.delta["reasoning_content"]).toBe("Thinking… now");
    expect(events[1]?.usage?.["completion_tokens"]).toBe(30);
  });

  test("an empty event and a last one without its blank line do no harm", () => {
    const events = repair("anthropic", ["event: ping\n\n", "data: \n\n", 'data: {"type":"message_stop"}']);
    expect(events).toEqual([{ type: "message_stop" }]);
  });

  test.each([
    ["compatible", { error: { message: "boom", code: 503 } }, 503],
    ["compatible", { error: "boom" }, undefined],
    ["compatible", { object: "error", message: "boom", code: 400 }, 400],
    [
      "responses",
      { type: "response.failed", response: { error: { code: "server_error", message: "boom" } } },
      undefined,
    ],
    ["anthropic", { type: "error", error: { type: "overloaded_error", message: "boom" } }, undefined],
    ["gemini", { error: { code: 429, message: "boom", status: "RESOURCE_EXHAUSTED" } }, 429],
  ] as const)("an error inside a stream is found (%s, %j)", (wire, error, status) => {
    const stream = new StreamRepair(wire, {});
    stream.push(data(error));
    stream.push(chat({ content: "not passed on" }));
    expect(stream.take()).toBe("");
    expect(stream.fault?.status).toBe(status);
    expect(stream.fault?.body).toContain("boom");
  });
});
