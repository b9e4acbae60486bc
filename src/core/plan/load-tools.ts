import type { PlanStep } from "../protocol/plan.ts";
import type { Tool } from "../tool.ts";
import { checkCall } from "./validate-plan.ts";

/** Loads what the steps will use: a tool checks its parameters only once it is loaded. */
export async function loadTools(steps: readonly PlanStep[], tools: ReadonlyMap<string, Tool>): Promise<void> {
  const names = new Set(
    steps.flatMap((step) => [step.tool, ...(step.check === undefined ? [] : [checkCall(step.check).tool])]),
  );
  for (const name of names) await tools.get(name)?.load?.();
}
