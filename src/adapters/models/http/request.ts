// HTTP over node:http. Node's own fetch costs 45 ms and 8 MB at the first use and twice the time a request; so does
// `import "node:http"`, whose namespace reads a getter that loads the same code: hence getBuiltinModule.

import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { decoded } from "../../unpack.ts";
import { TransportFault } from "./faults.ts";
import { readText } from "./whole-text.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface RequestSettings {
  /** Until the first byte of an answer; reasoning models think before they speak. */
  readonly firstByteMs: number;
  /** HTTP_PROXY, HTTPS_PROXY and NO_PROXY are honoured from here, by Node 24 and later. */
  readonly environment: Environment;
  /** Until the connection stands; part of `firstByteMs`. */
  readonly connectMs?: number;
  readonly isRetry?: boolean;
}

export interface RequestInit {
  /** POST by default. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

const agents = new Map<string, Agent>();

/** Ends idle connections, so that a process is not held back by them. */
export function closeConnections(): void {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
}

/** One request's answer as soon as its headers are there. @throws {TransportFault} or the signal's reason */
export function request(url: string, init: RequestInit, options: RequestSettings): Promise<IncomingMessage> {
  const { agent, open } = openerFor(url, options);
  const { method = "POST" } = init;
  // Encoded once: a text would be measured, copied behind the headers and encoded in three passes over the history.
  const body = init.body === undefined ? undefined : Buffer.from(init.body);
  const length = body === undefined ? {} : { "content-length": body.length };
  const settings: RequestOptions = { method, headers: { ...init.headers, ...length }, agent };
  return new Promise((resolve, reject) => {
    const signal = init.signal;
    const outgoing = open(url, settings);
    let answer: IncomingMessage | undefined;
    const abort = () => {
      // Its connection is idle again, where nobody listens for an error.
      if (answer?.complete) answer.destroy();
      else outgoing.destroy(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
    };
    const silent = setTimeout(() => {
      const seconds = Math.round(options.firstByteMs / 1000);
      outgoing.destroy(new TransportFault("stalled", `no answer began within ${seconds} s`));
    }, options.firstByteMs);
    const { connectMs } = options;
    if (connectMs !== undefined) limitConnecting(outgoing, connectMs);
    outgoing.once("response", (message) => {
      clearTimeout(silent);
      answer = message;
      message.once("close", () => signal?.removeEventListener("abort", abort));
      resolve(decoded(message));
    });
    // Without a listener Node ends the connection and tells nobody.
    outgoing.once("upgrade", (_, socket) => {
      clearTimeout(silent);
      signal?.removeEventListener("abort", abort);
      socket.destroy();
      reject(new TransportFault("network", "it changed to another protocol (101)"));
    });
    outgoing.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(silent);
      signal?.removeEventListener("abort", abort);
      // What breaks once the answer has begun is told by the answer.
      if (answer) return;
      // The server closed an idle connection just as it was used again: nothing was answered, so nothing is done twice.
      const isStale = outgoing.reusedSocket && error.code === "ECONNRESET" && !signal?.aborted && !options.isRetry;
      if (isStale) resolve(request(url, init, { ...options, isRetry: true }));
      else if (signal?.aborted) reject(signal.reason);
      else reject(error instanceof TransportFault ? error : new TransportFault("network", error.message, error.code));
    });
    // A late error of a socket whose answer is being read already is reported by the answer.
    outgoing.on("error", () => undefined);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
    outgoing.end(body);
  });
}

function limitConnecting(outgoing: ClientRequest, connectMs: number): void {
  outgoing.once("socket", (socket) => {
    if (!socket.connecting) return;
    const seconds = Math.round(connectMs / 1000);
    const late = setTimeout(
      () => outgoing.destroy(new TransportFault("stalled", `no connection within ${seconds} s`)),
      connectMs,
    );
    socket.once("connect", () => clearTimeout(late)).once("close", () => clearTimeout(late));
  });
}

function openerFor(
  url: string,
  options: RequestSettings,
): { readonly agent: Agent; readonly open: (url: string, settings: RequestOptions) => ClientRequest } {
  const isSecure = url.startsWith("https:");
  const http = isSecure ? process.getBuiltinModule("node:https") : process.getBuiltinModule("node:http");
  const isProxied = hasProxy(options.environment) && !LOOPBACK.test(url);
  const name = `${isSecure ? "https" : "http"}${isProxied ? " by proxy" : ""}`;
  let agent = agents.get(name);
  if (!agent) {
    // `proxyEnv` is newer than the oldest Node we run on, which ignores it.
    const settings = { keepAlive: true, ...(isProxied ? { proxyEnv: options.environment } : {}) };
    agent = new http.Agent(settings as ConstructorParameters<typeof http.Agent>[0]);
    agents.set(name, agent);
  }
  return { agent, open: (target, settings) => http.request({ ...addressOf(target), ...settings }) };
}

const addresses = new Map<string, RequestOptions>();

/** A session has one address or two; Node would take the text apart, property by property, at every request. */
function addressOf(url: string): RequestOptions {
  let address = addresses.get(url);
  if (!address) {
    address = process.getBuiltinModule("node:url").urlToHttpOptions(new URL(url));
    addresses.set(url, address);
  }
  return address;
}

/** A server on this machine is never behind a proxy, whatever NO_PROXY forgets to say. */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/;

function hasProxy(environment: Environment): boolean {
  return ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"].some((name) => environment[name]);
}

export function flatHeaders(message: IncomingMessage): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}

/** The text of a whole answer, whatever its status; a body makes it a POST. @throws {TransportFault} when there is none, or too much */
export async function getText(
  url: string,
  options: {
    readonly headers: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly environment: Environment;
    readonly signal?: AbortSignal;
    readonly body?: string;
    readonly charsMax?: number;
  },
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }> {
  const { headers, timeoutMs, environment, signal, body, charsMax } = options;
  const sent = body === undefined ? { method: "GET", headers } : { method: "POST", headers, body };
  const init = { ...sent, ...(signal ? { signal } : {}) };
  const message = await request(url, init, { firstByteMs: timeoutMs, environment });
  return {
    status: message.statusCode ?? 0,
    headers: flatHeaders(message),
    text: await readText(message, { timeoutMs, over: "fail", charsMax }),
  };
}
