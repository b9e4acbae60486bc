import { afterEach, describe, expect, test } from "vitest";
import { startAnthropic } from "../../../test/e2e/provider-servers/anthropic.ts";
import { startGemini } from "../../../test/e2e/provider-servers/gemini.ts";
import { startOpenAiChat } from "../../../test/e2e/provider-servers/openai-chat.ts";
import { startOpenAiResponses } from "../../../test/e2e/provider-servers/openai-responses.ts";
import type { WireReply, WireScript, WireServer } from "../../../test/e2e/provider-servers/wire-server.ts";
import type { ModelClient, ModelMessage, ModelPart, ModelRequest } from "../../core/ports/model.ts";
import type { ReplyPart } from "../../core/protocol/event.ts";
import { createModelClient, type ModelClientOptions } from "./model-client.ts";
import { resolveModel } from "./services/providers.ts";

const WIRES = {
  compatible: { start: startOpenAiChat, model: "openai-compatible/m", variable: "OPENAI_COMPATIBLE_BASE_URL" },
  chat: { start: startOpenAiChat, model: "openai/m", variable: "OPENAI_BASE_URL", api: "chat" },
  responses: { start: startOpenAiResponses, model: "openai/gpt-5.5", variable: "OPENAI_BASE_URL", api: "responses" },
  anthropic: { start: startAnthropic, model: "anthropic/claude-m", variable: "ANTHROPIC_BASE_URL" },
  gemini: { start: startGemini, model: "google/gemini-3-m", variable: "GOOGLE_BASE_URL" },
} as const;
type WireName = keyof typeof WIRES;
const NAMES = Object.keys(WIRES) as WireName[];

const servers: WireServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function connect(wire: WireName, script: WireScript, options: Partial<ModelClientOptions> = {}) {
  const row: { start: typeof startOpenAiChat; model: string; variable: string; api?: string } = WIRES[wire];
  const server = await row.start(script);
  servers.push(server);
  const environment = {
    [row.variable]: server.url,
    OPENAI_API_KEY: "secret-key-of-mine",
    ANTHROPIC_API_KEY: "secret-key-of-mine",
  };
  const choice = resolveModel(row.model, { environment, ...(row.api ? { api: row.api } : {}) });
  if ("message" in choice) throw new Error(choice.message);
  return { client: createModelClient(choice, { environment: {}, ...options }), server };
}

const READ = {
  name: "read_file",
  description: "Reads a file.",
  schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
} as const;
const SHELL = { name: "shell", description: "Runs a command.", schema: { type: "object", properties: {} } } as const;

function ask(messages: readonly ModelMessage[] = [{ role: "user", text: "Hello?" }]): ModelRequest {
  return { system: "You are careful.", messages, tools: [READ, SHELL], sessionId: "session-1" };
}

async function step(client: ModelClient, request = ask(), signal = new AbortController().signal): Promise<ModelPart[]> {
  return Array.fromAsync(client.step(request, signal));
}

function endOf(parts: readonly ModelPart[]) {
  const last = parts.at(-1);
  if (last?.type !== "end") throw new Error(`no end: ${JSON.stringify(last)}`);
  return last;
}

function failureOf(parts: readonly ModelPart[]) {
  const last = parts.at(-1);
  if (last?.type !== "failed") throw new Error(`no failure: ${JSON.stringify(last)}`);
  return last.failure;
}

const withoutMeta = (content: readonly ReplyPart[]) => content.map(({ meta: _, ...part }) => part);
const deltas = (parts: readonly ModelPart[], type: string) =>
  parts.map((part) => (part.type === type && "text" in part ? part.text : "")).join("");

describe.each(NAMES)("over the %s wire", (wire) => {
  test("text and usage arrive whole", async () => {
    const text = 'A longer answer, with "quotes", a \\ and 🙂 emoji.\nTwo lines.';
    const { client } = await connect(wire, [{ text, usage: { input: 1000, output: 50, cached: 800 } }]);
    const parts = await step(client);
    expect(deltas(parts, "text-delta")).toBe(text);
    const end = endOf(parts);
    expect(withoutMeta(end.content)).toEqual([{ kind: "text", text }]);
    expect({ end: end.end, usage: end.usage }).toEqual({
      end: "stop",
      usage: { inputTokens: 1000, outputTokens: 50, cacheReadTokens: 800, cacheWriteTokens: 0 },
    });
  });

  test("parallel calls arrive in order, with their arguments parsed", async () => {
    const calls = [
      { name: "read_file", input: { path: "a.cbl" }, id: "one" },
      { name: "shell", input: { nested: { list: [1, "2"] } }, id: "two" },
    ];
    const { client } = await connect(wire, [{ text: "Let me look.", calls }]);
    const end = endOf(await step(client));
    expect(end.end).toBe("calls");
    expect(withoutMeta(end.content)).toEqual([
      { kind: "text", text: "Let me look." },
      ...calls.map(({ id, name, input }) => ({ kind: "call", call: { id, name, input } })),
    ]);
  });

  test("call ids are unique within a reply and within the conversation", async () => {
    const calls = [
      { name: "read_file", input: { path: "a" }, id: "same" },
      { name: "shell", input: { path: "b" }, id: "same" },
    ];
    const { client } = await connect(wire, [{ calls }, { calls: [{ name: "read_file", input: {}, id: "same" }] }]);
    const first = endOf(await step(client));
    const ids = first.content.flatMap((part) => (part.kind === "call" ? [part.call.id] : []));
    expect(ids).toHaveLength(2);
    const results = ids.map((callId) => ({ callId, name: "read_file", text: "ok", failed: false }));
    const messages: ModelMessage[] = [
      { role: "user", text: "go" },
      { role: "assistant", content: first.content },
      { role: "tool", results },
    ];
    const second = endOf(await step(client, ask(messages)));
    const all = [...ids, ...second.content.flatMap((part) => (part.kind === "call" ? [part.call.id] : []))];
    expect(new Set(all).size).toBe(3);
  });

  test("a reply cut by its token limit says so", async () => {
    const { client } = await connect(wire, [{ text: "half of", end: "length" }]);
    expect(endOf(await step(client)).end).toBe("length");
  });

  test("a refusal without words is a failure of its own kind", async () => {
    const { client } = await connect(wire, [{ end: "filtered" }]);
    expect(failureOf(await step(client)).kind).toBe("refused");
  });

  test("an empty answer ends the step with no content", async () => {
    const { client } = await connect(wire, [{}]);
    expect(endOf(await step(client))).toMatchObject({ content: [], end: "stop" });
  });

  test.each([
    [
      { kind: "status", status: 429, retryAfter: "7" },
      { kind: "rate-limit", status: 429, retryAfterMs: 7000 },
    ],
    [
      { kind: "status", status: 429 },
      { kind: "rate-limit", status: 429 },
    ],
    [
      { kind: "status", status: 500 },
      { kind: "overloaded", status: 500 },
    ],
    [
      { kind: "status", status: 529 },
      { kind: "overloaded", status: 529 },
    ],
    [
      { kind: "status", status: 401, message: "invalid x-api-key" },
      { kind: "auth", status: 401 },
    ],
    [{ kind: "status", status: 400, message: "prompt is too long: 9 tokens > 8 maximum" }, { kind: "overflow" }],
    [{ kind: "status", status: 400, message: "this model does not support tools" }, { kind: "tools-unsupported" }],
    [{ kind: "status", status: 400, message: "temperature must be positive" }, { kind: "bad-request" }],
    [{ kind: "reset-before-headers" }, { kind: "network" }],
    [{ kind: "reset-mid-stream" }, { kind: "network" }],
    [{ kind: "cut" }, { kind: "network" }],
    [{ kind: "truncated-json" }, { kind: "network" }],
    [{ kind: "stream-error", message: "Overloaded, try again" }, { kind: "overloaded" }],
    [{ kind: "stall-before-headers" }, { kind: "stalled" }],
    [{ kind: "stall-mid-stream" }, { kind: "stalled" }],
  ] as const)("the fault %j fails as %j, once and without the key", async (fault, expected) => {
    const reply: WireReply = { text: "Some text that is cut.", calls: [{ name: "shell", input: {} }], fault };
    const { client, server } = await connect(wire, [reply], { firstByteMs: 400, stallMs: 400 });
    const parts = await step(client);
    expect(failureOf(parts)).toMatchObject(expected);
    expect(failureOf(parts).message).not.toContain("secret-key-of-mine");
    expect(parts.filter((part) => part.type === "end" || part.type === "failed")).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  test("an abort in the middle throws, and the server sees the connection go", async () => {
    const { client } = await connect(wire, [{ text: "Something long enough.", fault: { kind: "stall-mid-stream" } }]);
    const controller = new AbortController();
    const run = (async () => {
      for await (const part of client.step(ask(), controller.signal)) {
        if (part.type === "text-delta") controller.abort(new Error("stopped by the test"));
      }
    })();
    await expect(run).rejects.toThrow("stopped by the test");
  });

  test("the bytes of a request are a prefix of the next one's over 50 turns", async () => {
    const script = (_: unknown, index: number): WireReply => ({
      reasoning: `thought ${index}`,
      text: `step ${index}`,
      calls: [{ name: "read_file", input: { path: `file-${index}` }, id: `call${String(index).padStart(5, "0")}` }],
    });
    const { client, server } = await connect(wire, script);
    const messages: ModelMessage[] = [{ role: "user", text: "Read them all." }];
    for (let turn = 0; turn < 50; turn += 1) {
      const { content } = endOf(await step(client, ask(messages)));
      messages.push({ role: "assistant", content });
      const results = content.flatMap((part) =>
        part.kind === "call"
          ? [{ callId: part.call.id, name: part.call.name, text: `text ${turn}`, failed: turn % 7 === 3 }]
          : [],
      );
      messages.push({ role: "tool", results });
    }
    const bodies = server.requests.map((request) => JSON.parse(request.body) as Record<string, unknown>);
    const list = (body: Record<string, unknown>) =>
      JSON.stringify(body["messages"] ?? body["input"] ?? body["contents"]);
    for (const [index, body] of bodies.entries()) {
      const next = bodies[index + 1];
      if (!next) break;
      expect(list(next).startsWith(list(body).slice(0, -1))).toBe(true);
      const { messages: _, input: __, contents: ___, ...frame } = body;
      const { messages: _1, input: _2, contents: _3, ...nextFrame } = next;
      expect(JSON.stringify(nextFrame)).toBe(JSON.stringify(frame));
    }
    expect(bodies).toHaveLength(50);
  });
});

test.each(["compatible", "chat", "responses", "anthropic"] as const)(
  "arguments that are no JSON stay text and go back as an object (%s)",
  async (wire) => {
    const { client, server } = await connect(wire, [
      { calls: [{ name: "shell", input: '{"command": "ls' }] },
      { text: "ok" },
    ]);
    const { content } = endOf(await step(client));
    const [call] = content.flatMap((part) => (part.kind === "call" ? [part.call] : []));
    expect(call?.input).toBe('{"command": "ls');
    const results = [{ callId: call?.id ?? "", name: "shell", text: "The arguments are no JSON.", failed: true }];
    await step(
      client,
      ask([
        { role: "user", text: "go" },
        { role: "assistant", content },
        { role: "tool", results },
      ]),
    );
    expect(server.requests[1]?.body).toContain("unreadable_arguments");
  },
);

test("what a model signed goes back to it untouched", async () => {
  const reply: WireReply = {
    reasoning: "I think.",
    text: "Reading.",
    calls: [{ name: "shell", input: {}, id: "one" }],
  };
  const signatures = {
    anthropic: '"signature":"signed-0"',
    gemini: '"thoughtSignature":"thought-0"',
    responses: '"sealed-0"',
  };
  for (const [wire, signature] of Object.entries(signatures)) {
    const { client, server } = await connect(wire as WireName, [reply, { text: "Done." }]);
    const { content } = endOf(await step(client));
    const results = [{ callId: "one", name: "shell", text: "ok", failed: false }];
    await step(
      client,
      ask([
        { role: "user", text: "go" },
        { role: "assistant", content },
        { role: "tool", results },
      ]),
    );
    expect(server.requests[1]?.body).toContain(signature);
  }
});

test("cache markers stand where they do not move", async () => {
  const anthropic = await connect("anthropic", [{ text: "ok" }]);
  await step(anthropic.client);
  const body = JSON.parse(anthropic.server.requests[0]?.body ?? "");
  expect(body.cache_control).toEqual({ type: "ephemeral" });
  expect(body.system[0].cache_control).toEqual({ type: "ephemeral" });
  expect(body.tools.map((tool: { cache_control?: object }) => tool.cache_control)).toEqual([
    undefined,
    { type: "ephemeral" },
  ]);
  expect(JSON.stringify(body.messages)).not.toContain("cache_control");
  for (const wire of ["responses", "chat"] as const) {
    const { client, server } = await connect(wire, [{ text: "ok" }]);
    await step(client);
    expect(JSON.parse(server.requests[0]?.body ?? "").prompt_cache_key).toBe("session-1");
  }
});

test("a server of one's own is asked for chat first and for responses after a 404", async () => {
  const server = await startOpenAiResponses([{ text: "one" }, { text: "two" }]);
  servers.push(server);
  const choice = resolveModel("openai/m", { environment: { OPENAI_BASE_URL: `${server.url}/v1` } });
  if ("message" in choice) throw new Error(choice.message);
  const client = createModelClient(choice, { environment: {} });
  expect(endOf(await step(client)).end).toBe("stop");
  expect(endOf(await step(client)).end).toBe("stop");
  expect(server.requests.map((request) => request.path)).toEqual(["/v1/responses", "/v1/responses"]);
});

test("an unreachable server names its host and what to set", async () => {
  const server = await startOpenAiChat([]);
  await server.close();
  const choice = resolveModel("openai-compatible/m", { environment: { OPENAI_COMPATIBLE_BASE_URL: server.url } });
  if ("message" in choice) throw new Error(choice.message);
  const failure = failureOf(await step(createModelClient(choice, { environment: {} })));
  expect(failure.kind).toBe("network");
  expect(failure.message).toContain(new URL(server.url).host);
  expect(failure.message).toContain("OPENAI_COMPATIBLE_BASE_URL");
});

test("the price comes from the catalogue, and the limits are known after the first step", async () => {
  const server = await startAnthropic([{ text: "ok", usage: { input: 1_000_000, output: 100_000, cached: 500_000 } }]);
  servers.push(server);
  const choice = resolveModel("anthropic/claude-sonnet-4-5", { environment: { ANTHROPIC_BASE_URL: server.url } });
  if ("message" in choice) throw new Error(choice.message);
  const client = createModelClient(choice, { environment: {} });
  expect(client.abilities).toEqual({ nativeTools: true });
  expect(endOf(await step(client)).costUsd).toBeCloseTo(0.5 * 3 + 0.1 * 15 + 0.5 * 0.3, 6);
  expect(client.abilities).toEqual({ nativeTools: true, contextTokensMax: 200_000, outputTokensMax: 64_000 });
});

test("thinking that a server leaves in the text is thinking, and comes before the answer; OpenAI's own text is text", async () => {
  const reply: WireReply = { text: "<think>Let me see.</think>\n\nIt is 4.", calls: [{ name: "shell", input: {} }] };
  const { client } = await connect("compatible", [reply]);
  const parts = await step(client);
  expect(withoutMeta(endOf(parts).content).slice(0, 2)).toEqual([
    { kind: "reasoning", text: "Let me see." },
    { kind: "text", text: "It is 4." },
  ]);
  expect([deltas(parts, "reasoning-delta"), deltas(parts, "text-delta")]).toEqual(["Let me see.", "It is 4."]);
  const own = await connect("chat", [{ text: "<think>x</think>" }]);
  expect(withoutMeta(endOf(await step(own.client)).content)).toEqual([{ kind: "text", text: "<think>x</think>" }]);
});
