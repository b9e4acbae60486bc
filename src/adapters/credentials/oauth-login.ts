import { setTimeout as sleep } from "node:timers/promises";
import * as oauth from "oauth4webapi";
import { errorText } from "../../base/error-text.ts";
import { listenForCallback } from "../loopback-callback.ts";
import { TokenFailure } from "./token-source.ts";
import type { Token } from "./token-store.ts";

export interface OAuthProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly audience?: string;
}

export interface OAuthLogin {
  readonly token: Token;
  /** Where the token is renewed. */
  readonly tokenUrl: string;
}

/** Any request; only what the library needs of `fetch`. */
export type SendRequest = (
  url: string,
  options: { readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly body?: string },
) => Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }>;

export interface LoginDialog {
  /** Shows where to go, and what to type there. */
  show(step: { readonly url: string; readonly code?: string }): void;
  readonly send: SendRequest;
  readonly signal: AbortSignal;
}

const POLL_SECONDS = 5;
const EXPIRES_SECONDS = 3600;
/** Nobody types a code for longer, whatever the server says; a timer could not wait for what it may say. */
const CODE_SECONDS_MAX = 3600;

/** Device authorisation grant (RFC 8628): the person types a code on any device. @throws {TokenFailure} */
export async function loginByDevice(provider: OAuthProvider, dialog: LoginDialog): Promise<OAuthLogin> {
  const { server, client, options } = await discover(provider, dialog);
  return named(provider, async () => {
    if (!server.device_authorization_endpoint)
      throw new TokenFailure("refused", `${provider.issuer} gives out no codes for devices; set flow to "browser".`);
    const begun = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), asked(provider), options);
    const device = await oauth.processDeviceAuthorizationResponse(server, client, begun);
    const url = pageOf(device.verification_uri_complete ?? device.verification_uri, options);
    dialog.show({ url: url.href, code: device.user_code });
    let waitSeconds = device.interval ?? POLL_SECONDS;
    const lastsSeconds = Math.min(device.expires_in, CODE_SECONDS_MAX);
    const until = performance.now() + lastsSeconds * 1000;
    for (let leftMs = lastsSeconds * 1000; leftMs > 0; leftMs = until - performance.now()) {
      await sleep(Math.min(waitSeconds * 1000, leftMs), undefined, { signal: dialog.signal });
      try {
        const answer = await oauth.deviceCodeGrantRequest(server, client, oauth.None(), device.device_code, options);
        return loginOf(server, await oauth.processDeviceCodeResponse(server, client, answer));
      } catch (error) {
        const next = nextWait(waitSeconds, error);
        if (next === undefined) break;
        waitSeconds = next;
      }
    }
    throw new TokenFailure("refused", `Nobody confirmed the code in time (${lastsSeconds} s); log in again.`);
  });
}

/** Seconds until the device's code is tried again; undefined when it has ended. @throws what ends the login (RFC 8628, 3.5) */
function nextWait(waitSeconds: number, error: unknown): number | undefined {
  // A server that is away for a moment has not forgotten the code.
  if (error instanceof TokenFailure && error.kind === "unavailable") return waitSeconds * 2;
  switch (error instanceof oauth.ResponseBodyError ? error.error : undefined) {
    case "authorization_pending":
      return waitSeconds;
    case "slow_down":
      return waitSeconds + POLL_SECONDS;
    case "expired_token":
      return undefined;
  }
  throw error;
}

/** Authorisation code with PKCE (RFC 7636), answered to a loopback address (RFC 8252). @throws {TokenFailure} */
export async function loginByBrowser(provider: OAuthProvider, dialog: LoginDialog): Promise<OAuthLogin> {
  const { server, client, options } = await discover(provider, dialog);
  return named(provider, async () => {
    if (!server.authorization_endpoint)
      throw new TokenFailure("refused", `${provider.issuer} has no page to log in at; set flow to "device".`);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const callback = await listenForCallback({ signal: dialog.signal, state });
    try {
      const url = pageOf(server.authorization_endpoint, options);
      const parameters = {
        ...asked(provider),
        response_type: "code",
        client_id: provider.clientId,
        redirect_uri: callback.redirectUri,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      dialog.show({ url: url.href });
      const answered = oauth.validateAuthResponse(server, client, await callback.answered, state);
      const { redirectUri } = callback;
      const answer = await oauth.authorizationCodeGrantRequest(
        ...([server, client, oauth.None(), answered, redirectUri, verifier, options] as const),
      );
      return loginOf(server, await oauth.processAuthorizationCodeResponse(server, client, answer));
    } finally {
      callback.close();
    }
  });
}

interface Discovered {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly options: { readonly [oauth.allowInsecureRequests]: boolean };
}

/** Where a person is sent. A browser, or a click in a terminal, would start other programs for other addresses. */
function pageOf(text: string, options: Discovered["options"]): URL {
  const url = URL.parse(text);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && options[oauth.allowInsecureRequests])) return url;
  throw new Error(`it names ${text.slice(0, 200)} as the page to log in at, which does not begin with https`);
}

async function discover(provider: OAuthProvider, { send, signal }: LoginDialog): Promise<Discovered> {
  const issuer = new URL(provider.issuer);
  const options = {
    // Only a server on this machine may be spoken to in the clear.
    [oauth.allowInsecureRequests]: isLoopback(issuer),
    [oauth.customFetch]: async (url: string, init: oauth.CustomFetchOptions<string, unknown>) => {
      const body = init.body === undefined || init.body === null ? {} : { body: String(init.body) };
      const answer = await send(url, { method: init.method, headers: init.headers, ...body }).catch(
        (error: unknown) => {
          const message = `${issuer.host} cannot be reached (${errorText(error)}); check the network and the issuer.`;
          throw new TokenFailure("unavailable", message, { cause: error });
        },
      );
      if (init.method === "POST" && (answer.status === 429 || answer.status >= 500))
        throw new TokenFailure("unavailable", `${issuer.host} has a fault (${answer.status}); try again.`, answer);
      return new Response(answer.text, { status: answer.status, headers: { ...answer.headers } });
    },
    signal,
  };
  const server = await named(provider, async () => {
    for (const algorithm of ["oidc", "oauth2"] as const) {
      const answer = await oauth.discoveryRequest(issuer, { ...options, algorithm });
      if (answer.ok) return oauth.processDiscoveryResponse(issuer, answer);
    }
    throw new TokenFailure(
      "refused",
      `${provider.issuer} publishes no metadata of an authorisation server; check issuer.`,
    );
  });
  return { server, client: { client_id: provider.clientId }, options };
}

function asked({ scopes, audience }: OAuthProvider): Record<string, string> {
  return { ...(scopes.length > 0 ? { scope: scopes.join(" ") } : {}), ...(audience === undefined ? {} : { audience }) };
}

function loginOf(server: oauth.AuthorizationServer, answer: oauth.TokenEndpointResponse): OAuthLogin {
  const { access_token, refresh_token, expires_in = EXPIRES_SECONDS, token_type } = answer;
  const issued_at = Math.floor(Date.now() / 1000);
  return {
    token: {
      access_token,
      issued_at,
      expires_at: issued_at + expires_in,
      token_type,
      ...(refresh_token === undefined ? {} : { refresh_token }),
    },
    tokenUrl: server.token_endpoint ?? "",
  };
}

/** Errors of the library in one sentence for the person. */
async function named<Result>(provider: OAuthProvider, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TokenFailure) throw error;
    const isAnswer = error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError;
    const why = isAnswer ? (error.error_description ?? error.error) : errorText(error);
    const message = `${provider.issuer} did not log you in: ${why}; check the oauth settings and log in again.`;
    throw new TokenFailure("refused", message, { cause: error });
  }
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
