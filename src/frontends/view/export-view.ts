import { statSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import type { House } from "../../app/open-house.ts";
import { outputPath, writeOutput } from "../../app/settings/output-path.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { ITEM_STATES } from "../../core/ports/queue.ts";
import { pageAlone } from "../../engines/citadel/report/html.ts";
import { BatchDesk } from "./batch-desk.ts";
import { itemsQuery } from "./items-query.ts";
import { OpenSessions, PAGE_ENTRIES_MAX } from "./open-sessions.ts";
import { pageParts } from "./page-files.ts";
import { shownRoutes } from "./shown-routes.ts";
import type { BatchesShown, PlanRow, SessionHead, SessionRow } from "./wire.ts";

export interface ExportWanted {
  readonly house: House;
  readonly look: () => Promise<House>;
  /** An absolute path: a file for one view, a folder for all of them. */
  readonly target: string;
  /** `sessions`, `sessions/ID`, `plans`, `plans/ID`, `batches`, `batches/NAME`, `settings`, `estate`; absent: all that there are. */
  readonly view?: string;
  readonly signal: AbortSignal;
  /** The address of the server that holds the batches; the folder's own where absent. */
  readonly queue?: string | undefined;
}

const SESSIONS_MAX = 500;

/**
 * Writes views as pages that need nothing else: no server, no network.
 * @returns the files that were written. @throws {UserError} when there is no such view
 */
export async function exportView({
  house,
  look,
  queue,
  target,
  view,
  signal,
}: ExportWanted): Promise<readonly string[]> {
  const app = new Hono();
  const batches = new BatchDesk({ house, look, queue });
  shownRoutes(app, { house, look, sessions: new OpenSessions(house), batches, signal });
  const exporter = new Exporter(house, app, signal);
  if (view !== undefined) {
    const path = isFolder(target) ? join(target, fileOf(`/${view}`)) : target;
    const page = view === "estate" ? await exporter.estate() : await exporter.page(`/${view}`, {});
    if (page === undefined)
      throw new UserError(phrase`There is no code below ${house.cwd} that the parsers know.`, EXIT.badInput);
    return [save(path, page, house.cwd)];
  }
  const routes = await exporter.routes();
  const estate = await exporter.estate();
  const pages = Object.fromEntries(
    [...routes, ...(estate === undefined ? [] : ["/estate"])].map((route) => [route, fileOf(route)]),
  );
  const written: string[] = [];
  for (const route of routes)
    written.push(save(join(target, fileOf(route)), await exporter.page(route, pages), house.cwd));
  return estate === undefined ? written : [...written, save(join(target, fileOf("/estate")), estate, house.cwd)];
}

const fileOf = (route: string): string =>
  route === "/sessions" ? "index.html" : `${route.slice(1).replace(/[^\w.-]/g, "-")}.html`;

class Exporter {
  readonly #house: House;
  readonly #app: Hono;
  readonly #signal: AbortSignal;

  constructor(house: House, app: Hono, signal: AbortSignal) {
    this.#house = house;
    this.#app = app;
    this.#signal = signal;
  }

  /** Every view that there is something to see in, the estate apart. */
  async routes(): Promise<readonly string[]> {
    const { sessions } = (await this.#ask(SESSIONS)) as { readonly sessions: readonly SessionRow[] };
    const { plans } = (await this.#ask("/api/plans")) as { readonly plans: readonly PlanRow[] };
    const { batches } = (await this.#ask("/api/batches")) as BatchesShown;
    return [
      "/sessions",
      ...sessions.slice(0, SESSIONS_MAX).map(({ id }) => `/sessions/${encodeURIComponent(id)}`),
      "/plans",
      ...plans.map(({ id }) => `/plans/${encodeURIComponent(id)}`),
      "/batches",
      ...batches.filter(({ kind }) => kind === "counted").map(({ name }) => `/batches/${encodeURIComponent(name)}`),
      "/settings",
    ];
  }

  /** @param pages  the files that lie beside it, by their view */
  async page(route: string, pages: Readonly<Record<string, string>>): Promise<string> {
    const answers: Record<string, unknown> = {};
    for await (const path of this.#paths(route)) answers[path] = await this.#ask(path);
    return pageAlone({ title: "Waymark", data: { route, answers, pages }, ...(await pageParts("view")) });
  }

  /** The report of `waymark code report`; undefined where there is no code. */
  async estate(): Promise<string | undefined> {
    const { openEstate } = await import("../../app/knowledge/code-estate.ts");
    const { renderPage } = await import("../../engines/citadel/report/html.ts");
    const index = openEstate(this.#house, { cwd: this.#house.cwd });
    const report = await index.report(".", undefined, { signal: this.#signal, isPage: true });
    if (report.files.length === 0) return undefined;
    return renderPage(report, { ...(await pageParts("report")), textOf: (path) => index.textOf(path) });
  }

  /** What the page of a view will ask for. */
  async *#paths(route: string): AsyncGenerator<string> {
    const [, kind = "", id] = /^\/(\w+)(?:\/(.+))?$/.exec(route) ?? [];
    if (kind === "sessions" && id !== undefined) {
      const path = `/api/sessions/${id}`;
      yield path;
      const { entries } = (await this.#ask(path)) as SessionHead;
      for (let from = 0; from < entries; from += BLOCK) yield `${path}/entries?from=${from}&count=${BLOCK}`;
    } else if (kind === "sessions") yield SESSIONS;
    else if (kind === "batches" && id !== undefined) {
      const path = `/api/batches/${id}`;
      yield path;
      yield `${path}/lanes`;
      for (const state of ["", ...ITEM_STATES]) yield `${path}/items?${itemsQuery({ state })}`;
    } else if (kind === "plans" || kind === "batches" || (kind === "settings" && id === undefined))
      yield `/api${route}`;
    else
      throw new UserError(
        phrase`There is no view "${route.slice(1)}"; there are sessions, sessions/ID, plans, plans/ID, batches, batches/NAME, settings and estate.`,
        EXIT.usage,
      );
  }

  async #ask(path: string): Promise<unknown> {
    const answer = (await (await this.#app.request(path)).json()) as {
      readonly refusal?: string;
      readonly error?: string;
    };
    const why = answer.refusal ?? (path.startsWith("/api/plans/") ? undefined : answer.error);
    if (why !== undefined) throw new UserError(why, EXIT.badInput);
    return answer;
  }
}

const SESSIONS = "/api/sessions?all=0&words=";
/** As the page asks for them. */
const BLOCK = PAGE_ENTRIES_MAX / 2;

function isFolder(path: string): boolean {
  return !path.endsWith(".html") || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

function save(wanted: string, text: string, folder: string): string {
  writeOutput(wanted, [folder], text, { mode: 0o600 });
  return outputPath(wanted, folder);
}
