import { timingSafeEqual } from "node:crypto";
import type { HonoRequest, MiddlewareHandler } from "hono";
import { spoken } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";

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
 * header and no cookie: a cookie would go to every port of this machine. From elsewhere a window may be led here, as the file does
 * that opens the browser: the shell is the same for everybody, and the page that led there has no hold on that window.
 */
export function door(address: () => string, token: string): MiddlewareHandler {
  return async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    if (context.req.header("host") !== address()) return context.text("This address is not served here.\n", 421);
    const isOpen = context.req.method === "GET" && !context.req.path.startsWith("/api/");
    if (!isAskedHere(context.req, `http://${address()}`) && !(isOpen && isWindow(context.req)))
      return context.text("Only the page of this address may ask.\n", 403);
    if (!isOpen && !isSame(context.req.header("authorization") ?? "", `Bearer ${token}`))
      return context.json(
        {
          error: spoken(
            phrase`This page's token does not count any more; open the address that \`waymark view\` printed.`,
          ),
        },
        401,
      );
    await next();
  };
}

/** By this page, by the person, or by a program that is no browser. */
function isAskedHere(request: HonoRequest, own: string): boolean {
  const site = request.header("sec-fetch-site") ?? "none";
  return (request.header("origin") ?? own) === own && (site === "same-origin" || site === "none");
}

/** Asked for what a tab or a window of its own shows, which no page but it can look into. */
const isWindow = (request: HonoRequest): boolean =>
  request.header("origin") === undefined &&
  request.header("sec-fetch-mode") === "navigate" &&
  request.header("sec-fetch-dest") === "document";

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
