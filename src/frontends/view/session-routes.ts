import type { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { EXIT, UserError } from "../../base/user-error.ts";
import { type OpenSession, type OpenSessions, PAGE_ENTRIES_MAX } from "./open-sessions.ts";
import { WHOLE_CHARS_MAX } from "./shown.ts";
import type { SessionHead, SessionRow } from "./wire.ts";

/** How often a log that is followed is looked at. */
const LOOK_MS = 150;
/** Something is sent at least so often, so that a browser that left is noticed. */
const ALIVE_MS = 15_000;

/** What a page asks of sessions: which there are, what stands in one, what is added to it. */
export function sessionRoutes(app: Hono, sessions: OpenSessions, signal: AbortSignal): void {
  app.get("/api/sessions", (context) => {
    const { all, words = "" } = context.req.query();
    return context.json({ sessions: sessions.list({ all: all === "1", words }) satisfies readonly SessionRow[] });
  });
  app.get("/api/runs", (context) => context.json({ sessions: sessions.underWay() satisfies readonly SessionRow[] }));
  app.get("/api/sessions/:id", (context) =>
    context.json(sessions.get(context.req.param("id")).head satisfies SessionHead),
  );
  app.get("/api/sessions/:id/entries", (context) => {
    const { from, count } = context.req.query();
    const session = sessions.get(context.req.param("id"));
    return context.json(session.page(numberOf(from, 0), numberOf(count, PAGE_ENTRIES_MAX)));
  });
  app.get("/api/sessions/:id/entries/:index", (context) =>
    context.json(sessions.get(context.req.param("id")).entry(numberOf(context.req.param("index"), 0), WHOLE_CHARS_MAX)),
  );
  app.get("/api/sessions/:id/found", (context) =>
    context.json({ found: sessions.get(context.req.param("id")).find(context.req.query("words") ?? "") }),
  );
  app.get("/api/sessions/:id/events", (context) => {
    const session = sessions.get(context.req.param("id"));
    return streamSSE(context, (stream) => tellChanges(session, stream, signal));
  });
}

/** What is added to a session and what becomes of it, until the reader has left. */
async function tellChanges(session: OpenSession, stream: SSEStreamingApi, signal: AbortSignal): Promise<void> {
  let revision = session.revision;
  let told = "";
  let idleMs = 0;
  const tell = async (event: string, data: string): Promise<void> => {
    idleMs = 0;
    await stream.writeSSE({ event, data });
  };
  while (!stream.aborted && !signal.aborted) {
    session.refresh();
    const from = session.changedSince(revision);
    revision = session.revision;
    if (from !== undefined) await tell("entries", JSON.stringify(session.page(from, PAGE_ENTRIES_MAX)));
    const head = JSON.stringify(session.head);
    if (head !== told) await tell("head", head);
    told = head;
    if (idleMs >= ALIVE_MS) await tell("alive", "");
    await stream.sleep(LOOK_MS);
    idleMs += LOOK_MS;
  }
}

function numberOf(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new UserError(`"${text}" is no number of an entry.`, EXIT.usage);
}
