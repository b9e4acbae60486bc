import { getText } from "../../adapters/models/http/request.ts";
import type { Environment } from "../settings/locations.ts";

const TIMEOUT_MS = 30_000;

/** Posts the fields of a token request (RFC 6749, 4 and 6) over the proxies of the environment. */
export function postForm(url: string, form: Readonly<Record<string, string>>, environment: Environment) {
  return getText(url, {
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams(form).toString(),
    timeoutMs: TIMEOUT_MS,
    environment,
  });
}
