import { parseAddress, refusedRange } from "./addresses.ts";
import { carriedData, carriedSecret } from "./carried-data.ts";
import { allowsEveryHost, comparableHost, isAllowedHost, isDeniedHost } from "./host-rules.ts";
import { unicodeHost } from "./punycode.ts";

/** Hosts are names or addresses with an optional port; `*.example.com` is every subdomain. */
export interface UrlPolicy {
  /** All addresses of a host name. Asked once per check; may throw when the name does not resolve. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** With this list only these hosts are allowed (an empty list: none); without it, or with `*`, every public host. */
  readonly allowHosts?: readonly string[];
  /** Refused whatever else says allow; includes subdomains. */
  readonly denyHosts?: readonly string[];
  /** `address:port` pairs beside the open internet that the user has opened by hand, such as a development server. */
  readonly allowLocal?: readonly string[];
}

/** Whether to fetch, with a reason that a person and a model can be shown. */
export interface UrlVerdict {
  readonly verdict: "allow" | "ask" | "deny";
  readonly reason: string;
  /** The checked addresses. Connect to these and nothing else: a second look-up could answer differently. */
  readonly dial?: string[];
}

/** How many redirects in a row are followed. */
export const REDIRECTS_MAX = 5;
const URL_LENGTH_MAX = 8192;
const ADDRESSES_MAX = 64;
/** Ports of protocols that an HTTP request can be smuggled into: the "bad ports" of the Fetch standard, and databases. */
const REFUSED_PORTS = new Set(
  (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 " +
    "161 179 389 427 445 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 " +
    "2375 2376 3306 3389 3659 4045 4190 5060 5061 5432 5900 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080 11211 27017"
  ).split(" "),
);
const REFUSED_NAMES = new Set([
  "localhost",
  "ip6-localhost",
  "ip6-loopback",
  "broadcasthost",
  "metadata",
  "instance-data",
]);
const REFUSED_SUFFIXES = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "lan",
  "corp",
  "home",
  "private",
  "home.arpa",
  "svc",
  "cluster.local",
  "onion",
];

/** Whether a URL may be fetched. One parse (WHATWG) decides; the addresses behind the name are checked, every one.
 *  @returns `allow` with `dial`; `ask` where a human should look first; `deny` otherwise
 *  @throws  never: a resolver that throws is a `deny` */
export async function checkUrl(text: string, policy: UrlPolicy): Promise<UrlVerdict> {
  const url = parseHttpUrl(text);
  if (typeof url === "string") return deny(url);
  const { resolve, denyHosts = [], allowLocal = [] } = policy;
  const allowHosts = policy.allowHosts && !allowsEveryHost(policy.allowHosts) ? policy.allowHosts : undefined;
  const host = comparableHost(url.hostname);
  const refusal = refusedByRule(url, denyHosts, allowHosts);
  if (refusal !== undefined) return deny(refusal);

  const addresses = await addressesOf(url.hostname, resolve);
  if (typeof addresses === "string") return deny(addresses);
  const opened = openedBy(url, allowLocal);
  const isOpened = addresses.every(opened);
  const problem = (isOpened ? undefined : refusedName(host)) ?? refusedAddress(addresses, opened);
  if (problem !== undefined) return deny(`${host}: ${problem}`);
  const dial = [...addresses];
  const doubt = allowHosts ? carriedSecret(url) : (mixedScripts(host) ?? carriedData(url));
  if (doubt !== undefined) return { verdict: "ask", reason: `the URL has ${doubt}`, dial };
  const place = isOpened ? "opened by the user" : "on the open internet";
  return { verdict: "allow", reason: `${host} is ${allowHosts ? "on the list of allowed hosts" : place}`, dial };
}

function refusedByRule(
  url: URL,
  denyHosts: readonly string[],
  allowHosts: readonly string[] | undefined,
): string | undefined {
  const host = comparableHost(url.hostname);
  if (isDeniedHost(url, denyHosts)) return `${host} is denied by a rule`;
  if (allowHosts && !isAllowedHost(url, allowHosts)) return `${host} is not on the list of allowed hosts`;
  return REFUSED_PORTS.has(url.port) ? `port ${url.port} is not a web port` : undefined;
}

/** Checks where a redirect leads, by the same rules as a first request.
 *  @param hop  1 for the first redirect; more than `REDIRECTS_MAX` is a `deny` */
export async function checkRedirect(
  from: string,
  location: string,
  hop: number,
  policy: UrlPolicy,
): Promise<UrlVerdict & { url?: string }> {
  if (hop > REDIRECTS_MAX) return deny(`more than ${REDIRECTS_MAX} redirects`);
  // The text itself is judged before it is resolved against a base, which would tidy up what it tries to hide.
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(location);
  const target = isAbsolute ? location : URL.parse(location, from)?.href;
  if (target === undefined) return deny("the redirect leads nowhere");
  if (URL.parse(from)?.protocol === "https:" && URL.parse(target)?.protocol === "http:")
    return deny("the redirect leaves https");
  return { ...(await checkUrl(target, policy)), url: target };
}

const deny = (reason: string): UrlVerdict => ({ verdict: "deny", reason });

/** @returns the parsed URL, or the reason why it is not a plain http(s) URL that all parsers read alike */
function parseHttpUrl(text: string): URL | string {
  if (typeof text !== "string" || text.length > URL_LENGTH_MAX) return `longer than ${URL_LENGTH_MAX} characters`;
  if (/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/.test(text))
    return "a blank, control or invisible character in the URL";
  const parts = /^(https?):\/\/([^/?#\\]+)(.?)/i.exec(text);
  if (!parts) return "only http and https URLs with a host are fetched";
  const [, , authority = "", next] = parts;
  if (next === "\\") return "a backslash after the host";
  if (authority.includes("@")) return "a user name or password in the URL";
  if (authority.includes("%")) return "an encoded character in the host";
  return URL.parse(text) ?? "not a valid URL";
}

async function addressesOf(hostname: string, resolve: UrlPolicy["resolve"]): Promise<readonly string[] | string> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (parseAddress(literal)) return [literal];
  // Names that only ever mean this machine or its network never reach the resolver.
  if (REFUSED_NAMES.has(comparableHost(hostname))) return refusedName(comparableHost(hostname)) ?? "";
  try {
    const answers = await resolve(hostname);
    if (!Array.isArray(answers) || answers.length === 0) return `${hostname} does not resolve`;
    return answers.length > ADDRESSES_MAX ? `${hostname} has too many addresses` : answers;
  } catch {
    return `${hostname} does not resolve`;
  }
}

/** Whether an address, on the port of the URL, is one that the user has opened. */
function openedBy(url: URL, allowLocal: readonly string[]): (address: string) => boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return (address) => allowLocal.includes(`${address.includes(":") ? `[${address}]` : address}:${port}`);
}

/** The first address that is neither on the open internet nor opened. */
function refusedAddress(addresses: readonly string[], isOpened: (address: string) => boolean): string | undefined {
  for (const address of addresses) {
    if (isOpened(address)) continue;
    const parsed = parseAddress(address);
    if (!parsed) return "resolves to something that is no address";
    const range = refusedRange(parsed);
    if (range !== undefined) return `is at ${address}, ${range}`;
  }
  return undefined;
}

function refusedName(host: string): string | undefined {
  if (parseAddress(host.replace(/^\[|\]$/g, ""))) return undefined;
  if (REFUSED_NAMES.has(host) || !host.includes(".")) return "names something on this machine or its network";
  if (REFUSED_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`))) return "is a private name";
  return undefined;
}

/** A label that mixes Latin with letters that imitate it, or consists of such letters under a Latin domain. */
function mixedScripts(host: string): string | undefined {
  const shown = unicodeHost(host);
  const labels = shown.split(".");
  const isLatinDomain = /^[a-z]+$/.test(labels.at(-1) ?? "");
  for (const label of labels) {
    const imitates = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(label);
    if (imitates && (isLatinDomain || /\p{Script=Latin}/u.test(label)))
      return `letters in ${host} that imitate Latin ones`;
  }
  return undefined;
}
