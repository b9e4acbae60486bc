import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { errorCode } from "../../base/error-text.ts";
import { checkUrl, type UrlPolicy } from "../../engines/net/check-url.ts";
import { addressesToOpen, portProblem } from "../../engines/net/opened-hosts.ts";
import { listenAt } from "../listen-at.ts";
import { lookUpName } from "../name-look-up.ts";

export interface HostProxyOptions {
  /** Where it listens: a path, so that no port of this machine is open. */
  readonly socketPath: string;
  /** `host`, `*.domain`, either with `:port`; anything else is refused. Asked for every request. */
  readonly allowHosts: () => readonly string[];
  readonly resolve?: UrlPolicy["resolve"];
}

export interface HostProxy {
  /** `host:port (why)` of what was refused so far, in order. */
  readonly refused: readonly string[];
  close(): void;
}

const CONNECTIONS_MAX = 256;
const IDLE_MS = 300_000;
const REFUSED_MAX = 10_000;
/** RFC 9110, 7.6.1: for this connection only. */
const HOP_HEADERS = [
  ...["connection", "proxy-connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["proxy-authorization", "proxy-authenticate"],
];

/**
 * A forward proxy (CONNECT, and plain HTTP by absolute address) that reaches the listed hosts alone. A name is resolved
 * here, each address is checked, and a checked one is dialled: there is no second look-up that could answer differently.
 *
 * @throws when the socket cannot be made
 */
export async function startHostProxy(options: HostProxyOptions): Promise<HostProxy> {
  const { socketPath } = options;
  const allowHosts = (): readonly string[] => options.allowHosts().flatMap(alsoByNumber);
  const resolve = options.resolve ?? lookUpName;
  const refused: string[] = [];
  const open = new Set<Duplex>();
  const server = createServer();
  server.maxConnections = CONNECTIONS_MAX;

  /** The address to dial, or the answer that says why not. */
  async function dial(
    url: string,
  ): Promise<{ readonly address: string; readonly port: number } | { readonly why: string }> {
    const parsed = URL.parse(url);
    const place = parsed === null ? url.slice(0, 200) : `${parsed.hostname}:${portOf(parsed)}`;
    const why = await refusal(url, parsed);
    if (typeof why !== "string") return why;
    if (refused.length < REFUSED_MAX) refused.push(`${place} (${why})`);
    return { why: `${place} is not reached from the sandbox: ${why}.` };
  }

  async function refusal(url: string, parsed: URL | null) {
    const hosts = allowHosts();
    if (parsed === null) return "it is no address";
    const problem = portProblem(parsed, hosts);
    if (problem !== undefined) return problem;
    let answers: readonly string[] | undefined;
    // One look-up serves the question what the list opens and the check.
    const once = async (host: string): Promise<readonly string[]> => (answers ??= await resolve(host));
    const allowLocal = await addressesToOpen(parsed, hosts, once);
    const { verdict, reason, dial: addresses } = await checkUrl(url, { resolve: once, allowHosts: hosts, allowLocal });
    const address = addresses?.[0];
    return verdict === "allow" && address !== undefined ? { address, port: portOf(parsed) } : reason;
  }

  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.once("close", () => open.delete(socket));
  });
  server.on("connect", (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    void dial(placeAddress(incoming.url ?? "")).then((found) => {
      if ("why" in found) return void client.end(plainAnswer(403, "Forbidden", found.why));
      const target = connect({ host: found.address, port: found.port });
      open.add(target);
      target.once("close", () => open.delete(target));
      tunnel(client, head, target);
    });
  });
  server.on("request", (incoming: IncomingMessage, answer: ServerResponse) => {
    void dial(incoming.url ?? "").then((found) => {
      if ("why" in found) return void sendText(answer, 403, found.why);
      forward(incoming, answer, found);
    });
  });
  await listenAt(server, socketPath);
  // The session ends when its work does, whoever still holds a connection.
  server.unref();
  return {
    refused,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** A tunnel leads to a host and a port: whatever else an address may have is none of it. */
const placeAddress = (place: string): string => (/[/?#@\\]/.test(place) ? place : `https://${place}/`);

/** The bridge in the sandbox knows this machine by its number. */
function alsoByNumber(rule: string): readonly string[] {
  const isLocal = /^localhost:\d+$/i.test(rule.trim());
  return isLocal ? [rule, rule.trim().replace(/^\w+/, "127.0.0.1")] : [rule];
}

/** Joins a client that asked for a tunnel with its target; either end takes the other with it. */
function tunnel(client: Duplex, head: Buffer, target: Socket): void {
  target.once("close", () => client.destroy());
  client.once("close", () => target.destroy());
  target.once("error", (error) => client.end(plainAnswer(502, "Bad Gateway", unreachable(error))));
  target.once("connect", () => {
    target.removeAllListeners("error");
    target.on("error", () => client.destroy());
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) target.write(head);
    target.setTimeout(IDLE_MS, () => target.destroy());
    client.pipe(target).pipe(client);
  });
}

function forward(
  incoming: IncomingMessage,
  answer: ServerResponse,
  { address, port }: { readonly address: string; readonly port: number },
): void {
  const url = new URL(incoming.url ?? "");
  const outgoing = request({
    host: address,
    port,
    method: incoming.method,
    path: `${url.pathname}${url.search}`,
    // What was checked is what is asked for, whatever the client wrote.
    headers: { ...endToEnd(incoming.headers), ...framing(incoming.headers), host: url.host, connection: "close" },
    timeout: IDLE_MS,
  });
  const giveUp = (why: string): void => {
    outgoing.destroy();
    if (answer.headersSent) answer.destroy();
    else sendText(answer, 502, why);
  };
  outgoing.once("response", (response) => {
    const status = response.statusCode ?? 0;
    if (status < STATUS_MIN) return giveUp(`The host answered with the status ${status}, which is none.`);
    answer.writeHead(status, endToEnd(response.headers));
    response.once("error", () => answer.destroy());
    response.pipe(answer);
  });
  // What speaks another protocol from here on cannot be handed on.
  outgoing.once("upgrade", () => giveUp("The host went over to another protocol."));
  outgoing.once("timeout", () => giveUp("The host does not answer."));
  outgoing.once("error", (error) => giveUp(unreachable(error)));
  answer.once("close", () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** Of an answer that is the last: what comes before it is no answer yet. */
const STATUS_MIN = 200;

/** Where a body ends is told anew: without that the host would take it for another request, which nobody has checked. */
function framing(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (headers["transfer-encoding"] !== undefined) return { "transfer-encoding": "chunked" };
  const length = headers["content-length"];
  return length === undefined ? {} : { "content-length": length };
}

/** Without what speaks of one connection, by list and by the header that names more. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = String(headers["connection"] ?? "")
    .toLowerCase()
    .split(/\s*,\s*/);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_HEADERS.includes(name) && !named.includes(name)),
  );
}

const portOf = (url: URL): number => Number(url.port || (url.protocol === "https:" ? "443" : "80"));
const unreachable = (error: unknown): string => `The host cannot be reached (${errorCode(error) ?? "unknown"}).`;

function sendText(answer: ServerResponse, status: number, text: string): void {
  answer.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  answer.end(`${text}\n`);
}

function plainAnswer(status: number, phrase: string, text: string): string {
  const body = `${text}\n`;
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`;
}
