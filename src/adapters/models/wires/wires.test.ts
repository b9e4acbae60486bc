import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANTHROPIC_SPEECH } from "../../../../test/e2e/provider-servers/anthropic.ts";
import { GEMINI_SPEECH } from "../../../../test/e2e/provider-servers/gemini.ts";
import { CHAT_SPEECH } from "../../../../test/e2e/provider-servers/openai-chat.ts";
import { RESPONSES_SPEECH } from "../../../../test/e2e/provider-servers/openai-responses.ts";
import type { WireReply, WireSpeech } from "../../../../test/e2e/provider-servers/wire-server.ts";
import { choiceOver, playWire, replyOf, shown } from "../../../../test/play-wire.ts";
import { rounds } from "../../../../test/rounds.ts";
import type { ModelMessage } from "../../../core/ports/model.ts";
import type { ReplyPart } from "../../../core/protocol/event.ts";
import type { Wire } from "../services/provider.ts";
import { loadWire } from "./index.ts";

const SPEECHES: readonly (readonly [Wire, WireSpeech])[] = [
  ["compatible", CHAT_SPEECH],
  ["chat", CHAT_SPEECH],
  ["responses", RESPONSES_SPEECH],
  ["anthropic", ANTHROPIC_SPEECH],
  ["gemini", GEMINI_SPEECH],
];

const URL = "data:image/png;base64,aW1hZ2U=";
const IN_CHAT = {
  role: "user",
  content: [
    { type: "text", text: "what is it?" },
    { type: "image_url", image_url: { url: URL } },
  ],
};
/** A question about a picture, by wire. */
const SEEN: Readonly<Record<Wire, object>> = {
  chat: IN_CHAT,
  compatible: IN_CHAT,
  responses: {
    role: "user",
    content: [
      { type: "input_text", text: "what is it?" },
      { type: "input_image", image_url: URL, detail: "auto" },
    ],
  },
  anthropic: {
    role: "user",
    content: [
      { type: "image", source: { type: "base64", media_type: "image/png", data: "aW1hZ2U=" } },
      { type: "text", text: "what is it?" },
    ],
  },
  gemini: {
    role: "user",
    parts: [{ text: "what is it?" }, { inlineData: { mimeType: "image/png", data: "aW1hZ2U=" } }],
  },
};

/** Words that begin like nothing that a server may leave in a text. */
const words = fc.string({ unit: "grapheme", maxLength: 60 }).map((text) => (text === "" ? "" : `w${text}`));
const name = fc.constantFrom("read_file", "shell", "mcp__github__search-code");
/** As it comes out of its text. */
const input = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.parse(JSON.stringify(value)));
const call = fc.record({ name, input, id: fc.uuid() });
const said = fc.record({
  reasoning: words,
  text: words,
  calls: fc.array(call, { maxLength: 4 }),
  usage: fc.record({ input: fc.integer({ min: 50, max: 9e6 }), output: fc.nat(9e6), cached: fc.nat(50) }),
  deltaChars: fc.integer({ min: 1, max: 20 }),
});
/** Half of all replies end by themselves. */
const reply = fc.tuple(said, fc.constantFrom(undefined, undefined, "length", "filtered")).map(
  ([base, end]): WireReply =>
    ({
      ...base,
      ...(base.calls.length === 0 ? { calls: undefined } : {}),
      ...(end === undefined ? {} : { end }),
    }) as WireReply,
);
const cuts = fc.array(fc.nat(20_000), { maxLength: 60 });

const plain = (content: readonly ReplyPart[]) => content.map(({ meta: _, ...part }) => part);
const streamOf = (speech: WireSpeech, given: WireReply) => speech.events(given, 0).join("");

describe.each(SPEECHES)("over the %s wire", (wire, speech) => {
  const choice = choiceOver(wire);

  test("any reply arrives as it was said, wherever it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(reply, cuts, async (given, places) => {
        const events = await playWire(choice, streamOf(speech, given), places);
        const { content, end, usage } = replyOf(events);
        const { reasoning = "", text = "", calls = [] } = given;
        expect(plain(content).filter((part) => part.kind === "call" || part.text !== "")).toEqual([
          ...(reasoning === "" ? [] : [{ kind: "reasoning", text: reasoning }]),
          ...(text === "" ? [] : [{ kind: "text", text }]),
          ...calls.map(({ name: tool, input: given, id = "" }) => ({
            kind: "call",
            call: { id, name: tool, input: given },
          })),
        ]);
        expect([shown(events, "reasoning-delta"), shown(events, "text-delta")]).toEqual([reasoning, text]);
        expect(end).toBe(given.end ?? (calls.length > 0 ? "calls" : "stop"));
        expect(usage).toEqual({
          inputTokens: given.usage?.input,
          outputTokens: given.usage?.output,
          cacheReadTokens: given.usage?.cached,
          cacheWriteTokens: 0,
        });
      }),
      { numRuns: rounds(25) },
    );
  });

  test("a call is the same when it is cut at any byte, and none at all when the stream ends there", async () => {
    const given = {
      text: "Né",
      calls: [{ name: "shell", input: { command: 'echo "ü\\n🙂"' }, id: "one" }],
      deltaChars: 3,
    };
    const bytes = Buffer.from(streamOf(speech, given));
    const whole = replyOf(await playWire(choice, bytes));
    for (let cut = 1; cut < bytes.length; cut += 1) {
      expect(replyOf(await playWire(choice, bytes, [cut]))).toEqual(whole);
      const half = (await playWire(choice, bytes.subarray(0, cut))).at(-1);
      if (half?.type === "reply" && half.end !== undefined) expect(half.content).toEqual(whole.content);
    }
  });

  test("no event makes it throw: whatever a server sends comes to a reply or to a fault", async () => {
    const key = fc.constantFrom(
      ...["type", "choices", "delta", "message", "content", "tool_calls", "function", "index", "id", "name", "usage"],
      ...["item", "response", "output", "output_index", "summary", "content_block", "candidates", "parts", "text"],
      ...["functionCall", "partialArgs", "jsonPath", "args", "finishReason", "error", "object", "arguments"],
    );
    const leaf = fc.oneof(
      fc.constantFrom("response.output_item.done", "content_block_start", "content_block_delta", "function_call"),
      fc.constantFrom("response.completed", "tool_use", "text", "thinking", "message", "reasoning", "$.a[3].__proto__"),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 5 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 8 }), async (values) => {
        const stream = values.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");
        const last = (await playWire(choice, stream)).at(-1);
        expect(["reply", "fault"]).toContain(last?.type);
      }),
      { numRuns: rounds(60) },
    );
  });

  test("an event that is no JSON and an error inside the stream are faults, after what came before", async () => {
    const start = speech.events({ text: "Some words.", deltaChars: 20 }, 0);
    const half = start.slice(0, Math.ceil(start.length / 2) + 1).join("");
    for (const broken of ['data: {"a": tru\n\n', speech.streamError("Overloaded")]) {
      const events = await playWire(choice, half + broken + start.join(""));
      expect(events.at(-1)?.type).toBe("fault");
      expect(events.filter(({ type }) => type === "fault" || type === "reply")).toHaveLength(1);
    }
  });

  test("a picture goes with the words that it belongs to", async () => {
    const { request } = await loadWire(wire);
    const images = [{ mediaType: "image/png", base64: "aW1hZ2U=" }] as const;
    const messages = [{ role: "user", text: "what is it?", images }] as const;
    const { body } = request({ system: "", messages, tools: [], sessionId: "s" }, choice);
    const [message] = (body["messages"] ?? body["input"] ?? body["contents"]) as readonly object[];
    expect(message).toEqual(SEEN[wire]);
  });

  test("what it makes of a message depends on that message alone", async () => {
    const { request } = await loadWire(wire);
    const part: fc.Arbitrary<ReplyPart> = fc.oneof(
      fc.record({ kind: fc.constant("text" as const), text: words }),
      fc.record({ kind: fc.constant("reasoning" as const), text: words }),
      fc.record({ kind: fc.constant("call" as const), call }),
    );
    const turn = fc.tuple(fc.array(part, { minLength: 1, maxLength: 3 }), words, fc.boolean());
    const list = (messages: readonly ModelMessage[]): unknown[] => {
      const { body } = request({ system: "s", messages, tools: [], sessionId: "s" }, choice);
      return (body["messages"] ?? body["input"] ?? body["contents"]) as unknown[];
    };
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 6 }), (turns) => {
        const messages: ModelMessage[] = [{ role: "user", text: "go" }];
        let before = list(messages);
        for (const [content, text, failed] of turns) {
          messages.push({ role: "assistant", content });
          const results = content.flatMap((one) =>
            one.kind === "call" ? [{ callId: one.call.id, name: one.call.name, text, failed }] : [],
          );
          messages.push(results.length > 0 ? { role: "tool", results } : { role: "user", text: "on" });
          const after = list(messages);
          // A reply of which nothing can be sent back lets its neighbours become one.
          if (after.length > before.length) expect(after.slice(0, before.length)).toEqual(before);
          before = after;
        }
      }),
    );
  });
});
