// CPU of one streamed token through the model client, against the least program that holds the same conversation.

import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

const TOKENS = 20_000;
const RUNS = 5;

export interface ModelsBench {
  readonly floorMicrosPerToken: number;
  /** By wire. */
  readonly clientMicrosPerToken: Readonly<Record<string, number>>;
  readonly lines: readonly string[];
}

/**
 * Each program streams a long answer and an empty one, several times and interleaved; the difference of their CPU times, divided
 * by the tokens, leaves out start-up. Programs run as processes of their own, so that the server's time is not theirs.
 */
export async function bench(): Promise<ModelsBench> {
  const server = await serveWires();
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const programs = ["floor", "compatible", "chat", "responses", "anthropic", "gemini"];
  const samples = new Map<string, number[]>(programs.map((name) => [name, []]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const name of programs) {
      const short = await cpuMicros(name, url, 0);
      const long = await cpuMicros(name, url, TOKENS);
      samples.get(name)?.push((long - short) / TOKENS);
    }
  }
  server.closeAllConnections();
  server.close();
  const median = (name: string) => samples.get(name)?.sort((left, right) => left - right)[Math.floor(RUNS / 2)] ?? 0;
  const floor = median("floor");
  const client = Object.fromEntries(programs.slice(1).map((name) => [name, median(name)]));
  const lines = [
    `floor (node:http, JSON.parse, write): ${floor.toFixed(1)} µs CPU a token`,
    ...Object.entries(client).map(
      ([name, micros]) =>
        `${name}: ${micros.toFixed(1)} µs CPU a token, ${(micros / floor).toFixed(2)} × the floor (want ≤ 1.5)`,
    ),
  ];
  return { floorMicrosPerToken: floor, clientMicrosPerToken: client, lines };
}

/** User and system time of one process that asks once and writes what it gets. */
function cpuMicros(program: string, url: string, tokens: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), program, url, String(tokens)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child.once("message", (micros) => resolve(Number(micros)));
    child.once("error", reject);
    child.once("exit", (code) => code && reject(new Error(`${program} ended with ${code}`)));
  });
}

async function runProgram(program: string, url: string, tokens: string): Promise<void> {
  const target = `${url}/tokens/${tokens}/v1`;
  if (program === "floor") await runFloor(target);
  else await runClient(program, target);
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
  process.disconnect?.();
}

async function runFloor(target: string): Promise<void> {
  const http = process.getBuiltinModule("node:http");
  const response = await new Promise<AsyncIterable<string>>((resolve, reject) => {
    const request = http.request(`${target}/chat/completions`, { method: "POST" }, (message) =>
      resolve(message.setEncoding("utf8")),
    );
    request.on("error", reject).end("{}");
  });
  let buffer = "";
  for await (const chunk of response) {
    const lines = (buffer + chunk).split("\n");
    buffer = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("data: {")) continue;
      const content = JSON.parse(line.slice(6)).choices[0]?.delta?.content;
      if (content) process.stdout.write(content);
    }
  }
}

async function runClient(wire: string, target: string): Promise<void> {
  const { createModelClient } = await import("../src/adapters/models/model-client.ts");
  const { closeConnections } = await import("../src/adapters/models/http/request.ts");
  const { findProvider } = await import("../src/adapters/models/services/providers.ts");
  const provider = findProvider("openai-compatible");
  if (!provider) throw new Error("the list of providers lacks openai-compatible");
  const choice = { provider, model: "m", wire: wire as "compatible", baseUrl: target, key: "k" };
  const client = createModelClient(choice, { environment: {} });
  const request = { system: "s", messages: [{ role: "user", text: "q" } as const], tools: [], sessionId: "bench" };
  for await (const part of client.step(request, new AbortController().signal)) {
    if (part.type === "text-delta") process.stdout.write(part.text);
    if (part.type === "failed") throw new Error(part.failure.message);
  }
  closeConnections();
}

const WORDS =
  "amber basin cedar delta ember fjord glade harbor inlet jetty knoll ledge meadow north orbit pebble".split(" ");

/** One event a token, in the words of each wire, as fast as it goes. */
async function serveWires(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    const tokens = Number(/\/tokens\/(\d+)\//.exec(request.url ?? "")?.[1] ?? 0);
    const speak = WIRES.find(({ route }) => route.test(request.url ?? ""));
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of speak?.start ?? []) response.write(sse(event));
    for (let index = 0; index < Math.max(tokens, 1); index += 1) {
      response.write(sse(speak?.token(`${WORDS[(index * 7) % WORDS.length]} `, index) ?? {}));
    }
    for (const event of speak?.end ?? []) response.write(sse(event));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function sse(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

const CHUNK = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_790_000_000, model: "mock" };
const AT = { output_index: 0, item_id: "msg_1", content_index: 0 };
const MESSAGE = { id: "msg_1", type: "message", role: "assistant", model: "mock", content: [], stop_reason: null };
const RESPONSE = {
  id: "resp_1",
  object: "response",
  created_at: 1_790_000_000,
  model: "mock",
  status: "completed",
  output: [],
};
const USAGE = { input_tokens: 10, output_tokens: 10 };

interface WireWords {
  readonly route: RegExp;
  readonly start: readonly object[];
  token(text: string, index: number): object;
  readonly end: readonly object[];
}

const WIRES: readonly WireWords[] = [
  {
    route: /chat\/completions/,
    start: [],
    token: (content) => ({ ...CHUNK, choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
    end: [{ ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }],
  },
  {
    route: /responses$/,
    start: [{ type: "response.output_item.added", output_index: 0, item: { type: "message", id: "msg_1" } }],
    token: (delta, index) => ({ type: "response.output_text.delta", sequence_number: index, ...AT, delta }),
    end: [
      { type: "response.output_item.done", output_index: 0, item: { type: "message", id: "msg_1" } },
      { type: "response.completed", response: { ...RESPONSE, usage: USAGE } },
    ],
  },
  {
    route: /messages$/,
    start: [
      { type: "message_start", message: { ...MESSAGE, usage: USAGE } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ],
    token: (text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
    end: [
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 10 } },
      { type: "message_stop" },
    ],
  },
  {
    route: /streamGenerateContent/,
    start: [],
    token: (text) => ({ candidates: [{ index: 0, content: { role: "model", parts: [{ text }] } }] }),
    end: [{ candidates: [{ index: 0, content: { role: "model", parts: [] }, finishReason: "STOP" }] }],
  },
];

const [program, url, tokens] = process.argv.slice(2);
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (program && url && tokens) await runProgram(program, url, tokens);
  else for (const line of (await bench()).lines) process.stdout.write(`${line}\n`);
}
