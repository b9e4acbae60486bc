import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  type Server,
} from "@modelcontextprotocol/server";
import { jsonExcess } from "../../base/json-depth.ts";
import { EXIT, UserError } from "../../base/user-error.ts";

export interface HttpPlace {
  /** 0: any that is free. */
  readonly port: number;
  /** Each request has to carry it (`Authorization: Bearer`). */
  readonly token: string;
  readonly signal: AbortSignal;
  onListening(url: string): void;
}

/** As over standard input. */
const BODY_BYTES_MAX = 2_000_000;
const PATH = "/mcp";
const CONNECTIONS_MAX = 64;

/** Serves programs of this machine that know the token, until the signal. @throws {UserError} when the port is taken */
export async function serveHttp(create: () => Server, { port, token, signal, onListening }: HttpPlace): Promise<void> {
  const handler = createMcpHandler(create);
  const http = createServer((request, response) => {
    answer(request, response, { token, work: (asked) => handler.fetch(asked) }).catch(() => response.destroy());
  });
  http.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((listening, fail) => {
    http.once("error", (error) =>
      fail(new UserError(`Port ${port} cannot be listened on (${error.message}); give another.`, EXIT.usage)),
    );
    http.listen(port, "127.0.0.1", listening);
  });
  onListening(`http://127.0.0.1:${(http.address() as AddressInfo).port}${PATH}`);
  await new Promise<void>((stop) => {
    if (signal.aborted) stop();
    signal.addEventListener("abort", () => stop(), { once: true });
  });
  http.closeAllConnections();
  await new Promise<void>((closed) => void http.close(() => closed()));
  await handler.close();
}

/** A page in a browser that found out the port knows neither our name nor the token. */
function refusal(request: Request, token: string): Response | undefined {
  if (new URL(request.url).pathname !== PATH) return new Response(null, { status: 404 });
  const foreign =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins());
  if (foreign) return foreign;
  const given = Buffer.from(request.headers.get("authorization") ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return undefined;
  return new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } });
}

/** Between the server of Node and requests of the web. Who leaves before the answer cancels what it asked. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { token, work }: { readonly token: string; readonly work: (asked: Request) => Promise<Response> },
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { method = "GET", headers, url = "/" } = request;
  const asked = new Request(new URL(url, "http://127.0.0.1"), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])) as [
      string,
      string,
    ][],
    signal: gone.signal,
  });
  const answered = refusal(asked, token) ?? (await answerTo(asked, request, work));
  // What nobody reads is let by: the next request comes over the same connection.
  request.resume();
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (answered.body === null) return void response.end();
  for await (const chunk of answered.body) if (!response.write(chunk)) await drained(response);
  response.end();
}

/** A body is read whole and counted before the library parses it. */
async function answerTo(asked: Request, request: IncomingMessage, work: (asked: Request) => Promise<Response>) {
  if (asked.method !== "POST") return work(asked);
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  // Whoever sends too much still hears why.
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    sizeBytes += piece.length;
    if (sizeBytes > BODY_BYTES_MAX) return unread(413, `The request has more than ${BODY_BYTES_MAX} bytes.`);
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces).toString();
  const excess = jsonExcess(body);
  if (excess !== undefined) return unread(400, `The request holds ${excess.message}.`);
  return work(new Request(asked, { body }));
}

const PARSE_ERROR = -32_700;

const unread = (status: number, message: string): Response =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code: PARSE_ERROR, message } }, { status });

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((done) => void response.once("drain", done).once("close", done));
