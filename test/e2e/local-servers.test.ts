import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

// What the three servers say on this machine, in their own words (Ollama 0.12, LM Studio 0.3, llama.cpp b6000).

let place: Place;
let server: Server | undefined;
beforeEach(() => {
  place = makePlace({ "a.txt": "alpha\n" });
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  place.remove();
});

interface Chat {
  readonly model: string;
  readonly tools?: readonly unknown[];
}

type Answer = (chat: Chat, response: ServerResponse, index: number) => void;

async function serve(models: unknown, answer: Answer): Promise<{ url: string; chats: Chat[] }> {
  const chats: Chat[] = [];
  server = createServer((message: IncomingMessage, response) => {
    if (message.url === "/v1/models") return void json(response, 200, models);
    if (message.url !== "/v1/chat/completions") return void json(response, 404, { error: "not found" });
    let body = "";
    message.on("data", (piece) => {
      body += String(piece);
    });
    message.on("end", () => {
      const chat = JSON.parse(body) as Chat;
      answer(chat, response, chats.push(chat) - 1);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, chats };
}

function json(response: ServerResponse, status: number, document: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(document));
}

function stream(response: ServerResponse, text: string, extra: object = {}): void {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }], ...extra })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`${chunk({ role: "assistant", content: text })}${chunk({}, "stop")}data: [DONE]\n\n`);
}

const OLLAMA_MODELS = {
  object: "list",
  data: [{ id: "llama3.2:latest", object: "model", created: 1, owned_by: "library" }],
};
const LLAMACPP_MODELS = {
  models: [{ name: "qwen.gguf", model: "qwen.gguf", capabilities: ["completion"] }],
  object: "list",
  data: [{ id: "qwen.gguf", object: "model", owned_by: "llamacpp", meta: { n_ctx_train: 32768, n_params: 7e9 } }],
};
const LMSTUDIO_MODELS = {
  object: "list",
  data: [{ id: "qwen2.5-7b-instruct", object: "model", owned_by: "organization_owner" }],
};

/** The others are nowhere, so that a server of the machine itself is never found. */
function only(variable: string, url: string): Record<string, string> {
  const nowhere = "http://127.0.0.1:9";
  return { OLLAMA_BASE_URL: nowhere, LMSTUDIO_BASE_URL: nowhere, LLAMACPP_BASE_URL: nowhere, [variable]: url };
}

describe.each([
  ["OLLAMA_BASE_URL", "ollama/llama3.2:latest", OLLAMA_MODELS],
  ["LMSTUDIO_BASE_URL", "lmstudio/qwen2.5-7b-instruct", LMSTUDIO_MODELS],
  ["LLAMACPP_BASE_URL", "llamacpp/qwen.gguf", LLAMACPP_MODELS],
])("a server found by %s", (variable, model, models) => {
  test(`is used without any setting: ${model}`, async () => {
    const { url, chats } = await serve(models, (_, response) => stream(response, "from this machine"));
    const run = await runWaymark(["-p", "hello"], { ...place, environment: only(variable, url) });
    expect([run.code, run.stdout]).toEqual([0, "from this machine\n"]);
    expect(chats[0]?.model).toBe(model.slice(model.indexOf("/") + 1));
    const offline = await runWaymark(["-p", "hello", "--offline", "-m", model], {
      ...place,
      environment: only(variable, url),
    });
    expect(offline.code, offline.stderr).toBe(0);
    const list = await runWaymark(["provider", "list", "--json"], { ...place, environment: only(variable, url) });
    const status = (JSON.parse(list.stdout) as Record<string, unknown>[]).find((one) =>
      model.startsWith(`${one["id"]}/`),
    );
    expect(status).toMatchObject({ credentials: "none needed", reachable: true });
  });
});

test("CL-20: a model of Ollama that takes no tools goes on with the judge, which is told", async () => {
  const { url, chats } = await serve(OLLAMA_MODELS, (chat, response) => {
    if (!chat.tools?.length) return stream(response, "It holds alpha.");
    const message = "registry.ollama.ai/library/llama3.2:latest does not support tools";
    json(response, 400, { error: { message, type: "api_error", param: null, code: null } });
  });
  const run = await runWaymark(["-p", "what is in a.txt?", "-m", "ollama/llama3.2:latest"], {
    ...place,
    environment: only("OLLAMA_BASE_URL", url),
  });
  expect([run.code, run.stdout]).toEqual([0, "It holds alpha.\n"]);
  expect(run.stderr).toMatch(/does not take tools: going on with the judge strategy/);
  expect(chats.map((chat) => (chat.tools?.length ?? 0) > 0)).toEqual([true, false]);
});

test("llama.cpp that is still loading its model is waited for; a model that Ollama lacks is named", async () => {
  const { url, chats } = await serve(LLAMACPP_MODELS, (_, response, index) =>
    index === 0
      ? json(response, 503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } })
      : stream(response, "ready"),
  );
  const run = await runWaymark(["-p", "hello", "-m", "llamacpp/qwen.gguf"], {
    ...place,
    environment: only("LLAMACPP_BASE_URL", url),
  });
  expect([run.code, run.stdout, chats.length]).toEqual([0, "ready\n", 2]);
  server?.close();
  const other = await serve(OLLAMA_MODELS, (chat, response) =>
    json(response, 404, {
      error: { message: `model "${chat.model}" not found, try pulling it first`, type: "api_error" },
    }),
  );
  const missing = await runWaymark(["-p", "hello", "-m", "ollama/gone"], {
    ...place,
    environment: only("OLLAMA_BASE_URL", other.url),
  });
  expect([missing.code, missing.stderr]).toEqual([
    1,
    expect.stringMatching(/name another model \(`waymark models list --provider ollama` shows them\)/),
  ]);
});

test("the probe decides what auto does with a model, from then on", async () => {
  const { url, chats } = await serve(OLLAMA_MODELS, (_, response) => stream(response, "I can only talk."));
  const environment = only("OLLAMA_BASE_URL", url);
  const probe = await runWaymark(["provider", "check", "--probe", "ollama/llama3.2:latest"], { ...place, environment });
  expect([probe.code, probe.stdout]).toEqual([
    0,
    expect.stringMatching(/native calls: no\n[\s\S]*--strategy auto: judge\n/),
  ]);
  const before = chats.length;
  await runWaymark(["-p", "hello", "-m", "ollama/llama3.2:latest"], { ...place, environment });
  expect(chats.slice(before).map((chat) => chat.tools ?? [])).toEqual([[]]);
});
