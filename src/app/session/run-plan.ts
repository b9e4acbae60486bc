import { EXIT, UserError } from "../../base/user-error.ts";
import type { Resolution } from "../../core/plan/settle-step.ts";
import { asksModel, type Plan } from "../../core/protocol/plan.ts";
import { GUIDE_ID } from "../models/lazy-model.ts";
import type { AgentWork } from "./start-agent.ts";

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
  if (wrong !== undefined) throw new UserError(`Plan ${plan.id} has no step ${wrong}.`, EXIT.usage);
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
    `Plan ${plan.id} asks a language model (${asking.join(", ")}); set a key, or name one with -m.`,
    EXIT.configuration,
  );
}
