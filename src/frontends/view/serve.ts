import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { House } from "../../app/open-house.ts";
import { spoken } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { BatchDesk } from "./batch-desk.ts";
import { door } from "./door.ts";
import { OpenSessions } from "./open-sessions.ts";
import { type OpenAgent, OwnRuns } from "./own-runs.ts";
import { pageFiles } from "./page-files.ts";
import { planRunRoutes } from "./plan-routes.ts";
import { runRoutes } from "./run-routes.ts";
import { shownRoutes } from "./shown-routes.ts";

export interface ViewPlace {
  readonly house: House;
  /** Opens the house anew, as it is now. */
  readonly look: () => Promise<House>;
  /** 0: any that is free. */
  readonly port: number;
  readonly signal: AbortSignal;
  readonly openAgent: OpenAgent;
  /** The address of the server that holds the batches; the folder's own where absent. */
  readonly queue?: string | undefined;
  /** @param url  with the token, which no request carries: it stands behind the `#` */
  onListening(url: string): void;
}

const CONNECTIONS_MAX = 128;
const KEPT_MS = 75_000;
const BODY_BYTES_MAX = 1024 * 1024;

/** Serves the pages to browsers of this machine until the signal. @throws {UserError} when the port is taken */
export async function serveView({
  house,
  look,
  queue,
  port,
  signal,
  openAgent,
  onListening,
}: ViewPlace): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  let address = "";
  const app = new Hono();
  app.use(door(() => address, token));
  const onError = (context: Context): Response =>
    context.json({ error: spoken(phrase`That is too long; send less at once.`) }, 413);
  app.use(bodyLimit({ maxSize: BODY_BYTES_MAX, onError }));
  pageFiles(app);
  const sessions = new OpenSessions(house);
  const runs = new OwnRuns(openAgent);
  const batches = new BatchDesk({ house, look, queue });
  shownRoutes(app, { house, look, sessions, batches, signal, runs });
  runRoutes(app, { sessions, runs, house });
  planRunRoutes(app, house, runs);
  const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });
  server.on("connection", (socket) => socket.on("error", () => socket.destroy()));
  if ("maxConnections" in server) server.maxConnections = CONNECTIONS_MAX;
  // A page asks more often than that: it never takes up a connection that is closed in this very moment.
  if ("keepAliveTimeout" in server) server.keepAliveTimeout = KEPT_MS;
  await new Promise<void>((listening, fail) => {
    server.once("listening", listening);
    server.once("error", (error) =>
      fail(
        new UserError(
          phrase`Port ${port} cannot be listened on (${error.message}); give another with --port.`,
          EXIT.usage,
        ),
      ),
    );
  });
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  onListening(`http://${address}/#token=${token}`);
  await new Promise<void>((stop) => {
    if (signal.aborted) stop();
    signal.addEventListener("abort", () => stop(), { once: true });
  });
  await Promise.all([runs.close(), batches.own.close()]);
  if ("closeAllConnections" in server) server.closeAllConnections();
  await new Promise<void>((closed) => void server.close(() => closed()));
}
