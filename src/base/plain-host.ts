/** The host in an address or in what is written like one, without scheme, user, port, path and a dot at its end. */
export function hostIn(text: string): string {
  const authority = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#\\]*)/i.exec(text.trim())?.[1] ?? text;
  return authority
    .replace(/^.*@/s, "")
    .replace(/(?<!:[^\]]*):\d*$/, "")
    .replace(/\.$/, "");
}

/** The form in which hosts are compared: as a parser of addresses writes it, in ASCII, numbers as four. One with a `*` only in lower case. */
export function plainHost(host: string): string {
  const [, star = "", name = ""] = /^(\*\.)?(.*)$/s.exec(host) ?? [];
  const parsed = name === "" || name.includes("*") ? null : URL.parse(`http://${name}/`);
  return `${star}${parsed?.hostname || name.toLowerCase()}`.replace(/\.$/, "");
}
