import type { Hono } from "hono";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { type OpenSessions, PAGE_ENTRIES_MAX } from "./open-sessions.ts";
import { WHOLE_CHARS_MAX } from "./shown.ts";
import type { SessionChanges, SessionHead, SessionRow } from "./wire.ts";

/** What a page asks of sessions: which there are, what stands in one, what is added to it. */
export function sessionRoutes(app: Hono, sessions: OpenSessions): void {
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
  app.get("/api/sessions/:id/changes", (context) => {
    const id = context.req.param("id");
    return context.json(sessions.follow(id).changes(context.req.query("seen") ?? "") satisfies SessionChanges);
  });
}

function numberOf(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new UserError(phrase`"${text}" is no number of an entry.`, EXIT.usage);
}
