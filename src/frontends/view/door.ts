import { timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/** Nothing but what this server gives, and no markup that runs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

/**
 * Lets in who asks for this very address, from a page of this very address. Another name that leads to this machine (a name server may
 * say so at any time) and another page's request are refused, and so is whatever under `/api/` does not carry the token. The token is a
 * header and no cookie: a cookie would go to every port of this machine.
 */
export function door(address: () => string, token: string): MiddlewareHandler {
  return async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    if (context.req.header("host") !== address()) return context.text("This address is not served here.\n", 421);
    const origin = context.req.header("origin");
    if (origin !== undefined && origin !== `http://${address()}`)
      return context.text("Only the page of this address may ask.\n", 403);
    const site = context.req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin" && site !== "none")
      return context.text("Only the page of this address may ask.\n", 403);
    const isOpen = context.req.method === "GET" && !context.req.path.startsWith("/api/");
    if (!isOpen && !isSame(context.req.header("authorization") ?? "", `Bearer ${token}`))
      return context.json(
        { error: "This page's token does not count any more; open the address that `waymark view` printed." },
        401,
      );
    await next();
  };
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
