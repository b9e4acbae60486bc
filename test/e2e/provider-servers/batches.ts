// Loopback servers that work on batches, as OpenAI and Anthropic do.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What becomes of a request of a batch. */
export type Fate =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly name: string; readonly input: object }
  | { readonly kind: "refused"; readonly status: number; readonly message: string }
  | { readonly kind: "expired" };

export interface BatchServer {
  readonly url: string;
  /** The bodies of the requests that were handed in, by their ids. */
  readonly handedIn: ReadonlyMap<string, Record<string, unknown>>;
  /** From now on every batch has ended. */
  end(): void;
  close(): Promise<void>;
}

type Fates = (id: string) => Fate;
type Handed = Map<string, Record<string, unknown>>;
type Route = (path: string, body: string) => object | string | undefined;

export function startOpenAiBatches(fates: Fates): Promise<BatchServer> {
  const files = new Map<string, string>();
  const batches = new Map<string, { metadata: object; file: string }>();
  return start((handed, hasEnded) => (path, body) => {
    const shown = (id: string): object => {
      const { metadata, file } = batches.get(id) ?? { metadata: {}, file: "" };
      const ids = linesOf(files.get(file) ?? "").map((line) => String(line["custom_id"]));
      const failed = ids.filter((one) => fates(one).kind === "refused" || fates(one).kind === "expired").length;
      const request_counts = {
        total: ids.length,
        completed: hasEnded() ? ids.length - failed : 0,
        failed: hasEnded() ? failed : 0,
      };
      const ends = hasEnded()
        ? { output_file_id: `out-${file}`, error_file_id: failed > 0 ? `err-${file}` : null }
        : {};
      return {
        id,
        object: "batch",
        status: hasEnded() ? "completed" : "in_progress",
        metadata,
        request_counts,
        ...ends,
      };
    };
    if (path === "/v1/files") {
      const text = /filename="batch\.jsonl"\r\n[^\r]*\r\n\r\n([\s\S]*?)\r\n--/.exec(body)?.[1] ?? "";
      const id = `file-${files.size}`;
      files.set(id, text);
      for (const line of linesOf(text)) handed.set(String(line["custom_id"]), line);
      return { id, object: "file", purpose: /name="purpose"\r\n\r\n(\w+)/.exec(body)?.[1] };
    }
    if (path === "/v1/batches" && body !== "") {
      const { metadata, input_file_id: file } = JSON.parse(body);
      const id = `batch_${batches.size}`;
      batches.set(id, { metadata, file });
      return shown(id);
    }
    if (path.startsWith("/v1/batches?")) return { data: [...batches.keys()].map(shown).toReversed() };
    const batch = /^\/v1\/batches\/([\w-]+)/.exec(path)?.[1];
    if (batch !== undefined && batches.has(batch)) return shown(batch);
    const [, kind, file = ""] = /^\/v1\/files\/(out|err)-([\w-]+)\/content$/.exec(path) ?? [];
    const lines = linesOf(files.get(file) ?? "").flatMap((line) =>
      openAiLine(String(line["custom_id"]), String(line["url"]), fates, kind),
    );
    return kind && lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  });
}

function openAiLine(custom_id: string, url: string, fates: Fates, kind: string | undefined): object[] {
  const fate = fates(custom_id);
  const isFailed = fate.kind === "refused" || fate.kind === "expired";
  if (isFailed !== (kind === "err")) return [];
  if (fate.kind === "expired")
    return [{ custom_id, response: null, error: { code: "batch_expired", message: "This request expired." } }];
  if (fate.kind === "refused")
    return [
      { custom_id, response: { status_code: fate.status, body: { error: { message: fate.message } } }, error: null },
    ];
  const body = url === "/v1/responses" ? responseOf(fate) : completionOf(fate);
  return [{ custom_id, response: { status_code: 200, body }, error: null }];
}

type Said = Extract<Fate, { kind: "text" | "call" }>;

const responseOf = (fate: Said): object => ({
  ...{ object: "response", status: "completed", error: null, usage: { input_tokens: 7, output_tokens: 3 } },
  output: [
    fate.kind === "text"
      ? { type: "message", content: [{ type: "output_text", text: fate.text }] }
      : { type: "function_call", call_id: "c1", name: fate.name, arguments: JSON.stringify(fate.input) },
  ],
});

const completionOf = (fate: Said): object => ({
  object: "chat.completion",
  choices: [
    fate.kind === "text"
      ? { index: 0, finish_reason: "stop", message: { role: "assistant", content: fate.text } }
      : {
          ...{ index: 0, finish_reason: "tool_calls" },
          message: {
            tool_calls: [
              { id: "c1", type: "function", function: { name: fate.name, arguments: JSON.stringify(fate.input) } },
            ],
          },
        },
  ],
  usage: { prompt_tokens: 7, completion_tokens: 3 },
});

export function startAnthropicBatches(fates: Fates): Promise<BatchServer> {
  const batches = new Map<string, readonly string[]>();
  return start((handed, hasEnded) => (path, body) => {
    if (path === "/v1/messages/batches" && body !== "") {
      const { requests } = JSON.parse(body) as { requests: { custom_id: string; params: Record<string, unknown> }[] };
      for (const { custom_id, params } of requests) handed.set(custom_id, { body: params });
      const id = `msgbatch_${batches.size}`;
      batches.set(
        id,
        requests.map(({ custom_id }) => custom_id),
      );
      return { id, type: "message_batch", processing_status: "in_progress" };
    }
    const [, id = "", rest] = /^\/v1\/messages\/batches\/(\w+)(\/\w+)?$/.exec(path) ?? [];
    const ids = batches.get(id);
    if (!ids) return undefined;
    if (rest === "/results")
      return ids
        .toReversed()
        .map((one) => `${JSON.stringify(anthropicLine(one, fates(one)))}\n`)
        .join("");
    const count = (...kinds: readonly Fate["kind"][]): number =>
      ids.filter((one) => kinds.includes(fates(one).kind)).length;
    const ended = {
      processing: 0,
      succeeded: count("text", "call"),
      errored: count("refused"),
      canceled: 0,
      expired: count("expired"),
    };
    const working = { processing: ids.length, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
    return {
      id,
      processing_status: hasEnded() ? "ended" : "in_progress",
      request_counts: hasEnded() ? ended : working,
    };
  });
}

function anthropicLine(custom_id: string, fate: Fate): object {
  if (fate.kind === "expired") return { custom_id, result: { type: "expired" } };
  if (fate.kind === "refused") {
    const type = fate.status === 400 ? "invalid_request_error" : "api_error";
    return { custom_id, result: { type: "errored", error: { type: "error", error: { type, message: fate.message } } } };
  }
  const content =
    fate.kind === "text"
      ? { type: "text", text: fate.text }
      : { type: "tool_use", id: "c1", name: fate.name, input: fate.input };
  const stop_reason = fate.kind === "text" ? "end_turn" : "tool_use";
  const message = { type: "message", content: [content], stop_reason, usage: { input_tokens: 7, output_tokens: 3 } };
  return { custom_id, result: { type: "succeeded", message } };
}

async function start(open: (handed: Handed, hasEnded: () => boolean) => Route): Promise<BatchServer> {
  const handedIn: Handed = new Map();
  let isOver = false;
  const route = open(handedIn, () => isOver);
  const server = createServer(async (message, response) => {
    const answer = route(message.url ?? "", await bodyOf(message));
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(
      typeof answer === "string" ? answer : JSON.stringify(answer ?? { error: { message: "no such batch" } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handedIn,
    end: () => {
      isOver = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const linesOf = (text: string): Record<string, unknown>[] =>
  text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line) as Record<string, unknown>]));
