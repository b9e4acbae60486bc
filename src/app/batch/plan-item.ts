import type { Said } from "../../core/batch/lane.ts";
import type { Attempt } from "../../core/batch/work-queue.ts";
import { planId } from "../../core/plan/make-plan.ts";
import { draftPlan } from "../../core/plan/read-plan.ts";
import { type Json, NOTHING_SPENT } from "../../core/ports/queue.ts";
import { asksModel, type Plan } from "../../core/protocol/plan.ts";
import { GUIDE_ID } from "../models/guide-id.ts";
import type { House } from "../open-house.ts";
import { planProblems } from "../session/plan-drafts.ts";
import { systemClock } from "../system-clock.ts";
import { OWN_FOLDER, OWN_NAMES } from "../trust/own-names.ts";
import { inCopy, modelFailed, type RunEnd, runToEnd, spentBy } from "./agent-item.ts";

/** What a plan that was completed came to. */
export interface PlanAnswer {
  /** Of the last step that was completed. */
  readonly output: Json;
  readonly steps: readonly { readonly id: string; readonly status: string; readonly result?: string }[];
  /** What it changed in the copy, as a unified diff. */
  readonly diff: string;
  /** Files that it changed and that are no text. */
  readonly left: readonly string[];
}

export interface PlanItem {
  /** The plan as the job holds it, with the item's fields in place. */
  readonly plan: unknown;
  /** Of the batch and the item, for a plan that names none. */
  readonly goal: string;
  /** Asked by steps that think. */
  readonly model: string;
}

/** One item as a plan, run as `waymark plan run` does it, in a copy of the folder. */
export function runPlanItem(house: House, item: PlanItem, signal: AbortSignal): Promise<Said | Attempt> {
  return inCopy(house, async (inside, worktree) => {
    const { planRunner } = await import("../../core/strategies/plan.ts");
    const given = { id: planId(item.goal, { clock: systemClock }), goal: item.goal, created: new Date().toISOString() };
    const draft = draftPlan(item.plan, given);
    const problems = draft.kind === "malformed" ? draft.problems : await planProblems(draft.plan, inside);
    if (draft.kind === "malformed" || problems.length > 0) return unfit(problems.join(" "));
    const plans = await inside.plans();
    inside.onClose(() => plans.forgetRuns());
    const { id, goal, steps } = await plans.create(draft.plan);
    const isAsking = steps.some(asksModel);
    if (isAsking && item.model === GUIDE_ID) return unfit("the plan asks a language model and there is none here");
    const work = { name: "plan", strategy: planRunner(id, {}), isModelOptional: true };
    const { agent } = await inside.agent({ work });
    if (isAsking) await agent.useModel(item.model);
    const end = await runToEnd(agent, goal, signal);
    const ended = await plans.read(id);
    // What the runner keeps of its work is no change that the plan made.
    const own = `${OWN_FOLDER}/${OWN_NAMES.plans}/${id}.json`;
    return saidOf(end, ended, () => worktree.changes(house.cwd, (path) => path === own));
  });
}

const unfit = (problem: string): Said => ({ kind: "unfit", problem, spent: NOTHING_SPENT });

function saidOf(
  end: RunEnd | undefined,
  { status, steps, error }: Plan,
  changes: () => Pick<PlanAnswer, "diff" | "left">,
): Said | Attempt {
  const failed = modelFailed(end);
  if (failed) return failed;
  const spent = spentBy(end);
  if (status !== "completed") {
    const open = steps.filter((step) => step.status !== "completed" && step.status !== "skipped");
    const why = open.map((step) => `step ${step.id} is ${step.status}${step.error ? `: ${step.error}` : ""}`);
    return { kind: "unfit", problem: [`the plan is ${status}`, error ?? [], why].flat().join("; "), spent };
  }
  const answer: PlanAnswer = {
    output: steps.findLast((step) => step.status === "completed")?.result ?? "",
    steps: steps.map(({ id, status: state, result }) => ({
      id,
      status: state,
      ...(result === undefined ? {} : { result }),
    })),
    ...changes(),
  };
  return { kind: "answer", answer: answer as unknown as Json, spent };
}
