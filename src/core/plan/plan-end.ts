import type { AgentParts } from "../loop/agent-parts.ts";
import { reachedLimit } from "../loop/budgets.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { Plan } from "../protocol/plan.ts";
import { progressLine } from "./render-plan.ts";

/** The limit that ends a plan's work now: the run's own, or one that the plan names. */
export function reachedPlanLimit(parts: AgentParts, { id, limits }: Pick<Plan, "id" | "limits">): Outcome | undefined {
  const resume = `then \`waymark plan resume ${id}\` goes on.`;
  const given = { ...parts.limits, advice: `Give it a higher limit; ${resume}` };
  const reached = reachedLimit({ ...parts, limits: given });
  if (reached || !limits) return reached;
  const own = {
    advice: `Raise \`limits\` in the plan; ${resume}`,
    stepsMax: limits.turns ?? 0,
    wallTimeMs: (limits.seconds ?? 0) * 1000,
    tokensMax: limits.tokens ?? 0,
    costUsdMax: limits.costUsd ?? 0,
  };
  return reachedLimit({ ...parts, limits: own });
}

/** How a plan whose steps are these has ended: what never got its turn was blocked. */
export function planEnd(steps: Plan["steps"]): {
  readonly status: "completed" | "blocked" | "failed";
  readonly text: string;
} {
  const failed = steps.filter((step) => step.status === "failed").map((step) => step.id);
  const stuck = steps
    .filter((step) => !["completed", "skipped", "failed"].includes(step.status))
    .map((step) => step.id);
  if (failed.length + stuck.length === 0) return { status: "completed", text: progressLine({ steps }) };
  const parts = [
    failed.length === 0 ? "" : `Failed: ${failed.join(", ")}.`,
    stuck.length === 0 ? "" : `Blocked: ${stuck.join(", ")}.`,
  ];
  return { status: stuck.length > 0 ? "blocked" : "failed", text: parts.filter(Boolean).join(" ") };
}

export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
