import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  type Server,
} from "@modelcontextprotocol/server";
import { EXIT, UserError } from "../../base/user-error.ts";

export interface HttpPlace {
  /** 0: any that is free. */
  readonly port: number;
  /** Each request has to carry it (`Authorization: Bearer`). */
  readonly token: string;
  readonly signal: AbortSignal;
  onListening(url: string): void;
}

const PATH = "/mcp";
const CONNECTIONS_MAX = 64;

/** Serves programs of this machine that know the token, until the signal. @throws {UserError} when the port is taken */
export async function serveHttp(create: () => Server, { port, token, signal, onListening }: HttpPlace): Promise<void> {
  const handler = createMcpHandler(create);
  const http = createServer((request, response) => {
    answer(request, response, async (asked) => refusal(asked, token) ?? handler.fetch(asked)).catch(() =>
      response.destroy(),
    );
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
  work: (asked: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { method = "GET", headers, url = "/" } = request;
  const body = method === "POST" ? { body: Readable.toWeb(request) as ReadableStream, duplex: "half" as const } : {};
  const asked = new Request(new URL(url, "http://127.0.0.1"), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])) as [
      string,
      string,
    ][],
    signal: gone.signal,
    ...body,
  });
  const answered = await work(asked);
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (answered.body === null) return void response.end();
  for await (const chunk of answered.body) if (!response.write(chunk)) await drained(response);
  response.end();
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((done) => void response.once("drain", done).once("close", done));
