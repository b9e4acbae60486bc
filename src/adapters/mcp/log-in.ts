import { randomBytes } from "node:crypto";
import { ReadableStream } from "node:stream/web";
import { auth, extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
import { errorText } from "../../base/error-text.ts";
import { isLoopback } from "../../base/plain-host.ts";
import { listenForCallback } from "../loopback-callback.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { type Network, wayOut } from "./outward-fetch.ts";
import { type LoginSettings, type LoginStore, ServerLogin } from "./server-login.ts";

/** Nobody waits longer for an answer, and for all of it. */
const ANSWER_MS = 30_000;

export interface LoginDialog {
  /** Shows the page to log in at. */
  show(url: string): void;
  /** What a person types meanwhile: the address the browser was sent to, or the code alone; undefined when nothing comes. */
  typed(signal: AbortSignal): Promise<string | undefined>;
  readonly signal: AbortSignal;
}

interface LoginPlace {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly settings: LoginSettings;
  readonly store: LoginStore;
}

/** Logs in at a server of the network and keeps what it gives. @throws an Error whose text says what went wrong */
export async function logIn(
  { url, headers, settings, store }: LoginPlace,
  dialog: LoginDialog,
  network?: Network,
  answerMs = ANSWER_MS,
): Promise<void> {
  if (!isLoopback(url) && !url.startsWith("https:")) throw new Error("its address has to begin with https");
  const way = wayOut(url, network);
  const fetchFn = inTime(
    boundedFetch({ url, headers: {} }, () => {}, way),
    dialog.signal,
    answerMs,
  );
  const challenge = await askedFor(url, headers, fetchFn);
  const { wantedScope, tokens } = store.read();
  const scope = [...new Set([challenge.scope, wantedScope, tokens?.scope, ...(settings.scopes ?? [])].flatMap(words))];
  const waiting = new AbortController();
  const state = randomBytes(16).toString("base64url");
  const signal = AbortSignal.any([dialog.signal, waiting.signal]);
  const callback = await listenForCallback({ signal, state, port: settings.callbackPort });
  try {
    // What was found out before may be why a new login is wanted.
    store.write({ ...store.read(), discovery: undefined });
    const show = async (page: URL): Promise<void> => {
      await way.judged(page.href);
      dialog.show(page.href);
    };
    const login = new ServerLogin(settings, store, { redirectUri: callback.redirectUri, state, show });
    const at = {
      serverUrl: url,
      fetchFn,
      ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
      ...(scope.length > 0 && { scope: scope.join(" ") }),
    };
    const typed = dialog.typed(waiting.signal).then((text) => (text === undefined ? callback.answered : pasted(text)));
    // It may fail before anybody waits for it.
    typed.catch(() => undefined);
    if ((await auth(login, { ...at, forceReauthorization: true })) === "AUTHORIZED") return;
    const answer = await Promise.race([callback.answered, typed]);
    const said = answer.get("error");
    if (said !== null) throw new Error(answer.get("error_description") ?? said);
    // Only what a person pasted can lack it: the browser's way here does not open without.
    if (answer.has("state") && answer.get("state") !== state)
      throw new Error("the answer belongs to another login; begin again");
    const iss = answer.get("iss");
    const code = answer.get("code") ?? "";
    if (code === "") throw new Error("the answer has no code; paste the whole address the browser ended at");
    await auth(login, { ...at, authorizationCode: code, ...(iss !== null && { iss }) });
  } finally {
    waiting.abort();
    callback.close();
  }
}

/** Requests that are given up when an answer, and all of it, does not come in time, or with the login. */
function inTime(send: ReturnType<typeof boundedFetch>, over: AbortSignal, answerMs: number): typeof send {
  return async (asked, request) => {
    const late = new AbortController();
    const why = new Error(`${new URL(asked).host} did not answer within ${answerMs / 1000} s`);
    const timer = setTimeout(() => late.abort(why), answerMs).unref();
    const signal = AbortSignal.any([late.signal, over, ...(request?.signal ? [request.signal] : [])]);
    const lateOr = (error: unknown): unknown => (late.signal.aborted ? why : error);
    try {
      const response = await send(asked, { ...request, signal });
      const { body, status, statusText, headers } = response;
      if (body === null) return response;
      return new Response(ReadableStream.from(wholeOf(body, lateOr, timer)) as BodyInit, {
        status,
        statusText,
        headers,
      });
    } catch (error) {
      throw lateOr(error);
    }
  };
}

async function* wholeOf(
  body: AsyncIterable<Uint8Array>,
  lateOr: (error: unknown) => unknown,
  timer: NodeJS.Timeout,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw lateOr(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * How the server says that a login is wanted; empty where it does not. The headers may hold keys: what is posted follows a redirect within
 * its origin alone.
 */
async function askedFor(
  url: string,
  headers: Readonly<Record<string, string>>,
  fetchFn: ReturnType<typeof boundedFetch>,
): Promise<Partial<ReturnType<typeof extractWWWAuthenticateParams>>> {
  const request = {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "waymark", version: "0" } },
  };
  try {
    const response = await fetchFn(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(PROBE_MS),
    });
    await response.body?.cancel();
    return response.status === 401 || response.status === 403 ? extractWWWAuthenticateParams(response) : {};
  } catch (error) {
    throw new Error(`it cannot be reached (${errorText(error)})`, { cause: error });
  }
}

const PROBE_MS = 30_000;

const words = (scope: string | undefined): readonly string[] => scope?.split(" ").filter((word) => word !== "") ?? [];

/** What a person took out of a browser that could not reach us. */
function pasted(text: string): URLSearchParams {
  const line = text.trim();
  return URL.canParse(line) ? new URL(line).searchParams : new URLSearchParams({ code: line });
}
