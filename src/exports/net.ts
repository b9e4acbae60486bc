export { checkRedirect, checkUrl, REDIRECTS_MAX, type UrlPolicy, type UrlVerdict } from "../engines/net/check-url.ts";
