/** The host in an address or in what is written like one, without scheme, user, port, path and a dot at its end. */
export function hostIn(text: string): string {
  return authorityIn(text)
    .replace(/^.*@/s, "")
    .replace(/(?<!:[^\]]*):\d*$/, "")
    .replace(/\.$/, "");
}

/** The port that is written behind the host; undefined where none is. */
export function portIn(text: string): number | undefined {
  const port = /(?<!:[^\]]*):(\d+)$/.exec(authorityIn(text))?.[1];
  return port === undefined ? undefined : Number(port);
}

const authorityIn = (text: string): string => /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#\\]*)/i.exec(text.trim())?.[1] ?? text;

/** The form in which hosts are compared: as a parser of addresses writes it, in ASCII, numbers as four. One with a `*` only in lower case. */
export function plainHost(host: string): string {
  const [, star = "", name = ""] = /^(\*\.)?(.*)$/s.exec(host) ?? [];
  const parsed = name === "" || name.includes("*") ? null : URL.parse(`http://${name}/`);
  return `${star}${parsed?.hostname || name.toLowerCase()}`.replace(/\.$/, "");
}

/** Whether an address is this machine by its text alone: no name is looked up. @param url absolute */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
