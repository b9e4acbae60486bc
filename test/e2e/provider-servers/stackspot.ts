// A loopback StackSpot: the token endpoint of its identity provider and the chat endpoint of its agents.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface StackspotReply {
  /** Bytes of the stream; made from `text` when absent. */
  readonly raw?: string | Uint8Array;
  readonly text?: string;
  /** How many bytes travel at once; all by default. */
  readonly pieceBytes?: number;
  /** Half of the stream comes, and nothing after it. */
  readonly stalls?: boolean;
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly conversationId?: string;
}

export interface StackspotRequest {
  readonly agent: string;
  readonly token: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage["headers"];
}

export interface StackspotServer {
  readonly url: string;
  readonly tokenRequests: readonly URLSearchParams[];
  readonly chats: readonly StackspotRequest[];
  /** What a run needs to find it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Tokens given out so far are refused from now on. */
  revoke(): void;
  close(): Promise<void>;
}

export interface StackspotScript {
  readonly replies: readonly StackspotReply[] | ((request: StackspotRequest, index: number) => StackspotReply);
  readonly expiresIn?: number;
  readonly refreshToken?: string;
  /** The answer to token request number `index` (from 0), where it is not a token. */
  readonly tokenAnswer?: (form: URLSearchParams, index: number) => { status: number; body?: unknown } | undefined;
  readonly tokenDelayMs?: number;
}

export async function startStackspot(script: StackspotScript): Promise<StackspotServer> {
  const tokenRequests: URLSearchParams[] = [];
  const chats: StackspotRequest[] = [];
  let revoked = 0;
  const server = createServer((message, response) => {
    const work = message.url?.endsWith("/oidc/oauth/token") ? giveToken(message, response) : chat(message, response);
    work.catch(() => response.destroy());
  });

  async function giveToken(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readBody(message));
    const index = tokenRequests.push(form) - 1;
    if (script.tokenDelayMs) await sleep(script.tokenDelayMs);
    const own = script.tokenAnswer?.(form, index);
    if (own) return json(response, own.status, own.body ?? {});
    json(response, 200, {
      access_token: `token-${index + 1}`,
      expires_in: script.expiresIn ?? 1200,
      token_type: "Bearer",
      ...(script.refreshToken ? { refresh_token: script.refreshToken } : {}),
    });
  }

  async function chat(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const agent = /^\/v1\/agent\/([^/]+)\/chat$/.exec(message.url ?? "")?.[1];
    if (!agent) return json(response, 404, { message: `no route ${message.url}` });
    const body = JSON.parse(await readBody(message)) as Record<string, unknown>;
    const token = (message.headers.authorization ?? "").replace("Bearer ", "");
    const request = { agent: decodeURIComponent(agent), token, body, headers: message.headers };
    const index = chats.push(request) - 1;
    if (Number(token.split("-")[1]) <= revoked) return json(response, 401, { message: "token expired" });
    const reply = typeof script.replies === "function" ? script.replies(request, index) : script.replies[index];
    if (!reply) return json(response, 400, { message: `the script has no reply number ${index + 1}` });
    if (reply.status) return json(response, reply.status, reply.body ?? {}, reply.headers);
    const bytes = Buffer.from(reply.raw ?? streamOf(reply.text ?? "", reply.conversationId));
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (reply.stalls) return void response.write(bytes.subarray(0, bytes.length / 2));
    const size = reply.pieceBytes ?? Math.max(1, bytes.length);
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      if (size < bytes.length) await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    tokenRequests,
    chats,
    environment: {
      STACKSPOT_CLIENT_ID: "client-of-mine",
      STACKSPOT_CLIENT_SECRET: "secret-of-mine",
      STACKSPOT_REALM: "acme",
      STACKSPOT_AUTH_URL: url,
      STACKSPOT_API_URL: url,
      STACKSPOT_CODER_ID: "01CODER",
    },
    revoke: () => {
      revoked = tokenRequests.length;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Deltas of five characters, a heart-beat, and a last event with the counts (BC-31). */
export function streamOf(text: string, conversationId?: string): string {
  const characters = [...text];
  const events: string[] = [];
  for (let at = 0; at < characters.length; at += 5)
    events.push(`data: ${JSON.stringify({ message: characters.slice(at, at + 5).join("") })}\n\n`, ":\n\n");
  const last = {
    stop_reason: "stop",
    message_id: "m-1",
    tokens: { input: 1200, output: 34 },
    ...(conversationId ? { conversation_id: conversationId } : {}),
  };
  return `${events.join("")}data: ${JSON.stringify(last)}\n\n`;
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
