import { lookup } from "node:dns/promises";
import { parseAddress, refusedRange } from "../../engines/net/addresses.ts";
import { checkUrl, REDIRECTS_MAX } from "../../engines/net/check-url.ts";

/** How names are looked up and requests are sent. */
export interface Network {
  resolve(host: string): Promise<readonly string[]>;
  send(url: string, request: RequestInit): Promise<Response>;
}

const NETWORK: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  send: (url, request) => fetch(url, request),
};

/** What shows who asks: of no use elsewhere, but to whoever would ask in our place. */
const CREDENTIALS = ["authorization", "proxy-authorization", "cookie", "mcp-session-id"];

/**
 * Requests to a server, and to where it sends whoever logs in. One of the open internet leads to nothing that only this machine can
 * reach: not to itself, its network, or what a cloud says of it. One that lies there itself may.
 * @param headers  of the settings: they may hold keys, and go to the server alone
 * @throws an Error from the request that would go there
 */
export function outwardFetch(serverUrl: string, headers: Readonly<Record<string, string>>, network: Network = NETWORK) {
  const mayGo = leadsOutward(serverUrl, network);
  const { origin } = new URL(serverUrl);
  const withOwn = (url: string, start: string, request: RequestInit): Headers => {
    const given = new Headers(request.headers);
    const { origin: asked } = new URL(url);
    if (asked !== new URL(start).origin) for (const name of CREDENTIALS) given.delete(name);
    const own = asked === origin ? Object.entries(headers) : [];
    for (const [name, value] of own) if (!given.has(name)) given.set(name, value);
    return given;
  };
  return async (asked: string | URL, request: RequestInit = {}): Promise<Response> => {
    const start = `${asked}`;
    let url = start;
    for (let followed = 0; ; followed++) {
      await mayGo(url);
      const response = await network.send(url, {
        ...request,
        headers: withOwn(url, start, request),
        redirect: "manual",
      });
      const next = request.redirect === "manual" ? undefined : redirectOf(url, response, request);
      if (next === undefined || followed === REDIRECTS_MAX) return response;
      await response.body?.cancel();
      url = next;
    }
  };
}

/** Refuses addresses that a server may not lead to. Over https nobody else can take the place of a name between this look and the request. */
export function leadsOutward(serverUrl: string, { resolve }: Network = NETWORK): (url: string) => Promise<void> {
  const own = new URL(serverUrl);
  let inward: Promise<boolean> | undefined;
  return async (text) => {
    const url = new URL(text);
    if (!/^https?:$/.test(url.protocol)) throw new Error(`it leads to ${url.protocol}, which is no page`);
    if (url.origin === own.origin) return;
    inward ??= isInward(own, resolve);
    if (await inward) return;
    const { verdict, reason } = await checkUrl(url.origin, { resolve: (host) => addressesOf(host, resolve) });
    if (verdict === "deny") throw new Error(`it leads to ${url.origin}, which it may not: ${reason}`);
    if (url.protocol !== "https:") throw new Error(`it leads to ${url.origin}, which does not begin with https`);
  };
}

async function isInward({ hostname }: URL, resolve: Network["resolve"]): Promise<boolean> {
  const addresses = (await addressesOf(hostname.replace(/^\[|\]$/g, ""), resolve)).map(parseAddress);
  return addresses.every((address) => address !== undefined && refusedRange(address) !== undefined);
}

/** A name that this machine does not know is a proxy's to reach, as one of the open internet. */
async function addressesOf(host: string, resolve: Network["resolve"]): Promise<readonly string[]> {
  if (parseAddress(host) !== undefined) return [host];
  const found = await resolve(host).catch(() => []);
  return found.length > 0 ? found : ["1.1.1.1"];
}

/** What asks is asked again elsewhere; what is sent, and what may hold a key, stays with whom it was meant for. */
function redirectOf(url: string, response: Response, { method = "GET" }: RequestInit): string | undefined {
  const next = URL.parse(response.headers.get("location") ?? "", url);
  if (response.status < 300 || response.status >= 400 || next === null) return undefined;
  const isSame = next.origin === new URL(url).origin && [307, 308].includes(response.status);
  return method.toUpperCase() === "GET" || isSame ? next.href : undefined;
}
