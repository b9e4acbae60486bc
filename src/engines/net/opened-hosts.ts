import { parseAddress, refusedRange } from "./addresses.ts";
import { comparableHost, isAllowedHost } from "./host-rules.ts";

const WEB_PORTS = new Set(["", "80", "443"]);

/** Why the list opens no such port: a rule without a port means the ports of the web. */
export function portProblem(url: URL, allowHosts: readonly string[]): string | undefined {
  if (WEB_PORTS.has(url.port) || isNamedWithPort(url, allowHosts)) return undefined;
  return isAllowedHost(url, allowHosts)
    ? `port ${url.port} is not listed; a rule names it (${url.hostname}:${url.port})`
    : "it is not on the list of allowed hosts";
}

/**
 * What a rule with a port opens beside the open internet, as `address:port`: the service it names, on a private network
 * too. This machine is opened by a rule that spells it (`localhost:3000`, `127.0.0.1:3000`), never by what a name
 * resolves to; link-local and metadata addresses likewise.
 */
export async function addressesToOpen(
  url: URL,
  allowHosts: readonly string[],
  resolve: (host: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (!isNamedWithPort(url, allowHosts)) return [];
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (parseAddress(literal) !== undefined) return [`${url.hostname}:${port}`];
  try {
    return (await resolve(url.hostname)).filter(isPrivateNetwork).map((address) => `${bracketed(address)}:${port}`);
  } catch {
    return [];
  }
}

function isPrivateNetwork(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && refusedRange(parsed) === "private";
}

const bracketed = (address: string): string => (address.includes(":") ? `[${address}]` : address);

function isNamedWithPort(url: URL, allowHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const host = comparableHost(url.hostname);
  return allowHosts.some((rule) => comparableHost(rule.trim()) === `${host}:${port}`);
}
