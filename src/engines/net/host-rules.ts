import { parseAddress } from "./addresses.ts";

interface HostRule {
  readonly host: string;
  readonly includesApex: boolean;
  readonly includesSubdomains: boolean;
  readonly port: string;
  readonly protocol: string;
}

/** The form in which host names are compared: ASCII, lower case, no dot at the end. */
export const comparableHost = (host: string): string => host.toLowerCase().replace(/\.$/, "");

/** Whether a list of allowed hosts has the rule `*`: every public host, as without a list. */
export const allowsEveryHost = (rules: readonly string[]): boolean => rules.some((rule) => rule.trim() === "*");

/** Whether a rule allows the URL. Rules are `host`, `*.domain`, either with `:port`, or an origin (`https://host`).
 *  A rule in any other form allows nothing: a typing error must not open the network. */
export function isAllowedHost(url: URL, rules: readonly string[]): boolean {
  return rules.some((text) => {
    const rule = parseRule(text);
    return rule !== undefined && matches(url, rule);
  });
}

/** Whether a rule denies the URL. Read generously: a denied domain includes its subdomains, `*` is everything, and
 *  scheme, port and path of the rule do not narrow it. */
export function isDeniedHost(url: URL, rules: readonly string[]): boolean {
  const host = comparableHost(url.hostname);
  return rules.some((text) => {
    const bare = text
      .trim()
      .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
      .replace(/^[^/@]*@/, "")
      .replace(/^\*?\./, "");
    if (bare === "*") return true;
    const denied = asciiHost(bare.replace(/[/?#].*$/, "").replace(/:\d*$/, ""));
    return denied !== undefined && (host === denied || host.endsWith(`.${denied}`));
  });
}

function matches(url: URL, rule: HostRule): boolean {
  const host = comparableHost(url.hostname);
  const isHost =
    (rule.includesApex && host === rule.host) || (rule.includesSubdomains && host.endsWith(`.${rule.host}`));
  if (!isHost) return false;
  if (rule.protocol !== "" && rule.protocol !== url.protocol) return false;
  return rule.port === "" || rule.port === (url.port || (url.protocol === "https:" ? "443" : "80"));
}

function parseRule(text: string): HostRule | undefined {
  const parts = /^(?:(https?):\/\/)?(\*\.)?([^\s*/?#@\\%]+?|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?\/?$/.exec(text.trim());
  if (!parts) return undefined;
  const [, scheme, wildcard, name = "", port = ""] = parts;
  const host = asciiHost(name);
  if (host === undefined || host.startsWith(".")) return undefined;
  const isAddress = parseAddress(host.replace(/^\[|\]$/g, "")) !== undefined;
  // `*.com` would allow most of the internet by one rule: too broad to be meant.
  if (wildcard !== undefined && (isAddress || !host.includes("."))) return undefined;
  const protocol = scheme === undefined ? "" : `${scheme}:`;
  const defaultPort = scheme === undefined ? "" : scheme === "https" ? "443" : "80";
  return {
    host,
    includesApex: wildcard === undefined,
    includesSubdomains: wildcard !== undefined,
    port: port === "" ? defaultPort : port,
    protocol,
  };
}

function asciiHost(name: string): string | undefined {
  if (name === "" || /[\s/\\?#@%*|^,;]/.test(name)) return undefined;
  const parsed = URL.parse(`http://${name}/`);
  return parsed && parsed.hostname !== "" ? comparableHost(parsed.hostname) : undefined;
}
