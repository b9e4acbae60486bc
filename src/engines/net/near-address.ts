import { parseAddress, refusedRange } from "./addresses.ts";

const NEAR_RANGES = /^(?:loopback|private|link-local|shared)/;
/** Names that no public name server answers for: RFC 6761, RFC 6762, RFC 8375, and those that routers and containers give. */
const NEAR_NAMES = /^[^.]+$|(?:^|\.)(?:localhost|local|lan|internal|intranet|home\.arpa)$/;

/** Whether an address is this machine or a network of one's own by its text alone: no name is looked up. @param url absolute */
export function isNearAddress(url: string): boolean {
  const host = new URL(url).hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
  const address = parseAddress(host);
  return address === undefined ? NEAR_NAMES.test(host) : NEAR_RANGES.test(refusedRange(address) ?? "");
}
