import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isInUse } from "../../adapters/sessions/session-lock.ts";
import { approvalHash } from "../../core/plan/plan-store.ts";
import type { Plan } from "../../core/protocol/plan.ts";
import type { Rooms } from "../rooms.ts";
import { OWN_FOLDER, OWN_NAMES } from "../trust/own-names.ts";
import { type PlanFiles, replacePlanFile } from "./plans.ts";

const fileOf = (root: string, plans: PlanFiles, id: string): string => join(root, plans.show(id));

/** The file of a plan as somebody wrote it, without what its journal has besides. */
export const planText = (root: string, plans: PlanFiles, id: string): string =>
  readFileSync(fileOf(root, plans, id), "utf8");

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

/** Agrees to a plan as it is now. @throws {UserError} when a living process executes it */
export async function approvePlan(plans: PlanFiles, id: string): Promise<void> {
  const record = await plans.open(id);
  try {
    const approved = { at: new Date().toISOString(), steps: approvalHash(record.plan, record.hash) };
    record.save({ ...record.plan, approved }, { mustReachDisk: true });
  } finally {
    record.close();
  }
}

/** Whether a person agreed to the plan as it is now. @param hash  SHA-256 in hex */
export const isApproved = (plan: Plan, hash: (text: string) => string): boolean =>
  plan.approved?.steps === approvalHash(plan, hash);

/** Whether a living process executes the plan. */
export const isPlanRunning = (root: string, id: string): boolean =>
  isInUse(join(root, OWN_FOLDER, OWN_NAMES.planState, id, "run"));
