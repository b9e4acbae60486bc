import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelMessage, ModelRequest } from "../../../core/ports/model.ts";
import type { ReplyPart } from "../../../core/protocol/event.ts";
import { resolveModel, type SdkChoice, sdkChoice, type Wire } from "../services/providers.ts";
import { loadWire } from "../wires/index.ts";
import { PromptWriter } from "../wires/prompt.ts";
import { RequestBodies } from "./request-body.ts";

const MODELS = [
  { name: "openai-compatible/m" },
  { name: "deepseek/deepseek-chat" },
  { name: "mistral/devstral" },
  { name: "openai/gpt-4.1", api: "chat" },
  { name: "openai/gpt-5.5", api: "responses" },
  { name: "anthropic/claude-sonnet-4-5" },
  { name: "google/gemini-3-pro" },
  { name: "google/gemini-2.5-pro" },
];
const TOOLS = ["read_file", "shell"].map((name) => ({
  name,
  description: name,
  schema: { type: "object", properties: { list: { type: "array" } } } as const,
}));

function choiceOf({ name, api }: { readonly name: string; readonly api?: string }): SdkChoice {
  const environment = {
    OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:1/v1",
    ...Object.fromEntries(
      ["OPENAI", "ANTHROPIC", "GEMINI", "DEEPSEEK", "MISTRAL"].map((one) => [`${one}_API_KEY`, "key"]),
    ),
  };
  const choice = resolveModel(name, { environment, ...(api === undefined ? {} : { api }) });
  const sdk = "message" in choice ? undefined : sdkChoice(choice);
  if (!sdk) throw new Error(`no choice for ${name}`);
  return sdk;
}

/** What the provider package hands to fetch. */
async function bodyFor(choice: SdkChoice, request: ModelRequest): Promise<string> {
  let body = "";
  const open = await loadWire(choice.wire);
  const fetch = (async (_: string, init: { readonly body: string }) => {
    body = init.body;
    throw new Error("nothing is sent");
  }) as unknown as typeof globalThis.fetch;
  await open({ choice, fetch })
    .doStream(new PromptWriter(choice).write(request))
    .then(
      () => undefined,
      () => undefined,
    );
  if (body === "") throw new Error("fetch was not called");
  return body;
}

async function joined(choice: SdkChoice, bodies: RequestBodies, request: ModelRequest): Promise<string> {
  const partial = bodies.begin(request.messages);
  if (!partial) return bodyFor(choice, request);
  const pieces = partial.join(await bodyFor(choice, { ...request, messages: partial.messages }));
  if (!pieces) throw new Error("a mark was not found");
  return Buffer.concat(pieces).toString("utf8");
}

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", " ", ' ","role":"user"} ', '{"role":"user","content":"mark-"}', "é\u{1f642}\ud800 \\"),
);
const meta = fc.constantFrom(
  undefined,
  { google: { thoughtSignature: "s1" } },
  { openai: { itemId: "rs_1", reasoningEncryptedContent: "e" } },
  { openai: { itemId: "rs_2" } },
  { anthropic: { signature: "s2" } },
);
const callIds = fc.array(fc.stringMatching(/^[a-z0-9_-]{1,12}$/), { maxLength: 3 });

function reply(ids: readonly string[]): fc.Arbitrary<ModelMessage> {
  const spoken = fc.array(
    fc
      .record({ kind: fc.constantFrom("text" as const, "reasoning" as const), text, meta })
      .map(({ meta: given, ...part }): ReplyPart => ({ ...part, ...(given === undefined ? {} : { meta: given }) })),
    { maxLength: 3 },
  );
  return fc.tuple(spoken, fc.jsonValue(), meta).map(([content, input, given]) => ({
    role: "assistant",
    content: [
      ...content,
      ...ids.map((id) => ({
        kind: "call" as const,
        call: { id, name: "read_file", input: { input } },
        ...(given === undefined ? {} : { meta: given }),
      })),
    ],
  }));
}

/** What one turn adds: a reply, the results of its calls, what the person says meanwhile. */
const turn = callIds.chain((ids) =>
  fc.tuple(
    reply(ids),
    fc.tuple(
      ...ids.map((callId) =>
        fc.record({ callId: fc.constant(callId), name: fc.constant("read_file"), text, failed: fc.boolean() }),
      ),
    ),
    fc.option(text, { nil: undefined }),
  ),
);
const history = fc.tuple(text, fc.array(turn, { minLength: 1, maxLength: 5 }));

/** The messages of each request of a session. */
function requestsOf([first, turns]: typeof history extends fc.Arbitrary<infer Value>
  ? Value
  : never): ModelMessage[][] {
  const messages: ModelMessage[] = [{ role: "user", text: first }];
  const requests = [[...messages]];
  for (const [answer, results, said] of turns) {
    messages.push(answer);
    if (results.length > 0) messages.push({ role: "tool", results });
    if (said !== undefined || results.length === 0) messages.push({ role: "user", text: said ?? "go on" });
    requests.push([...messages]);
  }
  return requests;
}

const ask = (messages: readonly ModelMessage[]): ModelRequest => ({
  system: "You are careful.",
  messages,
  tools: TOOLS,
  sessionId: "session-1",
});

describe.each(MODELS)("bodies for $name $api", (model) => {
  const choice = choiceOf(model);

  test("are what the provider package makes of the whole conversation", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        const bodies = new RequestBodies(choice.wire);
        for (const messages of requestsOf(given)) {
          const request = ask(messages);
          const whole = await bodyFor(choice, request);
          expect(await joined(choice, bodies, request)).toBe(whole);
          // A second try sends the same once more.
          expect(await joined(choice, bodies, request)).toBe(whole);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("of two conversations and of one whose past was changed are not mixed", async () => {
    await fc.assert(
      fc.asyncProperty(history, history, async (one, other) => {
        const bodies = new RequestBodies(choice.wire);
        const [first, second] = [requestsOf(one), requestsOf(other)];
        for (let index = 0; index < Math.max(first.length, second.length); index++) {
          const both = [first[index], second[index]].filter((messages) => messages !== undefined);
          const texts = await Promise.all(both.map((messages) => joined(choice, bodies, ask(messages))));
          expect(texts).toEqual(await Promise.all(both.map((messages) => bodyFor(choice, ask(messages)))));
        }
      }),
      { numRuns: 10 },
    );
  });
});

test("only what is new is handed to the provider package", async () => {
  const choice = choiceOf({ name: "openai-compatible/m" });
  const bodies = new RequestBodies(choice.wire);
  const turns = Array.from({ length: 4 }, (_, index): ModelMessage[] => [
    { role: "assistant", content: [{ kind: "call", call: { id: `call-${index}`, name: "shell", input: {} } }] },
    { role: "tool", results: [{ callId: `call-${index}`, name: "shell", text: "ok", failed: false }] },
  ]);
  const messages: ModelMessage[] = [{ role: "user", text: "go" }, ...turns.slice(0, 3).flat()];
  await joined(choice, bodies, ask(messages));
  const longer: ModelMessage[] = [{ role: "user", text: "go" }, ...turns.flat()];
  expect(bodies.begin(longer)?.messages.slice(1, -1)).toEqual(turns[3]);
});

test("a body without its marks is not joined", () => {
  const wires: readonly Wire[] = ["compatible", "chat", "responses", "anthropic", "gemini"];
  const messages: ModelMessage[] = [
    { role: "user", text: "a" },
    { role: "assistant", content: [{ kind: "text", text: "b" }] },
    { role: "user", text: "c" },
  ];
  for (const wire of wires) expect(new RequestBodies(wire).begin(messages)?.join('{"messages":[]}')).toBeUndefined();
});
