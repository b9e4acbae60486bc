// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
/**
 * `waymark/net`: whether a URL may be fetched for a model. URLs are read as the WHATWG standard reads them and refused where other parsers
 * would read them otherwise; private, local and reserved addresses (the registries of IANA for IPv4 and IPv6) are refused, those behind a
 * name too. Nothing is connected to: the caller resolves names, and dials the addresses that were checked. Never throws.
 * @module
 */
export { checkRedirect, checkUrl, REDIRECTS_MAX, type UrlPolicy, type UrlVerdict } from "../engines/net/check-url.ts";
