import type { Hono } from "hono";
import type { CodeIndex } from "../../app/knowledge/code-estate.ts";
import type { House } from "../../app/open-house.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { harmlessText } from "./shown.ts";

const LINES_SHOWN = 2000;

/** The estate as the parsers see it. A file is shown when the report names it, and by that name only. */
export function estateRoutes(app: Hono, house: House, signal: AbortSignal): void {
  let opened: Promise<CodeIndex> | undefined;
  let named: ReadonlySet<string> = new Set();
  const index = (): Promise<CodeIndex> => {
    opened ??= import("../../app/knowledge/code-estate.ts").then(({ openEstate }) =>
      openEstate(house, { cwd: house.cwd }),
    );
    return opened;
  };
  app.get("/api/estate", async (context) => {
    const report = await (await index()).report(".", undefined, { signal, isPage: true });
    if (report.files.length === 0)
      throw new UserError(phrase`There is no code below ${house.cwd} that the parsers know.`, EXIT.badInput);
    const { pageData } = await import("../../engines/citadel/report/html.ts");
    const data = pageData(report, () => undefined);
    named = new Set(data.files);
    return context.json({ ...data, sources: [] });
  });
  app.get("/api/estate/text", async (context) => {
    const { file = "" } = context.req.query();
    const text = named.has(file) ? (await index()).textOf(file) : undefined;
    return context.json({ text: text === undefined ? null : harmlessText(text) });
  });
  app.get("/api/estate/impact", async (context) => {
    const { name = "", to = "" } = context.req.query();
    const names = name.split(/\s+/).filter((word) => word !== "");
    if (names.length === 0)
      throw new UserError(phrase`There is no name; give a field, a program or a table.`, EXIT.usage);
    const asked = { path: ".", names, ...(to.trim() === "" ? {} : { to: to.trim() }) };
    const answer = await (await index()).answer("impact", asked, { signal });
    if (answer.kind === "failure") throw new UserError(answer.message, EXIT.badInput);
    const { renderCodeAnswer } = await import("../../engines/citadel/queries/run-query.ts");
    return context.json({ text: harmlessText(renderCodeAnswer(answer, { offset: 0, limit: LINES_SHOWN })) });
  });
}
