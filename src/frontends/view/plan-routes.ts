import { hash } from "node:crypto";
import type { Hono } from "hono";
import * as z from "zod";
import type { House } from "../../app/open-house.ts";
import {
  approvePlan,
  changedSinceRead,
  isApproved,
  isPlanRunning,
  planText,
  rewritePlan,
} from "../../app/session/plan-review.ts";
import type { PlanFiles } from "../../app/session/plans.ts";
import { spokenRecorded } from "../../app/words/recorded.ts";
import { spoken } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { planToMermaid, progressLine } from "../../core/plan/render-plan.ts";
import { drawMermaid } from "../../engines/mermaid/draw-svg.ts";
import type { OwnRuns } from "./own-runs.ts";
import { bodyOf } from "./run-routes.ts";
import { cleaned, harmlessText } from "./shown.ts";
import type { PlanRow, PlanRunShown, PlanShown } from "./wire.ts";

const sha256 = (text: string): string => hash("sha256", text);
const PLAN_CHARS_MAX = 1_000_000;
const STEPS_MAX = 1_000;

const Edited = z.strictObject({ text: z.string().max(PLAN_CHARS_MAX), seen: z.string() });
const Steps = z.array(z.string()).max(STEPS_MAX).exactOptional();
const PlanRun = z.strictObject({ seen: z.string(), done: Steps, again: Steps });
const Agreed = z.strictObject({ seen: z.string() });

/** Plans as `waymark plan` shows, edits and approves them. A change names what was seen: nobody writes over what they have not read. */
export function planRoutes(app: Hono, house: House, runOf: (id: string) => PlanRunShown | undefined): void {
  app.get("/api/plans", async (context) => context.json({ plans: await planRows(house) }));
  app.get("/api/plans/:id", async (context) => {
    const shown = await planShown(house, context.req.param("id"));
    const run = runOf(shown.id);
    return context.json(run === undefined ? shown : { ...shown, run });
  });
  app.get("/api/plans/:id/problems", async (context) => {
    const plans = await house.plans();
    const { planProblems } = await import("../../app/session/plan-drafts.ts");
    const problems = await planProblems(await plans.read(plans.find(context.req.param("id"))), house);
    return context.json({ problems: problems.map(harmlessText) });
  });
  app.post("/api/plans/:id", async (context) => {
    const { text, seen } = await bodyOf(context, Edited);
    const plans = await house.plans();
    const id = plans.find(context.req.param("id"));
    demandSeen(house, plans, id, seen);
    const problems = await rewritePlan(house, plans, id, text);
    return context.json({ problems: problems.map(harmlessText) });
  });
  app.post("/api/plans/:id/approval", async (context) => {
    const { seen } = await bodyOf(context, Agreed);
    const plans = await house.plans();
    const id = plans.find(context.req.param("id"));
    await approvePlan(plans, id, seen);
    return context.json({});
  });
}

/** @throws {UserError} when the file is not the one that was read */
function demandSeen(house: House, plans: PlanFiles, id: string, seen: string): void {
  if (sha256(planText(house.cwd, plans, id)) !== seen) throw changedSinceRead();
}

/** Executes a plan that was seen as it is, as `waymark plan run` does. */
export function planRunRoutes(app: Hono, house: House, runs: OwnRuns): void {
  app.post("/api/plans/:id/run", async (context) => {
    const { seen, done, again } = await bodyOf(context, PlanRun);
    const plans = await house.plans();
    const id = plans.find(context.req.param("id"));
    demandSeen(house, plans, id, seen);
    if (isPlanRunning(house, id))
      throw new UserError(phrase`A process executes the plan ${id}; wait for it, or end it first.`, EXIT.usage);
    const plan = await plans.read(id);
    return context.json({ session: await runs.startPlan({ plan, choice: { replans: true, done, again } }) });
  });
}

/** A plan that was broken by hand is in the list, with why. */
async function planRows(house: House): Promise<readonly PlanRow[]> {
  const plans = await house.plans();
  const rows: PlanRow[] = [];
  for (const id of plans.ids()) {
    try {
      const plan = await plans.read(id);
      rows.push(
        cleaned({
          id,
          status: plan.status,
          goal: plan.goal,
          progress: progressLine(plan, spokenRecorded),
          isRunning: isPlanRunning(house, id),
        }),
      );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      rows.push(cleaned({ id, status: "unreadable", goal: "", progress: spoken(error.words), isRunning: false }));
    }
  }
  return rows;
}

/** What cannot be read as a plan is shown as the text it is, so that it can be mended. */
async function planShown(house: House, name: string): Promise<PlanShown> {
  const plans = await house.plans();
  const id = plans.find(name);
  const text = planText(house.cwd, plans, id);
  const file = { id, text: text.slice(0, PLAN_CHARS_MAX), seen: sha256(text), isRunning: isPlanRunning(house, id) };
  try {
    const plan = await plans.read(id);
    const { goal, status, revisions } = plan;
    const error = spokenRecorded(plan.error ?? "");
    const steps = plan.steps.map((step) =>
      step.error === undefined ? step : { ...step, error: spokenRecorded(step.error) },
    );
    const svg = drawMermaid(planToMermaid(plan));
    const picture = svg === undefined ? "" : `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
    const said = cleaned({ goal, status, steps, revisions, error, progress: progressLine(plan, spokenRecorded) });
    return { ...file, kind: "plan", ...said, picture, isApproved: isApproved(plan, plans) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...file, kind: "broken", why: harmlessText(spoken(error.words)) };
  }
}
