import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { unlessAborted } from "../../base/unless-aborted.ts";
import type { FetchedPage, Fetcher } from "../../core/ports/knowledge.ts";
import { ToolFailure } from "../../core/tool.ts";
import { checkRedirect, checkUrl, type UrlPolicy, type UrlVerdict } from "../../engines/net/check-url.ts";
import { addressesToOpen } from "../../engines/net/opened-hosts.ts";
import { lookUpName } from "../name-look-up.ts";
import { readablePage } from "./readable-page.ts";

export interface FetcherOptions {
  /** Refused whatever else is allowed. */
  readonly denyHosts?: readonly string[];
  /** `address:port` pairs opened by hand, whatever name leads there. */
  readonly allowLocal?: readonly string[];
  /** `host:port` opened by hand beside the open internet, such as a development server: `127.0.0.1:3000`. */
  readonly openHosts?: readonly string[];
  readonly resolve?: UrlPolicy["resolve"];
  readonly timeoutMs?: number;
}

const WIRE_BYTES_MAX = 5 * 1024 * 1024;
const UNPACKED_BYTES_MAX = 20 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const TEXT_TYPE =
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|javascript|ecmascript|toml)\b|application\/x-(?:sh|yaml|httpd-php)|image\/svg)/i;

/** Fetches pages from the open internet: only addresses that were checked are dialled, each redirect is checked anew. */
export function createFetcher(options: FetcherOptions = {}): Fetcher {
  const policy: UrlPolicy = {
    resolve: options.resolve ?? lookUpName,
    ...(options.denyHosts === undefined ? {} : { denyHosts: options.denyHosts }),
  };
  return {
    readable: readablePage,
    async fetch(start, signal) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)]);
      try {
        // The system's look-up of a name cannot be ended, and may take minutes.
        const timely = { ...policy, resolve: (host: string) => unlessAborted(deadline, () => policy.resolve(host)) };
        const opened = await openedFor(start, timely, options.openHosts);
        const allowLocal = [...opened, ...(options.allowLocal ?? [])];
        return await unlessAborted(deadline, () => follow(start, { ...timely, allowLocal }, deadline));
      } catch (error) {
        signal.throwIfAborted();
        if (deadline.aborted) throw new ToolFailure(`${start} did not answer in time.`, { cause: error });
        if (error instanceof Error && "code" in error)
          throw new ToolFailure(`${start} cannot be fetched (${String(error.code)}).`, { cause: error });
        throw error;
      }
    },
  };
}

async function openedFor(start: string, { resolve }: UrlPolicy, openHosts: readonly string[] = []): Promise<string[]> {
  const url = URL.parse(start);
  return url ? [...(await addressesToOpen(url, openHosts, resolve))] : [];
}

/** What a person should look at first was looked at when the call was allowed; that holds for the first address only. */
function addressesOf(url: string, { verdict, dial: addresses, reason }: UrlVerdict, hop: number): readonly string[] {
  if (verdict === "deny" || addresses === undefined || (hop > 1 && verdict === "ask"))
    throw new ToolFailure(`${url} is not fetched: ${reason}.`);
  return addresses;
}

async function follow(start: string, policy: UrlPolicy, signal: AbortSignal): Promise<FetchedPage> {
  let url = start;
  let verdict = await checkUrl(start, policy);
  for (let hop = 1; ; hop++) {
    const addresses = addressesOf(url, verdict, hop);
    const response = await dial(new URL(url), addresses, signal);
    const { statusCode = 0, headers } = response;
    const { location } = headers;
    if (statusCode < 300 || statusCode >= 400 || location === undefined) return readPage(url, response, signal);
    response.destroy();
    const next = await checkRedirect(url, location, hop, policy);
    const target = next.url === undefined ? undefined : new URL(next.url);
    if (target !== undefined && next.verdict !== "deny" && target.host !== new URL(url).host)
      throw new ToolFailure(
        `${url} leads to another host or port: ${target.href}. Fetch that address itself if it is the one you want.`,
      );
    verdict = next;
    url = target?.href ?? location;
  }
}

/** Connects to the first checked address that answers; no name is looked up again. */
async function dial(url: URL, addresses: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
  let failure: unknown;
  for (const address of addresses.slice(0, 4)) {
    try {
      return await connect(url, address, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

function connect(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve, reject) => {
    const options = {
      host: address,
      port: url.port || (isSecure ? 443 : 80),
      path: url.pathname + url.search,
      method: "GET",
      headers: {
        host: url.host,
        "user-agent": "waymark",
        accept: "text/*, application/json, */*;q=0.1",
        "accept-encoding": "gzip, deflate, br",
      },
      agent: false,
      signal,
    } as const;
    const request = isSecure
      ? requestHttps({ ...options, ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }) }, resolve)
      : requestHttp(options, resolve);
    request.once("error", reject);
    // Without a listener Node ends the connection and tells nobody.
    request.once("upgrade", (_, socket) => {
      socket.destroy();
      reject(new ToolFailure(`${url.href} changes to another protocol (101), which is not spoken here.`));
    });
    request.once("close", () => reject(new ToolFailure(`${url.href} ended the connection without an answer.`)));
    request.end();
  });
}

async function readPage(url: string, response: IncomingMessage, signal: AbortSignal): Promise<FetchedPage> {
  const type = response.headers["content-type"] ?? "text/plain";
  const status = response.statusCode ?? 0;
  if (!TEXT_TYPE.test(type)) {
    response.destroy();
    throw new ToolFailure(`${url} is ${type.split(";", 1)[0]}, not text.`);
  }
  const { bytes, isCut } = await readBody(response, signal);
  const charset = /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? "utf-8";
  return { url, status, type: type.split(";", 1)[0]?.trim() ?? "", text: decoderFor(charset).decode(bytes), isCut };
}

/** The body unpacked, cut at the limits: on the wire, and unpacked. */
async function readBody(response: IncomingMessage, signal: AbortSignal): Promise<{ bytes: Buffer; isCut: boolean }> {
  let wireBytes = 0;
  let isCut = false;
  response.on("data", (chunk: Buffer) => {
    wireBytes += chunk.length;
    if (wireBytes > WIRE_BYTES_MAX) {
      isCut = true;
      response.destroy();
    }
  });
  const unpacked = unpack(response);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > UNPACKED_BYTES_MAX) isCut = true;
      if (isCut) break;
      chunks.push(chunk);
    }
  } catch (error) {
    if (!isCut || signal.aborted) throw error;
  } finally {
    response.destroy();
  }
  return { bytes: Buffer.concat(chunks), isCut };
}

function unpack(response: IncomingMessage): NodeJS.ReadableStream {
  const unpacker = UNPACKERS[response.headers["content-encoding"]?.toLowerCase() ?? ""]?.();
  if (unpacker === undefined) return response;
  response.once("error", (error) => unpacker.destroy(error));
  response.once("close", () => {
    if (!response.complete) unpacker.destroy();
  });
  return response.pipe(unpacker);
}

const UNPACKERS: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
