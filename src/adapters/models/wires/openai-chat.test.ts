import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { choiceOver, playWire, replyOf, shown } from "../../../../test/play-wire.ts";
import type { Quirks } from "../services/provider.ts";
import { request } from "./openai-chat.ts";

const DONE = "data: [DONE]\n\n";
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (delta: object, more: object = {}) =>
  data({ choices: [{ index: 0, delta, finish_reason: null, ...more }] });
const STOP = chunk({}, { finish_reason: "stop" });
const call = (...tool_calls: readonly object[]) => chunk({ tool_calls });

const play = async (text: string, quirks: Quirks = {}) =>
  replyOf(await playWire(choiceOver("compatible", { quirks }), text));
const callsOf = async (text: string) =>
  (await play(text)).content.flatMap((part) => (part.kind === "call" ? [[part.call.name, part.call.input]] : []));

describe("servers that do it otherwise", () => {
  test("done-without-reason: [DONE] ends the reply", async () => {
    expect(await play(chunk({ content: "a" }) + DONE)).toMatchObject({ content: [{ text: "a" }], end: "other" });
    const called = call({ index: 0, id: "x", function: { name: "f" } }) + DONE;
    expect((await play(called)).end).toBe("calls");
    expect((await play(chunk({ content: "a" }))).end).toBeUndefined();
  });

  test("whole-answer: a document in place of a stream is read as one", async () => {
    const message = {
      role: "assistant",
      content: "Hi",
      tool_calls: [{ id: "x", function: { name: "f", arguments: { a: 1 } } }],
    };
    const answer = JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }, null, 2);
    expect(await play(answer)).toMatchObject({
      content: [
        { kind: "text", text: "Hi" },
        { kind: "call", call: { id: "x", name: "f", input: { a: 1 } } },
      ],
      end: "calls",
    });
  });

  test("fields that no reply is made of cannot break it", async () => {
    const odd = { id: 7, created: "now", choices: [{ delta: { role: "tool", content: "a", audio: {} }, logprobs: 5 }] };
    const text =
      data(odd) + data({ choices: null }) + data({ choices: [], usage: { prompt_tokens: "3" } }) + data(null);
    expect(await play(text + STOP)).toMatchObject({ content: [{ kind: "text", text: "a" }], end: "stop" });
  });

  test("repeated-reasoning and reasoning-apart (xAI)", async () => {
    const quirks = { repeatedReasoning: true, reasoningApart: true };
    const usage = { prompt_tokens: 5, completion_tokens: 20, completion_tokens_details: { reasoning_tokens: 10 } };
    const thinking = chunk({ reasoning_content: "Thinking… " });
    const text = thinking + thinking + chunk({ reasoning_content: "now" }) + STOP + data({ choices: [], usage });
    expect(await play(text, quirks)).toMatchObject({
      content: [{ kind: "reasoning", text: "Thinking… now" }],
      usage: { outputTokens: 30 },
    });
    expect(await play(text)).toMatchObject({
      content: [{ kind: "reasoning", text: "Thinking… Thinking… now" }],
      usage: { outputTokens: 20 },
    });
  });

  test("counts inside the choice, beside the total and in Groq's own place", async () => {
    const counted = { prompt_tokens: 9, completion_tokens: 2, prompt_cache_hit_tokens: 4 };
    const expected = { inputTokens: 9, outputTokens: 2, cacheReadTokens: 4, cacheWriteTokens: 0 };
    for (const text of [
      chunk({}, { finish_reason: "stop", usage: counted }),
      STOP + data({ choices: [], usage: counted }),
      STOP + data({ choices: [], x_groq: { usage: counted } }),
    ])
      expect((await play(text)).usage).toEqual(expected);
  });

  test("reasoning by its three names, and in Mistral's list of parts", async () => {
    const thought = (text: string) => ({ type: "thinking", thinking: [{ type: "text", text }] });
    const text =
      chunk({ reasoning_content: "a" }) +
      chunk({ reasoning: "b" }) +
      chunk({
        reasoning_details: [
          { type: "reasoning.text", text: "c" },
          { type: "reasoning.summary", summary: "d" },
        ],
      }) +
      chunk({ content: [thought("e")] }) +
      chunk({ content: [{ type: "text", text: "So." }] }) +
      STOP;
    expect((await play(text)).content).toEqual([
      { kind: "reasoning", text: "abcde" },
      { kind: "text", text: "So." },
    ]);
  });

  test("a refusal is the text of a reply that was filtered", async () => {
    const text = chunk({ refusal: "I will " }) + chunk({ refusal: "not." }) + STOP;
    expect(await play(text)).toMatchObject({ content: [{ kind: "text", text: "I will not." }], end: "filtered" });
  });

  test("a signature of a call comes and goes beside it", async () => {
    const extra_content = { google: { thought_signature: "c2ln" } };
    const { content } = await play(call({ id: "a", function: { name: "f", arguments: "{}" }, extra_content }) + STOP);
    const ask = { system: "", messages: [{ role: "assistant", content }], tools: [], sessionId: "s" } as const;
    const { body } = request(ask, choiceOver("compatible"));
    expect(body["messages"]).toMatchObject([{ tool_calls: [{ id: "a", extra_content }] }]);
    expect(JSON.stringify(request(ask, choiceOver("chat")).body)).not.toContain("extra_content");
  });
});

describe("calls", () => {
  const f = (fields: object, target: object) => call({ ...fields, function: target });

  test("whose deltas each bring name and id again are one", async () => {
    const text =
      f({ index: 0, id: "a" }, { name: "f", arguments: '{"x":' }) +
      f({ index: 0, id: "b" }, { name: "f", arguments: "" }) +
      f({ index: 0, id: "c" }, { name: "f", arguments: "1}" });
    expect(await callsOf(text + STOP)).toEqual([["f", { x: 1 }]]);
  });

  test("that all have the index 0 are told apart by name, and by what has come", async () => {
    const text =
      f({ index: 0, id: "a" }, { name: "f", arguments: '{"x":1}' }) +
      f({ index: 0, id: "b" }, { name: "f", arguments: '{"x":2}' }) +
      f({ index: 0, id: "c" }, { name: "g", arguments: "" }) +
      f({ index: 0 }, { arguments: '{"x":3}' });
    expect(await callsOf(text + STOP)).toEqual([
      ["f", { x: 1 }],
      ["f", { x: 2 }],
      ["g", { x: 3 }],
    ]);
  });

  test("without an index belong to the last name", async () => {
    const text =
      f({ id: "a" }, { name: "f", arguments: '{"x"' }) +
      f({}, { arguments: ":1}" }) +
      f({ id: "a" }, { name: "g", arguments: "{}" });
    expect(await callsOf(text + STOP)).toEqual([
      ["f", { x: 1 }],
      ["g", {}],
    ]);
  });

  test("may be named late, and blank names name nothing", async () => {
    const text =
      f({ index: 0, id: "a" }, { arguments: "" }) +
      f({ index: 0 }, { name: " ", arguments: '{"x"' }) +
      f({ index: 0 }, { name: "f", arguments: ":1}" });
    expect(await callsOf(text + STOP)).toEqual([["f", { x: 1 }]]);
  });

  test("in the form before tool_calls", async () => {
    const text =
      chunk({ function_call: { name: "f", arguments: '{"x":' } }) + chunk({ function_call: { arguments: "1}" } });
    expect(await callsOf(text + STOP)).toEqual([["f", { x: 1 }]]);
  });

  test("of any number, mixed as a server likes, come to what was meant", async () => {
    const meant = fc.array(
      fc.tuple(
        fc.constantFrom("f", "g"),
        fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.parse(JSON.stringify(value))),
      ),
      {
        maxLength: 5,
      },
    );
    const manners = fc.record({
      index: fc.constantFrom("own", "zero"),
      ids: fc.constantFrom("once", "always", "new"),
      isNamedAlways: fc.boolean(),
      size: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(meant, manners, async (calls, { index, ids, isNamedAlways, size }) => {
        let count = 0;
        const text = calls.flatMap(([name, input], at) => {
          const pieces = JSON.stringify(input).match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
          return pieces.map((piece, turn) => {
            const id = ids === "new" ? `id-${++count}` : turn === 0 || ids === "always" ? `id-${at}` : undefined;
            // A server that sends name and id again with a piece that looks like a beginning cannot be understood by anyone.
            const isNamed = turn === 0 || (isNamedAlways && !/^\s*[{[]/.test(piece));
            const fields = { index: index === "own" ? at : 0, ...(id === undefined ? {} : { id }) };
            return f(fields, { ...(isNamed ? { name } : {}), arguments: piece });
          });
        });
        expect(await callsOf(text.join("") + STOP)).toEqual(calls);
      }),
    );
  });
});

test("deltas that came together are shown as one", async () => {
  const events = await playWire(choiceOver("chat"), chunk({ content: "a" }) + chunk({ content: "b" }) + STOP);
  expect(events.filter(({ type }) => type === "text-delta")).toEqual([{ type: "text-delta", text: "ab" }]);
  expect(shown(events, "text-delta")).toBe("ab");
});

test("models of OpenAI that reason take instructions, limits and no temperature in their own way", () => {
  const ask = { system: "s", messages: [], tools: [], sessionId: "s", outputTokensMax: 9, temperature: 1 };
  const bodyOf = (model: string) => request(ask, choiceOver("chat", { model })).body;
  expect(bodyOf("gpt-5.5")).toMatchObject({ max_completion_tokens: 9, messages: [{ role: "developer" }] });
  expect(bodyOf("gpt-5.5")["temperature"]).toBeUndefined();
  expect(bodyOf("gpt-4.1")).toMatchObject({ max_tokens: 9, temperature: 1, messages: [{ role: "system" }] });
});
