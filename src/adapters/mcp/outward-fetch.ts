import { unlessAborted } from "../../base/unless-aborted.ts";
import { parseAddress, refusedRange } from "../../engines/net/addresses.ts";
import { checkUrl, REDIRECTS_MAX } from "../../engines/net/check-url.ts";
import { lookUpName } from "../name-look-up.ts";
import { sendTo } from "./send-to.ts";

/** How names are looked up and requests are sent. */
export interface Network {
  resolve(host: string): Promise<readonly string[]>;
  /** @param addresses  of the host, to one of which it must go; absent: a proxy may know where */
  send(url: string, request: RequestInit, addresses: readonly string[] | undefined): Promise<Response>;
}

const NETWORK: Network = { resolve: lookUpName, send: sendTo };

/** Where a server may lead. */
export interface WayOut extends Pick<Network, "send"> {
  /** Refuses addresses that a server may not lead to. @returns those of its host that were judged: the request goes to one of them */
  judged(url: string): Promise<readonly string[] | undefined>;
}

/** What shows who asks: of no use elsewhere, but to whoever would ask in our place. */
const CREDENTIALS = ["authorization", "proxy-authorization", "cookie", "mcp-session-id"];

/**
 * Requests to a server, and to where it sends whoever logs in. One of the open internet leads to nothing that only this machine can
 * reach: not to itself, its network, or what a cloud says of it. One that lies there itself may.
 * @param headers  of the settings: they may hold keys, and go to the server alone
 * @throws an Error from the request that would go there
 */
export function outwardFetch(
  serverUrl: string,
  headers: Readonly<Record<string, string>>,
  way: WayOut = wayOut(serverUrl),
) {
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
      const judged = (): Promise<readonly string[] | undefined> => way.judged(url);
      // The system's look-up of a name cannot be ended, and may take minutes.
      const addresses = await (request.signal ? unlessAborted(request.signal, judged) : judged());
      const response = await way.send(
        url,
        { ...request, headers: withOwn(url, start, request), redirect: "manual" },
        addresses,
      );
      const next = request.redirect === "manual" ? undefined : redirectOf(url, response, request);
      if (next === undefined || followed === REDIRECTS_MAX) return response;
      await response.body?.cancel();
      url = next;
    }
  };
}

/** A server that was met in the open internet once is never taken for one that lies inward, whatever its name means later. */
export function wayOut(serverUrl: string, { resolve, send }: Network = NETWORK): WayOut {
  const own = new URL(serverUrl);
  let isInward: boolean | undefined;
  const lookUpOwn = async (): Promise<readonly string[] | undefined> => {
    const addresses = await addressesOf(own, resolve);
    isInward = isInward !== false && (addresses?.every(liesInward) ?? false);
    return addresses;
  };
  /** What was met outside stays there, whatever its name means besides or later. */
  const outwardOnly = (addresses: readonly string[] | undefined): readonly string[] | undefined => {
    if (isInward || addresses === undefined) return addresses;
    const outward = addresses.filter((address) => !liesInward(address));
    if (outward.length > 0) return outward;
    throw new Error(
      `${own.hostname} means ${addresses.join(", ")} now, which only this network reaches; it did not before`,
    );
  };
  return {
    send,
    async judged(text) {
      const url = new URL(text);
      if (!/^https?:$/.test(url.protocol)) throw new Error(`it leads to ${url.protocol}, which is no page`);
      if (url.origin === own.origin) return outwardOnly(await lookUpOwn());
      if (isInward === undefined) await lookUpOwn();
      const addresses = await addressesOf(url, resolve);
      if (isInward) return addresses;
      // What nobody here knows is judged by its name.
      const { verdict, reason } = await checkUrl(url.origin, { resolve: async () => addresses ?? ["1.1.1.1"] });
      if (verdict === "deny") throw new Error(`it leads to ${url.origin}, which it may not: ${reason}`);
      if (url.protocol !== "https:") throw new Error(`it leads to ${url.origin}, which does not begin with https`);
      return addresses;
    },
  };
}

function liesInward(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && refusedRange(address) !== undefined;
}

/** A name that this machine does not know is a proxy's to reach, as one of the open internet. */
async function addressesOf({ hostname }: URL, resolve: Network["resolve"]): Promise<readonly string[] | undefined> {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (parseAddress(host) !== undefined) return [host];
  const found = await resolve(host).catch(() => []);
  return found.length > 0 ? found : undefined;
}

/** What asks is asked again elsewhere; what is sent, and what may hold a key, stays with whom it was meant for. */
function redirectOf(url: string, response: Response, { method = "GET" }: RequestInit): string | undefined {
  const next = URL.parse(response.headers.get("location") ?? "", url);
  if (response.status < 300 || response.status >= 400 || next === null) return undefined;
  const isSame = next.origin === new URL(url).origin && [307, 308].includes(response.status);
  return method.toUpperCase() === "GET" || isSame ? next.href : undefined;
}
