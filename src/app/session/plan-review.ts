import { join } from "node:path";
import { planLock, readPlanText } from "../../adapters/plans/plan-files.ts";
import { isInUse } from "../../adapters/sessions/session-lock.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { approvalSeal } from "../../core/plan/plan-store.ts";
import type { Resolution } from "../../core/plan/settle-step.ts";
import { asksModel, type Plan } from "../../core/protocol/plan.ts";
import { GUIDE_ID } from "../models/guide-id.ts";
import type { Rooms } from "../rooms.ts";
import { type PlanFiles, type PlanPlace, planState, replacePlanFile } from "./plans.ts";
import type { AgentWork } from "./start-agent.ts";

const fileOf = (root: string, plans: PlanFiles, id: string): string => join(root, plans.show(id));

/** The file of a plan as somebody wrote it, without what its journal has besides. */
export const planText = (root: string, plans: PlanFiles, id: string): string =>
  readPlanText(fileOf(root, plans, id), plans.show(id));

/**
 * Keeps what a person wrote, whatever it is. @returns what keeps it from being run, one sentence each
 * @throws {UserError} when it is no plan at all; it is kept all the same
 */
export async function rewritePlan(
  rooms: Rooms,
  plans: PlanFiles,
  id: string,
  text: string,
): Promise<readonly string[]> {
  await replacePlanFile(fileOf(rooms.cwd, plans, id), `${text.trimEnd()}\n`);
  const { planProblems } = await import("./plan-drafts.ts");
  return planProblems(await plans.read(id), rooms);
}

/**
 * Agrees to a plan as it is now.
 * @param seen  the SHA-256 of its file as it was read; absent: whatever it is
 * @throws {UserError} when a living process executes it, or the file is not the one that was read
 */
export async function approvePlan(plans: PlanFiles, id: string, seen?: string): Promise<void> {
  const record = await plans.open(id);
  try {
    if (seen !== undefined && seen !== record.fileHash) throw changedSinceRead();
    const approved = { at: new Date().toISOString(), steps: approvalSeal(record.plan, record.seal) };
    record.save({ ...record.plan, approved }, { mustReachDisk: true });
  } finally {
    record.close();
  }
}

export const changedSinceRead = (): UserError =>
  new UserError(phrase`The plan has changed since you read it; look at it again.`, EXIT.badInput);

/** Whether a person agreed to the plan as it is now. */
export const isApproved = (plan: Plan, { seal }: PlanFiles): boolean =>
  plan.approved?.steps === approvalSeal(plan, seal);

/** Whether a living process executes the plan. */
export const isPlanRunning = (place: PlanPlace, id: string): boolean => isInUse(planLock(planState(place), id));

/** How a plan is to be executed. */
export interface PlanRunChoice {
  /** A step that fails may change the plan. */
  readonly replans: boolean;
  /** Interrupted steps that have been done. */
  readonly done?: readonly string[] | undefined;
  /** Steps to be done again, with all that need them. */
  readonly again?: readonly string[] | undefined;
}

/** The work of executing a plan; a model is chosen only when a step asks one. @throws {UserError} when a step is none of its */
export async function planWork(plan: Plan, { replans, done = [], again = [] }: PlanRunChoice): Promise<AgentWork> {
  const known = new Set(plan.steps.map((step) => step.id));
  const wrong = [...done, ...again].find((id) => !known.has(id));
  if (wrong !== undefined) throw new UserError(phrase`Plan ${plan.id} has no step ${wrong}.`, EXIT.usage);
  const resolutions = new Map<string, Resolution>([
    ...done.map((id) => [id, "done"] as const),
    ...again.map((id) => [id, "again"] as const),
  ]);
  const { planRunner } = await import("../../core/strategies/plan.ts");
  const strategy = planRunner(plan.id, { replanning: replans, resolutions });
  return { name: "plan", strategy, isModelOptional: !plan.steps.some(asksModel) };
}

/** The stand-in for a model would answer that it cannot, and the step would count as completed. @throws {UserError} where it would be asked */
export function demandModel(plan: Plan, modelId: string): void {
  const asking = plan.steps.filter(asksModel).map((step) => step.id);
  if (asking.length === 0 || modelId !== GUIDE_ID) return;
  throw new UserError(
    phrase`Plan ${plan.id} asks a language model (${asking.join(", ")}); set a key, or name one with -m.`,
    EXIT.configuration,
  );
}
