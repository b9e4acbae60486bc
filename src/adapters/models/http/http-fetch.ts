// The `fetch` of the provider packages, over node:http. Node's own fetch costs 45 ms and 8 MB at the first use and twice the time
// a request; so does `import "node:http"`, whose namespace reads a getter that loads the same code: hence getBuiltinModule.

import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { Budget, OverBudget } from "../../../base/budget.ts";
import type { Quirks, Wire } from "../services/providers.ts";
import { StreamRepair } from "../sse/stream-repair.ts";
import { ServerFault, TransportFault } from "./faults.ts";
import { decoded } from "./unpack.ts";
import { readText } from "./whole-text.ts";

export interface HttpOptions {
  readonly wire: Wire;
  readonly quirks: Quirks;
  /** Until the first byte of an answer; reasoning models think before they speak. */
  readonly firstByteMs: number;
  /** Between two pieces of an answer. */
  readonly stallMs: number;
  /** For a whole answer, however busily it comes. */
  readonly answerMs: number;
  /** HTTP_PROXY, HTTPS_PROXY and NO_PROXY are honoured from here, by Node 24 and later. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** One request's fetch. A fault after the first byte does not break the stream: it ends it and is kept here. */
export interface HttpExchange {
  readonly fetch: typeof fetch;
  readonly fault: () => ServerFault | TransportFault | undefined;
}

/** More than any model's longest answer, with an envelope around each token. */
const UNPACKED_CHARS_MAX = 128_000_000;
/** How much of the answer may wait to be read before the socket is paused. */
const UNREAD_CHARS_MAX = 1_000_000;

const agents = new Map<string, Agent>();

/** Ends idle connections, so that a process is not held back by them. */
export function closeConnections(): void {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
}

export function createExchange(options: HttpOptions): HttpExchange {
  let body: AnswerBody | undefined;
  const send = async (url: string, init: SdkInit): Promise<unknown> => {
    const message = await request(url, init, options);
    const headers = flatHeaders(message);
    const status = message.statusCode ?? 0;
    if (status < 200 || status > 299 || isPage(headers)) {
      throw new ServerFault({
        status,
        headers,
        body: await readText(message, { timeoutMs: options.stallMs, over: "cut" }),
      });
    }
    body = new AnswerBody(message, options);
    return new LightResponse(status, message.statusMessage ?? "", headers, body);
  };
  return { fetch: send as unknown as typeof fetch, fault: () => body?.fault };
}

/** A page for people instead of a model's answer: a portal's login, or an address without its path. */
const isPage = (headers: Readonly<Record<string, string>>): boolean =>
  headers["content-type"]?.startsWith("text/html") ?? false;

/** What the provider packages hand to fetch. */
interface SdkInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces are sent one after the other, as they are. */
  readonly body?: string | readonly Uint8Array[];
  readonly signal?: AbortSignal;
}

/** The part of `Response` that the provider packages read. */
class LightResponse {
  readonly ok = true;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Map<string, string>;
  readonly body: AnswerBody;

  constructor(status: number, statusText: string, headers: Readonly<Record<string, string>>, body: AnswerBody) {
    this.status = status;
    this.statusText = statusText;
    this.headers = new Map(Object.entries(headers));
    this.body = body;
  }
}

/** The part of `ReadableStream` that the provider packages read: one reader, pulled. */
class AnswerBody {
  fault: ServerFault | TransportFault | undefined;
  readonly #message: IncomingMessage;
  readonly #repair: StreamRepair;
  readonly #encoder = new TextEncoder();
  readonly #unpacked = new Budget("unpacked text", UNPACKED_CHARS_MAX);
  #isOver = false;
  #unreadChars = 0;
  #wake: (() => void) | undefined;

  constructor(message: IncomingMessage, options: HttpOptions) {
    this.#message = message;
    this.#repair = new StreamRepair(options.wire, options.quirks);
    const giveUp = (waitMs: number, why: (seconds: number) => string) =>
      setTimeout(() => {
        this.fault ??= new TransportFault("stalled", why(Math.round(waitMs / 1000)));
        message.destroy();
        this.#end();
      }, waitMs);
    const stall = (waitMs: number) =>
      giveUp(waitMs, (seconds) => `nothing came for ${seconds} s in the middle of the answer`);
    const whole = giveUp(options.answerMs, (seconds) => `the answer was not whole after ${seconds} s`);
    // Headers often come at once and the first word after all the thinking.
    let timer = stall(options.firstByteMs);
    let isSpeaking = false;
    message.setEncoding("utf8");
    message.on("data", (text: string) => {
      if (isSpeaking) timer.refresh();
      else {
        isSpeaking = true;
        clearTimeout(timer);
        timer = stall(options.stallMs);
      }
      this.#add(text);
    });
    message.on("end", () => this.#within(() => this.#repair.end()));
    message.on("error", (error: NodeJS.ErrnoException) => {
      this.fault ??=
        error instanceof OverBudget
          ? TransportFault.overBudget(error)
          : new TransportFault("network", "the connection broke in the middle of the answer", error.code);
    });
    message.on("close", () => {
      clearTimeout(timer);
      clearTimeout(whole);
      this.#end();
    });
  }

  getReader(): { read(): Promise<unknown>; cancel(): Promise<void>; releaseLock(): void } {
    return {
      read: () => this.#read(),
      cancel: async () => {
        this.#message.destroy();
      },
      releaseLock: () => undefined,
    };
  }

  /**
   * All that has come. Node reports every chunk of the transfer coding by itself, a token each, and runs what waits here only
   * after the last one of a network read: so the events of one read are joined.
   */
  async #read(): Promise<{ readonly done: boolean; readonly value: Uint8Array | undefined }> {
    while (!this.#repair.isReady && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (!this.#repair.isReady) return { done: true, value: undefined };
    this.#unreadChars = 0;
    if (this.#message.isPaused()) this.#message.resume();
    return { done: false, value: this.#encoder.encode(this.#repair.take()) };
  }

  #add(text: string): void {
    this.#within(() => {
      this.#unpacked.spend(text.length);
      this.#repair.push(text);
    });
    if (!this.#repair.isReady) return;
    this.#unreadChars += text.length;
    if (this.#unreadChars > UNREAD_CHARS_MAX) this.#message.pause();
    this.#wake?.();
  }

  /** A fault ends the answer: an error document inside of it, or more than there may be. */
  #within(read: () => void): void {
    try {
      read();
      if (this.#repair.fault) this.fault ??= new ServerFault(this.#repair.fault);
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      this.fault ??= TransportFault.overBudget(error);
    }
    if (this.fault) this.#message.destroy();
  }

  #end(): void {
    this.#isOver = true;
    this.#wake?.();
  }
}

type RequestSettings = Pick<HttpOptions, "firstByteMs" | "environment"> & {
  /** Until the connection stands; part of `firstByteMs`. */
  readonly connectMs?: number;
  readonly isRetry?: boolean;
};

/** One request's answer as soon as its headers are there. @throws {TransportFault} or the signal's reason */
export function request(url: string, init: SdkInit, options: RequestSettings): Promise<IncomingMessage> {
  const { agent, open } = openerFor(url, options);
  const { method = "POST" } = init;
  // Encoded once: a text would be measured, copied behind the headers and encoded in three passes over the history.
  const body = typeof init.body === "string" ? [Buffer.from(init.body)] : (init.body ?? []);
  const bytes = body.reduce((sum, piece) => sum + piece.length, 0);
  const length = init.body === undefined ? {} : { "content-length": bytes };
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
    for (const piece of body) outgoing.write(piece);
    outgoing.end();
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

function hasProxy(environment: Readonly<Record<string, string | undefined>>): boolean {
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
    readonly environment: HttpOptions["environment"];
    readonly signal?: AbortSignal;
    readonly body?: string;
  },
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }> {
  const { headers, timeoutMs, environment, signal, body } = options;
  const sent = body === undefined ? { method: "GET", headers } : { method: "POST", headers, body };
  const init = { ...sent, ...(signal ? { signal } : {}) };
  const message = await request(url, init, { firstByteMs: timeoutMs, environment });
  return {
    status: message.statusCode ?? 0,
    headers: flatHeaders(message),
    text: await readText(message, { timeoutMs, over: "fail" }),
  };
}
