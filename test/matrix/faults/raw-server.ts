import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came, with the time in milliseconds. */
export interface RawRequest {
  readonly atMs: number;
  readonly body: string;
  readonly headers: IncomingMessage["headers"];
}

/** Says what it likes to a request: for wire faults that no well-formed server makes. */
export type RawAnswer = (response: ServerResponse, request: IncomingMessage) => void;

export interface RawServer {
  readonly url: string;
  readonly requests: readonly RawRequest[];
  close(): Promise<void>;
}

/** A loopback server with one answer for each request; the last one is repeated. */
export async function startRaw(answers: readonly RawAnswer[]): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const index = requests.push({ atMs: performance.now(), body, headers: request.headers }) - 1;
      response.on("error", () => {});
      (answers[index] ?? answers.at(-1))?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface RawCall {
  readonly name: string;
  /** JSON, or a text that is sent as it is. */
  readonly input: unknown;
  readonly id?: string | null;
}

const chunkOf = (delta: object, end: string | null = null, more: object = {}): string =>
  JSON.stringify({
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: end }],
    ...more,
  });
const event = (json: string): string => `data: ${json}\n\n`;
const headers = { "content-type": "text/event-stream" };

/** A proper stream. */
export function say(text: string, options: { readonly end?: string; readonly usage?: unknown } = {}): RawAnswer {
  return (response) => {
    response.writeHead(200, headers);
    const more = options.usage === undefined ? {} : { usage: options.usage };
    response.end(
      event(chunkOf({ role: "assistant", content: text })) +
        event(chunkOf({}, options.end ?? "stop", more)) +
        event("[DONE]"),
    );
  };
}

/** A proper stream of tool calls; `id: null` leaves the id out. */
export function callTools(calls: readonly RawCall[]): RawAnswer {
  return (response) => {
    response.writeHead(200, headers);
    const tool_calls = calls.map(({ name, input, id }, index) => ({
      index,
      ...(id === null ? {} : { id: id ?? `call_${index}_${performance.now()}` }),
      type: "function",
      function: { name, arguments: typeof input === "string" ? input : JSON.stringify(input) },
    }));
    response.end(
      event(chunkOf({ role: "assistant", tool_calls })) + event(chunkOf({}, "tool_calls")) + event("[DONE]"),
    );
  };
}

export function status(
  code: number,
  more: { readonly headers?: Record<string, string>; readonly body?: string } = {},
): RawAnswer {
  return (response) => {
    response.writeHead(code, { "content-type": "application/json", ...more.headers });
    response.end(more.body ?? JSON.stringify({ error: { message: `scripted ${code}`, type: "scripted" } }));
  };
}

/** Bytes as they are, as a stream of events; ends properly unless told otherwise. */
export function raw(
  pieces: readonly (string | Buffer)[],
  options: { readonly gapMs?: number; readonly breaks?: boolean } = {},
): RawAnswer {
  return (response, request) => {
    response.writeHead(200, headers);
    const send = (index: number): void => {
      const piece = pieces[index];
      if (piece === undefined) {
        if (options.breaks) request.socket.resetAndDestroy();
        else response.end();
        return;
      }
      response.write(piece);
      setTimeout(send, options.gapMs ?? 5, index + 1);
    };
    send(0);
  };
}

export const wire = { chunkOf, event };
