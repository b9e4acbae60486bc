/** An IP address as one number; version 4 in 32 bits, version 6 in 128. */
export type Address = { readonly version: 4; readonly value: bigint } | { readonly version: 6; readonly value: bigint };

type Range = readonly [base: string, bits: number, name: string];

/** IANA special-purpose registry, and the cloud addresses that lie in public ranges. */
const V4_REFUSED: readonly Range[] = [
  ["0.0.0.0", 8, "unspecified"],
  ["10.0.0.0", 8, "private"],
  ["100.64.0.0", 10, "shared (CGNAT)"],
  ["127.0.0.0", 8, "loopback"],
  ["169.254.0.0", 16, "link-local or metadata"],
  ["172.16.0.0", 12, "private"],
  ["192.0.0.0", 24, "protocol assignments"],
  ["192.0.2.0", 24, "documentation"],
  ["192.88.99.0", 24, "6to4 relay"],
  ["192.168.0.0", 16, "private"],
  ["198.18.0.0", 15, "benchmark"],
  ["198.51.100.0", 24, "documentation"],
  ["203.0.113.0", 24, "documentation"],
  ["224.0.0.0", 4, "multicast"],
  ["240.0.0.0", 4, "reserved or broadcast"],
  ["168.63.129.16", 32, "cloud platform"],
];
/** Ranges inside 2000::/3 that are not the open internet; everything outside 2000::/3 is refused unless it embeds version 4. */
const V6_REFUSED: readonly Range[] = [
  ["2001::", 23, "protocol assignments or Teredo"],
  ["2001:db8::", 32, "documentation"],
  ["2002::", 16, "6to4"],
  ["3fff::", 20, "documentation"],
];
/** Prefixes with a version 4 address in the last 32 bits: mapped, and NAT64 (RFC 6052). */
const V6_EMBEDDING: readonly Range[] = [
  ["::ffff:0:0", 96, "mapped"],
  ["64:ff9b::", 96, "NAT64"],
];

/** Parses the canonical text of an address, as a URL parser or a resolver gives it.
 *  @returns undefined for anything else: octal, short and padded forms, zones */
export function parseAddress(text: string): Address | undefined {
  const v4 = parseV4(text);
  if (v4 !== undefined) return { version: 4, value: v4 };
  const v6 = parseV6(text);
  return v6 === undefined ? undefined : { version: 6, value: v6 };
}

/** Why an address is not on the open internet, or undefined when it is. */
export function refusedRange(address: Address): string | undefined {
  if (address.version === 4) return rangeOf(address.value, V4_REFUSED, 32);
  const embedding = rangeOf(address.value, V6_EMBEDDING, 128);
  if (embedding !== undefined) {
    const inner = rangeOf(address.value & 0xffff_ffffn, V4_REFUSED, 32);
    return inner && `${inner} (${embedding})`;
  }
  if (address.value >> 125n !== 1n) return v6Name(address.value);
  const special = rangeOf(address.value, V6_REFUSED, 128);
  if (special !== undefined) return special;
  // ISATAP (RFC 5214): the interface identifier 0:5efe or 200:5efe holds a version 4 address.
  const identifier = (address.value >> 32n) & 0xffff_ffffn;
  if (identifier === 0x5efen || identifier === 0x0200_5efen) {
    const inner = rangeOf(address.value & 0xffff_ffffn, V4_REFUSED, 32);
    return inner && `${inner} (ISATAP)`;
  }
  return undefined;
}

function v6Name(value: bigint): string {
  if (value === 0n) return "unspecified";
  if (value === 1n) return "loopback";
  if (value >> 118n === 0x3fan) return "link-local";
  if (value >> 121n === 0x7en) return "private";
  if (value >> 120n === 0xffn) return "multicast";
  return "not globally routed";
}

function rangeOf(value: bigint, ranges: readonly Range[], width: number): string | undefined {
  for (const [base, bits, name] of ranges) {
    const start = parseAddress(base)?.value ?? 0n;
    const shift = BigInt(width - bits);
    if (value >> shift === start >> shift) return name;
  }
  return undefined;
}

function parseV4(text: string): bigint | undefined {
  if (!/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(text)) return undefined;
  const parts = text.split(".").map(Number);
  if (parts.some((part) => part > 255)) return undefined;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function parseV6(text: string): bigint | undefined {
  if (!/^[0-9a-fA-F:.]{2,45}$/.test(text) || !text.includes(":")) return undefined;
  let source = text;
  const tail = /:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1];
  if (tail !== undefined) {
    const v4 = parseV4(tail);
    if (v4 === undefined) return undefined;
    source = `${text.slice(0, -tail.length)}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`;
  }
  const halves = source.split("::");
  if (halves.length > 2) return undefined;
  const [head = [], rest = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - rest.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => "0"), ...rest];
  if (groups.some((group) => !/^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}
