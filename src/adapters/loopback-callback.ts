import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const BROWSER_WAIT_MS = 300_000;

/** A page of ours that a browser is sent back to after a login. */
export interface Callback {
  readonly redirectUri: string;
  readonly answered: Promise<URLSearchParams>;
  close(): void;
}

/** One answer to a port of our own that only this machine reaches. @param port  any free one when absent */
export async function listenForCallback(signal: AbortSignal, port = 0): Promise<Callback> {
  const { promise: answered, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  answered.catch(() => undefined);
  const late = setTimeout(() => reject(new Error("nobody logged in within 5 minutes")), BROWSER_WAIT_MS);
  signal.addEventListener("abort", () => reject(new Error("cancelled")), { once: true });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname !== "/callback") return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    response.end("Waymark has the answer; this page can be closed.\n");
    resolve(url.searchParams);
  });
  await new Promise<void>((listening, fail) => server.once("error", fail).listen(port, "127.0.0.1", listening));
  const { port: found } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${found}/callback`,
    answered,
    close: () => {
      clearTimeout(late);
      server.closeAllConnections();
      server.close();
    },
  };
}
