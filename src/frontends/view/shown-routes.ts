import type { Hono } from "hono";
import type { House } from "../../app/open-house.ts";
import { spoken, spokenError } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";
import { UserError } from "../../base/user-error.ts";
import type { BatchDesk } from "./batch-desk.ts";
import { batchRoutes } from "./batch-routes.ts";
import { estateRoutes } from "./estate-routes.ts";
import type { OpenSessions } from "./open-sessions.ts";
import type { OwnRuns } from "./own-runs.ts";
import { planRoutes } from "./plan-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { settingRoutes } from "./setting-routes.ts";
import { harmlessText } from "./shown.ts";

export interface ShownPlace {
  readonly house: House;
  readonly look: () => Promise<House>;
  readonly sessions: OpenSessions;
  readonly batches: BatchDesk;
  readonly signal: AbortSignal;
  /** What is started from its pages; an export starts nothing. */
  readonly runs?: OwnRuns;
}

/** Everything that can be looked at, for a browser and for an export. */
export function shownRoutes(app: Hono, { house, look, sessions, batches, signal, runs }: ShownPlace): void {
  sessionRoutes(app, sessions);
  planRoutes(app, house, (id) => runs?.runOfPlan(id));
  batchRoutes(app, batches);
  estateRoutes(app, house, signal);
  settingRoutes(app, look);
  app.notFound((context) => context.json({ error: spoken(phrase`There is no ${context.req.path} here.`) }, 404));
  // What a person can mend is an answer like any other: the browser's console counts no fault of the page.
  app.onError((error, context) =>
    error instanceof UserError
      ? context.json({ refusal: harmlessText(spoken(error.words)) })
      : context.json({ error: harmlessText(spoken(phrase`Something broke here: ${spokenError(error)}`)) }, 500),
  );
}
