import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const BROWSER_WAIT_MS = 300_000;

/** A page of ours that a browser is sent back to after a login. */
export interface Callback {
  readonly redirectUri: string;
  readonly answered: Promise<URLSearchParams>;
  close(): void;
}

export interface CallbackOptions {
  readonly signal: AbortSignal;
  /** What the answer to this login carries, and nobody else knows. */
  readonly state: string;
  /** Any free one when absent. */
  readonly port?: number | undefined;
}

/**
 * One answer to a port of our own that only this machine reaches. Any page in any browser can ask there: what does not carry the state of
 * this login is told so, and the login goes on waiting.
 */
export async function listenForCallback({ signal, state, port = 0 }: CallbackOptions): Promise<Callback> {
  const { promise: answered, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  answered.catch(() => undefined);
  const late = setTimeout(() => reject(new Error("nobody logged in within 5 minutes")), BROWSER_WAIT_MS);
  const cancel = (): void => reject(new Error("cancelled"));
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? "/", "http://127.0.0.1");
    if (url?.pathname !== "/callback" || request.method !== "GET") return say(response, 404, "There is nothing here.");
    if (url.searchParams.get("state") !== state)
      return say(response, 400, "This answer belongs to another login; begin again in Waymark.");
    say(response, 200, "Waymark has the answer; this page can be closed.");
    resolve(url.searchParams);
  });
  const close = (): void => {
    clearTimeout(late);
    server.closeAllConnections();
    server.close();
  };
  try {
    await new Promise<void>((listening, fail) => server.once("error", fail).listen(port, "127.0.0.1", listening));
  } catch (error) {
    close();
    throw error;
  }
  const { port: found } = server.address() as AddressInfo;
  return { redirectUri: `http://127.0.0.1:${found}/callback`, answered, close };
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end(`${text}\n`);
}
