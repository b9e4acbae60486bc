/** What of a provider says how its addresses are written. */
interface ServerAddress {
  readonly local: boolean;
  readonly defaultUrl?: string;
  readonly version?: { readonly segment: string; readonly added: "always" | "to-bare-host" };
}

/** Ollama's own variable may leave out the host or the port: `:11500`, `0.0.0.0`. */
function hostAndPort(given: string, { local, defaultUrl }: ServerAddress): string {
  const named = given.startsWith(":") ? `127.0.0.1${given}` : given;
  const isBareHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(named);
  return local && defaultUrl !== undefined && isBareHost ? `${named}:${new URL(defaultUrl).port}` : named;
}

/** An address with its version segment, without a slash at the end: `host:1`, `http://host:1/` and `http://host:1/v1` are one. */
export function normalizeUrl(given: string, provider: ServerAddress): string | undefined {
  const withScheme = /^[a-z]+:\/\//i.test(given) ? given : `http://${hostAndPort(given, provider)}`;
  if (!URL.canParse(withScheme)) return undefined;
  const url = new URL(withScheme);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  // Ollama's own variable holds the address it listens on, which is no address to call.
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  const path = url.pathname.replace(/\/+$/, "");
  if (!provider.version) return `${url.origin}${path}`;
  const { segment, added } = provider.version;
  const isMissing = added === "always" ? !/\/v\d[^/]*$/.test(path) : path === "";
  return `${url.origin}${path}${isMissing ? segment : ""}`;
}
