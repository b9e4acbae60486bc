import http, { type IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { decoded } from "../unpack.ts";

const CONNECT_MS_MAX = 10_000;
const WITHOUT_BODY = [204, 205, 304];
/** What a status may be of an answer that is the last. */
const STATUS = { min: 200, max: 599 };

/** What a request was judged by. */
interface Judged {
  readonly addresses?: readonly string[];
}

/** Keeps connections apart that were opened by other addresses: one of yesterday's look-up could lead where today's may not. */
const AGENTS = {
  "http:": new (class extends http.Agent {
    override getName(options?: Parameters<http.Agent["getName"]>[0] & Judged): string {
      return `${super.getName(options)}:${options?.addresses}`;
    }
  })({ keepAlive: true }),
  "https:": new (class extends https.Agent {
    override getName(options?: RequestOptions & Judged): string {
      return `${super.getName(options)}:${options?.addresses}`;
    }
  })({ keepAlive: true }),
};

/**
 * Sends to one of these addresses, whatever its name means by now; over a proxy, where Node itself uses one, which looks the name up. No
 * redirect is followed.
 * @param addresses  undefined where nobody here knows the name
 */
export async function sendTo(
  url: string,
  request: RequestInit,
  addresses: readonly string[] | undefined,
): Promise<Response> {
  if (isProxied(url)) return fetch(url, { ...request, redirect: "manual" });
  if (addresses === undefined) throw new Error(`${new URL(url).hostname} is known to no name server`);
  const asked = new Request(url, request);
  const body = request.body == null ? undefined : Buffer.from(await asked.arrayBuffer());
  const headers = Object.fromEntries(asked.headers);
  const { method, signal } = asked;
  const options = {
    ...{
      method,
      signal,
      addresses,
      lookup: answering(addresses),
      agent: AGENTS[url.startsWith("https:") ? "https:" : "http:"],
    },
    headers: { accept: "*/*", "user-agent": "waymark", ...headers, ...(body && { "content-length": body.length }) },
  };
  return answered(await opened(url, options, body));
}

/** Node itself sends what it can through a proxy where it is told to by the environment. */
function isProxied(url: string): boolean {
  const agent = url.startsWith("https:") ? https.globalAgent : http.globalAgent;
  return (
    (agent as typeof agent & { readonly options?: { readonly proxyEnv?: object } }).options?.proxyEnv !== undefined
  );
}

function answering(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const [first = { address: "", family: 4 }] = all;
  return (_host, options, done) => (options.all ? done(null, all) : done(null, first.address, first.family));
}

function opened(url: string, options: RequestOptions, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = (url.startsWith("https:") ? https : http).request(url, options, resolve);
    outgoing.on("error", reject);
    outgoing.once("socket", (socket) => {
      if (!socket.connecting) return;
      const late = setTimeout(() => outgoing.destroy(new Error("it cannot be connected to in time")), CONNECT_MS_MAX);
      socket.once("connect", () => clearTimeout(late)).once("close", () => clearTimeout(late));
    });
    // Without a listener Node ends the connection and tells nobody.
    outgoing.once("upgrade", (_, socket) => {
      socket.destroy();
      reject(new Error("it changes to another protocol (101), which is not spoken here"));
    });
    outgoing.end(body);
  });
}

function answered(message: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = "", headersDistinct } = message;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  if (status < STATUS.min || status > STATUS.max) {
    message.destroy();
    throw new Error(`it answered with the status ${status}, which is none`);
  }
  const hasBody = !WITHOUT_BODY.includes(status);
  if (!hasBody) message.resume();
  const body = hasBody ? (Readable.toWeb(decoded(message)) as ReadableStream<Uint8Array>) : null;
  return new Response(body, { status, statusText, headers });
}
