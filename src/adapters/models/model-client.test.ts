import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { startAnthropic } from "../../../test/e2e/provider-servers/anthropic.ts";
import { startBedrock } from "../../../test/e2e/provider-servers/bedrock.ts";
import { startCohere } from "../../../test/e2e/provider-servers/cohere.ts";
import { startGemini } from "../../../test/e2e/provider-servers/gemini.ts";
import { startOpenAiChat } from "../../../test/e2e/provider-servers/openai-chat.ts";
import { startOpenAiResponses } from "../../../test/e2e/provider-servers/openai-responses.ts";
import type { WireReply, WireScript, WireServer } from "../../../test/e2e/provider-servers/wire-server.ts";
import type { ModelClient, ModelMessage, ModelPart, ModelRequest } from "../../core/ports/model.ts";
import type { ReplyPart } from "../../core/protocol/event.ts";
import { findPackage } from "./library/package.ts";
import { speakThrough } from "./library/speak.ts";
import { createModelClient, type ModelClientOptions } from "./model-client.ts";
import { resolveModel } from "./services/providers.ts";

const WIRES = {
  compatible: { start: startOpenAiChat, model: "openai-compatible/m", variable: "OPENAI_COMPATIBLE_BASE_URL" },
  chat: { start: startOpenAiChat, model: "openai/m", variable: "OPENAI_BASE_URL", api: "chat" },
  responses: { start: startOpenAiResponses, model: "openai/gpt-5.5", variable: "OPENAI_BASE_URL", api: "responses" },
  anthropic: { start: startAnthropic, model: "anthropic/claude-m", variable: "ANTHROPIC_BASE_URL" },
  gemini: { start: startGemini, model: "google/gemini-3-m", variable: "GOOGLE_BASE_URL" },
} as const;
/** Provider packages as they are published, one for each version of their interface and for each shape of a wire. */
const PACKAGES = {
  "groq v4": { start: startOpenAiChat, model: "ai-sdk:groq/m", variable: "GROQ_BASE_URL", module: "@ai-sdk/groq" },
  "groq v3": { start: startOpenAiChat, model: "ai-sdk:groq/m", variable: "GROQ_BASE_URL", module: "ai-sdk-groq-v3" },
  "groq v2": { start: startOpenAiChat, model: "ai-sdk:groq/m", variable: "GROQ_BASE_URL", module: "ai-sdk-groq-v2" },
  cohere: {
    start: startCohere,
    model: "cohere/m",
    variable: "COHERE_BASE_URL",
    module: "@ai-sdk/cohere",
    // The service has no word for a refusal, and the package passes on no count of what was cached.
    lacks: ["refusals", "cached"],
  },
  bedrock: {
    start: startBedrock,
    model: "bedrock/anthropic.claude-m",
    variable: "BEDROCK_BASE_URL",
    module: "@ai-sdk/amazon-bedrock",
    options: { region: "eu-west-1", accessKeyId: "AKIA", secretAccessKey: "secret-key-of-mine" },
  },
} as const;
type WireName = keyof typeof WIRES | keyof typeof PACKAGES;
const NAMES = [...Object.keys(WIRES), ...Object.keys(PACKAGES)] as WireName[];

interface Way {
  readonly start: typeof startOpenAiChat;
  readonly model: string;
  readonly variable: string;
  readonly api?: string;
  readonly module?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly lacks?: readonly ("refusals" | "cached")[];
}

const lacks = (wire: WireName, what: "refusals" | "cached"): boolean =>
  ({ ...WIRES, ...PACKAGES })[wire as "cohere"].lacks?.includes(what) ?? false;

const servers: WireServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function connect(wire: WireName, script: WireScript, options: Partial<ModelClientOptions> = {}) {
  const row: Way = { ...WIRES, ...PACKAGES }[wire];
  const server = await row.start(script);
  servers.push(server);
  const environment = {
    [row.variable]: server.url,
    OPENAI_API_KEY: "secret-key-of-mine",
    ANTHROPIC_API_KEY: "secret-key-of-mine",
    GROQ_API_KEY: "secret-key-of-mine",
    COHERE_API_KEY: "secret-key-of-mine",
  };
  const choice = resolveModel(row.model, { environment, ...(row.api ? { api: row.api } : {}) });
  if ("message" in choice) throw new Error(choice.message);
  const speak = row.module && throughPackage(row.module, row.options);
  return { client: createModelClient(choice, { environment: {}, ...(speak ? { speak } : {}), ...options }), server };
}

function throughPackage(module: string, options: Readonly<Record<string, string>> = {}) {
  const found = findPackage(module, [join(import.meta.dirname, "../../..")]);
  if (!found) throw new Error(`${module} is not installed`);
  return speakThrough(module, found, options);
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

/** What a person is told, without who it was and the words of a server, by fault. */
const told = new Map<string, Map<WireName, string>>();

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
      usage: {
        inputTokens: 1000,
        outputTokens: 50,
        cacheReadTokens: lacks(wire, "cached") ? 0 : 800,
        cacheWriteTokens: 0,
      },
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

  test.skipIf(lacks(wire, "refusals"))("a refusal without words is a failure of its own kind", async () => {
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
    const words = failureOf(parts)
      .message.replaceAll(client.id, "MODEL")
      .replaceAll(new URL(server.url).host, "HOST")
      .replace(/\w+_API_KEY|AWS_BEARER_TOKEN_BEDROCK/, "KEY")
      .replace(/`waymark login [\w:-]+`/, "LOGIN")
      // Inside a stream only some wires say it.
      .replace(/ \(\d{3}\)/, "");
    const byWire = told.get(JSON.stringify(fault)) ?? new Map();
    told.set(JSON.stringify(fault), byWire.set(wire, words));
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

test("each fault is told in the same words, whatever the wire", () => {
  expect(told.size).toBeGreaterThan(14);
  for (const byWire of told.values()) {
    expect(byWire.size).toBe(NAMES.length);
    expect(new Set(byWire.values()).size, JSON.stringify([...byWire])).toBe(1);
  }
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
  const { efforts } = client.abilities;
  expect(client.abilities).toEqual({ nativeTools: true, images: true, efforts: expect.arrayContaining(["high"]) });
  expect(endOf(await step(client)).costUsd).toBeCloseTo(0.5 * 3 + 0.1 * 15 + 0.5 * 0.3, 6);
  expect(client.abilities).toEqual({
    nativeTools: true,
    images: true,
    efforts,
    contextTokensMax: 200_000,
    outputTokensMax: 64_000,
  });
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

describe("a server that does not take what only helps", () => {
  const refusing = (words: string): WireScript => {
    const refuse: WireReply = { fault: { kind: "status", status: 400, message: words } };
    return (request) => (request.body.includes('"reasoning_effort"') ? refuse : { text: "ok" });
  };
  const ASKED = { ...ask(), effort: "high" } as const;

  test("is asked without it, then and from then on, and the person is told once", async () => {
    const { client, server } = await connect("compatible", refusing("Unrecognized request argument: reasoning_effort"));
    const parts = await step(client, ASKED);
    expect(parts[0]).toEqual({
      type: "status",
      text: "openai-compatible/m cannot be told how much to think: asked without.",
    });
    expect(endOf(parts).end).toBe("stop");
    expect(client.abilities.efforts).toEqual([]);
    expect((await step(client, ASKED)).some(({ type }) => type === "status")).toBe(false);
    expect(server.requests.map(({ body }) => body.includes("reasoning_effort"))).toEqual([true, false, false]);
  });

  test("fails by its own words where it refuses the rest too, and is asked in full the next time", async () => {
    const script = Array.from(
      { length: 4 },
      (): WireReply => ({
        fault: { kind: "status", status: 400, message: "thinking is broken today" },
      }),
    );
    const { client, server } = await connect("compatible", script);
    for (let turn = 0; turn < 2; turn += 1)
      expect(failureOf(await step(client, ASKED))).toMatchObject({ kind: "bad-request", status: 400 });
    expect(server.requests.map(({ body }) => body.includes("reasoning_effort"))).toEqual([true, false, true, false]);
  });

  test("is not asked twice for what was not sent", async () => {
    const { client, server } = await connect("compatible", refusing("reasoning_effort"));
    const { fault } = { fault: { kind: "status", status: 400, message: "reasoning is for paying users" } } as const;
    const other = await connect("compatible", [{ fault }]);
    expect(failureOf(await step(other.client)).kind).toBe("bad-request");
    expect(endOf(await step(client)).end).toBe("stop");
    expect([other.server.requests.length, server.requests.length]).toEqual([1, 1]);
  });
});

test.each([
  ["chat", "Invalid schema for response_format 'answer': 'minimum' is not permitted."],
  ["responses", "Invalid schema for text.format: 'pattern' is not supported"],
  ["anthropic", "output_config.format.schema: For 'integer' type, property 'minimum' is not supported"],
  ["gemini", "Function calling with a response mime type: 'application/json' is unsupported"],
] as const)("over the %s wire a schema that is refused is left out, then and from then on", async (wire, words) => {
  const refuse: WireReply = { fault: { kind: "status", status: 400, message: words } };
  const isHeld = (body: string): boolean => /json_schema|responseJsonSchema/.test(body);
  const { client, server } = await connect(wire, ({ body }) => (isHeld(body) ? refuse : { text: '{"n":1}' }));
  const asked = { ...ask(), answerSchema: { type: "object", properties: { n: { type: "integer", minimum: 0 } } } };
  const parts = await step(client, asked);
  expect(parts[0]).toEqual({ type: "status", text: `${client.id} cannot be held to this schema: asked without.` });
  expect(withoutMeta(endOf(parts).content)).toEqual([{ kind: "text", text: '{"n":1}' }]);
  await step(client, asked);
  expect(server.requests.map(({ body }) => isHeld(body))).toEqual([true, false, false]);
  expect(server.requests.at(-1)?.body).not.toContain("output_config");
});

test("an effort that is part of the name holds where a request says nothing", async () => {
  const { client, server } = await connect("compatible", [{ text: "a" }, { text: "b" }], { effort: "low" });
  await step(client);
  await step(client, { ...ask(), effort: "high" });
  expect(server.requests.map(({ body }) => JSON.parse(body).reasoning_effort)).toEqual(["low", "high"]);
});

test("a model that sees nothing is not sent what an earlier one saw", async () => {
  const server = await startOpenAiChat([{ text: "ok" }]);
  servers.push(server);
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" };
  const choice = resolveModel("openai/gpt-4", { environment, api: "chat" });
  if ("message" in choice) throw new Error(choice.message);
  const images = [{ mediaType: "image/png", base64: "cGl4ZWxz" }] as const;
  await step(createModelClient(choice, { environment: {} }), ask([{ role: "user", text: "what is on it?", images }]));
  expect(server.requests[0]?.body).toContain("what is on it?");
  expect(server.requests[0]?.body).not.toContain("cGl4ZWxz");
});
