// Loopback servers that speak the wires of model providers from a script of replies.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface WireReply {
  readonly text?: string;
  readonly reasoning?: string;
  /** `input` is sent as JSON, a text as it is: `{"a":` makes arguments that cannot be read. */
  readonly calls?: readonly { readonly name: string; readonly input: unknown; readonly id?: string }[];
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
  /** How many characters a delta has; 5 by default. */
  readonly deltaChars?: number;
  /** Milliseconds before the first byte. */
  readonly firstMs?: number;
  /** Milliseconds between two events of the stream. */
  readonly pauseMs?: number;
  readonly end?: "length" | "filtered";
  /** Beside those of the stream. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fault?: WireFault;
}

export type WireFault = FaultBeforeHeaders | FaultMidStream;

type FaultBeforeHeaders =
  /** An HTTP error in the wire's own words; `retryAfter` is the header. */
  | { readonly kind: "status"; readonly status: number; readonly message?: string; readonly retryAfter?: string }
  | { readonly kind: "reset-before-headers" }
  /** Nothing comes; the connection stays. */
  | { readonly kind: "stall-before-headers" };

type FaultMidStream =
  /** An error document in the middle of the stream. */
  | { readonly kind: "stream-error"; readonly message: string }
  | { readonly kind: "reset-mid-stream" }
  | { readonly kind: "stall-mid-stream" }
  /** The stream ends properly in the middle of an event's JSON. */
  | { readonly kind: "truncated-json" }
  /** The stream ends properly between two events, before the reply does. */
  | { readonly kind: "cut" };

export interface WireRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw bytes, as text. */
  readonly body: string;
}

export interface WireServer {
  /** Without a version segment, such as `http://127.0.0.1:40001`. */
  readonly url: string;
  readonly requests: readonly WireRequest[];
  close(): Promise<void>;
}

/** A reply for each request, or what to say to request number `index` (from 0), which may take its time. */
export type WireScript =
  | readonly WireReply[]
  | ((request: WireRequest, index: number) => WireReply | Promise<WireReply>);

/** What differs from wire to wire. */
export interface WireSpeech {
  /** Which path is asked for a streamed reply. */
  readonly route: RegExp;
  readonly models: unknown;
  events(reply: WireReply, index: number): readonly (string | Uint8Array)[];
  errorDocument(status: number, message: string): unknown;
  streamError(message: string): string | Uint8Array;
}

export async function startWireServer(speech: WireSpeech, script: WireScript): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const server = createServer((message, response) => {
    answer(message, response).catch(() => response.destroy());
  });

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(message.url ?? "");
    const body = await readBody(message);
    if (message.method === "GET" && path.includes("/models")) return json(response, 200, speech.models);
    if (!speech.route.test(path)) return json(response, 404, speech.errorDocument(404, `no route ${path}`));
    const request = { path, headers: message.headers, body };
    const index = requests.push(request) - 1;
    const reply = typeof script === "function" ? await script(request, index) : script[index];
    if (!reply) return json(response, 400, speech.errorDocument(400, `the script has no reply number ${index + 1}`));
    if (reply.firstMs) await new Promise((done) => setTimeout(done, reply.firstMs));
    play(speech, { reply, index, message, response });
  }

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

interface Scene {
  readonly reply: WireReply;
  readonly index: number;
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

function play(speech: WireSpeech, scene: Scene): void {
  const { reply, index, message, response } = scene;
  const { fault } = reply;
  switch (fault?.kind) {
    case "status": {
      const headers = fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter };
      const text = fault.message ?? `scripted error ${fault.status}`;
      json(response, fault.status, speech.errorDocument(fault.status, text), headers);
      return;
    }
    case "reset-before-headers":
      message.socket.resetAndDestroy();
      return;
    case "stall-before-headers":
      return;
    case undefined:
      if (reply.pauseMs) return void drip(response, speech.events(reply, index), reply.pauseMs);
      stream(response, speech.events(reply, index), reply.headers);
      response.end();
      return;
    case "stream-error":
    case "reset-mid-stream":
    case "stall-mid-stream":
    case "truncated-json":
    case "cut":
      breakStream(speech, scene, fault);
  }
}

function stream(response: ServerResponse, events: readonly (string | Uint8Array)[], headers: object = {}): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", ...headers });
  for (const event of events) response.write(event);
}

async function drip(
  response: ServerResponse,
  events: readonly (string | Uint8Array)[],
  pauseMs: number,
): Promise<void> {
  stream(response, []);
  for (const event of events) {
    if (response.destroyed) return;
    response.write(event);
    await new Promise((done) => setTimeout(done, pauseMs));
  }
  response.end();
}

/** Half of the events, then the fault. */
function breakStream(speech: WireSpeech, { reply, index, message, response }: Scene, fault: FaultMidStream): void {
  const events = speech.events(reply, index);
  stream(response, events.slice(0, Math.ceil(events.length / 2)));
  switch (fault.kind) {
    case "cut":
      response.end();
      return;
    case "truncated-json":
      response.end(events[Math.ceil(events.length / 2)]?.slice(0, -20));
      return;
    case "stream-error":
      response.end(speech.streamError(fault.message));
      return;
    case "reset-mid-stream":
      // The bytes must leave before the connection breaks, or it breaks before headers.
      setTimeout(() => message.socket.resetAndDestroy(), 20);
      return;
    case "stall-mid-stream":
      return;
  }
}

function json(response: ServerResponse, status: number, document: unknown, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(document));
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

export function dataEvent(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

export function namedEvent(value: { readonly type: string }): string {
  return `event: ${value.type}\n${dataEvent(value)}`;
}

/** Text in deltas, never cutting a surrogate pair. */
export function cutText(text: string, size = 5): string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(""));
  return pieces;
}

export function inputText(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

export const DEFAULT_USAGE = { input: 100, output: 20, cached: 0 } as const;
