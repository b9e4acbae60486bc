// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
export { checkRedirect, checkUrl, REDIRECTS_MAX, type UrlPolicy, type UrlVerdict } from "../engines/net/check-url.ts";
