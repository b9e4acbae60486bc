import { afterEach, expect, test } from "vitest";
import {
  type StackspotReply,
  type StackspotScript,
  type StackspotServer,
  startStackspot,
  streamOf,
} from "../../../../test/e2e/provider-servers/stackspot.ts";
import type { ModelPart, ModelRequest } from "../../../core/ports/model.ts";
import { resolveModel } from "../services/providers.ts";
import { type Conversation, type ConversationStore, createStackspotClient } from "./client.ts";
import { flattenPrompt } from "./flatten-prompt.ts";
import { RequestWindow } from "./request-window.ts";

let server: StackspotServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const REQUEST: ModelRequest = {
  system: "Be brief.",
  messages: [{ role: "user", text: "Hello" }],
  tools: [],
  sessionId: "s",
};

async function connect(
  replies: StackspotScript["replies"],
  options: { keepsConversation?: boolean; stallMs?: number; conversations?: ConversationStore } = {},
) {
  server = await startStackspot({ replies });
  const choice = resolveModel("stackspot", { environment: server.environment });
  if ("message" in choice) throw new Error(choice.message);
  let tokens = 0;
  return createStackspotClient({
    asked: choice,
    account: server.url,
    token: async (not) => {
      if (tokens === 0 || not !== undefined) tokens += 1;
      return `token-${tokens}`;
    },
    tokenFailure: () => undefined,
    environment: {},
    keepsConversation: false,
    connectMs: 5_000,
    firstByteMs: 10_000,
    ...options,
  });
}

async function ask(
  client: Awaited<ReturnType<typeof connect>>,
  request: ModelRequest = REQUEST,
): Promise<{ parts: ModelPart[]; last: ModelPart | undefined }> {
  const parts: ModelPart[] = [];
  for await (const part of client.step(request, new AbortController().signal)) parts.push(part);
  return { parts, last: parts.at(-1) };
}

async function failureFor(reply: StackspotReply) {
  const { last } = await ask(await connect([reply, reply]));
  if (last?.type !== "failed") throw new Error("it did not fail");
  return last.failure;
}

test("BC-30: the request is one prompt, streamed, without foreign knowledge, for the agent of STACKSPOT_CODER_ID", async () => {
  const client = await connect([{ text: "Hi" }]);
  await ask(client);
  expect(client.id).toBe("stackspot/01CODER");
  expect(server?.chats[0]).toMatchObject({
    agent: "01CODER",
    token: "token-1",
    headers: { accept: "text/event-stream", "cache-control": "no-cache" },
    body: {
      streaming: true,
      user_prompt: "System: Be brief.\n\nUser: Hello",
      stackspot_knowledge: false,
      return_ks_in_response: true,
    },
  });
});

test("BC-31: the text streams as it comes, with the server's own count of tokens", async () => {
  const text = "Grüße, 世界 👋 and more";
  const { parts, last } = await ask(await connect([{ text, pieceBytes: 1 }]));
  expect(parts.filter((part) => part.type === "text-delta").length).toBeGreaterThan(3);
  expect(last).toEqual({
    type: "end",
    content: [{ kind: "text", text }],
    end: "stop",
    usage: { inputTokens: 1200, outputTokens: 34, cacheReadTokens: 0, cacheWriteTokens: 0 },
    costUsd: 0,
  });
});

test("BC-32: a 401 renews the token once; a second one is a failure that says what to check", async () => {
  const client = await connect([{ status: 401 }, { text: "Hi" }, { status: 401 }, { status: 401 }]);
  expect((await ask(client)).last).toMatchObject({ type: "end" });
  expect(server?.chats.map((chat) => chat.token)).toEqual(["token-1", "token-2"]);
  const { last } = await ask(client);
  expect(last).toMatchObject({
    failure: { kind: "auth", status: 401, message: expect.stringMatching(/Unauthorized/) },
  });
  expect(server?.chats).toHaveLength(4);
});

test("BC-32: a refused rate waits by itself and longer each time, as the server names no time", async () => {
  const limited = { status: 429, body: { code: "INFERENCE_3008_CHAT_RATE_LIMIT_EXCEEDED", message: "limit" } };
  const client = await connect([limited, limited, { text: "Hi" }, limited]);
  const waits: (number | undefined)[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const { last } = await ask(client);
    if (last?.type === "failed") {
      expect(last.failure).toMatchObject({
        kind: "rate-limit",
        message: expect.stringMatching(/100 requests a minute/),
      });
      waits.push(last.failure.retryAfterMs);
    }
  }
  expect(waits).toEqual([5_000, 10_000, 5_000]);
  expect((await failureFor({ status: 429, headers: { "retry-after": "2" } })).retryAfterMs).toBe(2_000);
});

test("BC-32: the 400 that counts more than 272,000 tokens is an overflow; the window is known before", async () => {
  const body = {
    code: "INFERENCE_6001_LLM_MODEL_BAD_REQUEST",
    message: "Input has 301222 tokens, the maximum is 272000",
  };
  expect(await failureFor({ status: 400, body })).toMatchObject({
    kind: "overflow",
    status: 400,
    message: expect.stringMatching(/301222 tokens/),
  });
  expect((await connect([])).abilities).toEqual({ nativeTools: false, contextTokensMax: 272_000 });
});

test("BC-33: 403, 404 and other errors say what to do, each in one line", async () => {
  const said = async (status: number) => (await failureFor({ status, body: { message: "no" } })).message;
  expect(await said(403)).toMatch(/^Forbidden - Check your API credentials and permissions/);
  expect(await said(404)).toMatch(/^Agent not found \(ID: 01CODER\)/);
  expect(await failureFor({ status: 503 })).toMatchObject({ kind: "overloaded" });
});

test("BC-33: a null message is the content filter's work, told with the tokens it cost", async () => {
  const raw = 'data: {"message":null,"stop_reason":"content_filter","tokens":{"input":9,"output":77}}\n\n';
  expect(await failureFor({ raw })).toMatchObject({
    kind: "refused",
    message: expect.stringMatching(/77 tokens that its content filter took/),
    counted: { usage: { outputTokens: 77 } },
  });
});

test("BC-33: an error event in the stream is a failure, and so is a stream without anything", async () => {
  const raw = `${streamOf("half").split('data: {"stop')[0]}data: {"error":{"message":"rate limit exceeded","code":429}}\n\n`;
  expect(await failureFor({ raw })).toMatchObject({ kind: "rate-limit" });
  expect(await failureFor({ raw: ": beat\n\n" })).toMatchObject({ kind: "network" });
});

test("BC-34: roles are flattened the same way each time, and a request begins with the one before", async () => {
  const messages: ModelRequest["messages"] = [
    { role: "user", text: "Read a.txt" },
    { role: "assistant", content: [{ kind: "call", call: { id: "1", name: "read_file", input: { path: "a.txt" } } }] },
    { role: "tool", results: [{ callId: "1", name: "read_file", text: "alpha", failed: false }] },
  ];
  const before = flattenPrompt({ system: "S", messages: messages.slice(0, 1) });
  const after = flattenPrompt({ system: "S", messages });
  expect(after.startsWith(before)).toBe(true);
  expect(after).toBe(
    'System: S\n\nUser: Read a.txt\n\nAssistant: <tool_call>\n{"name":"read_file","arguments":{"path":"a.txt"}}\n</tool_call>\n\nUser: <tool_result name="read_file" status="ok">\nalpha\n</tool_result>',
  );
});

const ANSWERED: ModelRequest["messages"] = [
  ...REQUEST.messages,
  { role: "assistant", content: [{ kind: "text", text: "Hi" }] },
  { role: "user", text: "And now?" },
];

test("BC-30: the conversation's id is kept for the session; all of the conversation is sent all the same", async () => {
  const client = await connect([{ text: "Hi", conversationId: "c-7" }, { text: "So" }, { text: "Other" }]);
  await ask(client);
  await ask(client, { ...REQUEST, messages: ANSWERED });
  await ask(client, { ...REQUEST, sessionId: "another" });
  expect(server?.chats.map(({ body }) => [body["use_conversation"], body["conversation_id"]])).toEqual([
    [false, undefined],
    [false, "c-7"],
    [false, undefined],
  ]);
  expect(server?.chats[1]?.body["user_prompt"]).toBe(
    "System: Be brief.\n\nUser: Hello\n\nAssistant: Hi\n\nUser: And now?",
  );
});

test("BC-30: where the server keeps the conversation only what is new is sent, and all of it after a change", async () => {
  const replies = [{ text: "Hi", conversationId: "c-7" }, { text: "So", conversationId: "c-7" }, { text: "Anew" }];
  const client = await connect(replies, { keepsConversation: true });
  await ask(client);
  await ask(client, { ...REQUEST, messages: ANSWERED });
  await ask(client, { ...REQUEST, messages: [{ role: "user", text: "compacted" }] });
  expect(server?.chats.map(({ body }) => [body["conversation_id"], body["user_prompt"]])).toEqual([
    [undefined, "System: Be brief.\n\nUser: Hello"],
    ["c-7", "User: And now?"],
    [undefined, "System: Be brief.\n\nUser: compacted"],
  ]);
});

test("BC-30: a later client goes on in the conversation that an earlier one noted, of the same agent only", async () => {
  const noted = new Map<string, Conversation>();
  const conversations = {
    read: (id: string) => noted.get(id),
    write: (id: string, one: Conversation) => noted.set(id, one),
  };
  await ask(await connect([{ text: "Hi", conversationId: "c-7" }], { keepsConversation: true, conversations }));
  const asked = async () => {
    await server?.close();
    await ask(await connect([{ text: "So" }], { keepsConversation: true, conversations }), {
      ...REQUEST,
      messages: ANSWERED,
    });
    return server?.chats.map(({ body }) => [body["conversation_id"], body["user_prompt"]]);
  };
  expect(await asked()).toEqual([["c-7", "User: And now?"]]);
  noted.set("s", { ...(noted.get("s") as Conversation), agent: "01OTHER" });
  expect(await asked()).toEqual([[undefined, expect.stringMatching(/^System: Be brief/)]]);
});

test("a request with tools is not taken, so that auto goes on with the judge", async () => {
  const tools = [{ name: "t", description: "", schema: { type: "object" as const } }];
  expect((await ask(await connect([]), { ...REQUEST, tools })).last).toMatchObject({
    failure: { kind: "tools-unsupported" },
  });
});

test("an aborted step throws and leaves the connection", async () => {
  const client = await connect([{ raw: 'data: {"message":"a"}\n\n' }]);
  const abort = new AbortController();
  const steps = client.step(REQUEST, abort.signal)[Symbol.asyncIterator]();
  await steps.next();
  abort.abort(new Error("enough"));
  await expect(steps.next()).rejects.toThrow("enough");
});

test("BC-32: the hundred-and-first request of a minute waits until the first is a minute old", () => {
  const window = new RequestWindow();
  for (let index = 0; index < 100; index++) expect(window.reserve(index)).toBe(0);
  expect(window.reserve(100)).toBe(59_900);
  expect(window.reserve(61_000)).toBe(0);
});
