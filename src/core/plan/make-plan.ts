import { isObject } from "../../base/is-object.ts";
import type { AgentParts } from "../loop/agent-parts.ts";
import { CUT_OFF, plannerCorrection } from "../prompts/plan-planner.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { Plan } from "../protocol/plan.ts";
import { loadTools } from "./load-tools.ts";
import { lookAndPlan, type PlanAnswer } from "./look-and-plan.ts";
import { findAnswer } from "./read-answer.ts";
import { draftPlan, stepList } from "./read-plan.ts";
import { validatePlan } from "./validate-plan.ts";

const TRIES_MAX = 3;

export type Made =
  | { readonly kind: "plan"; readonly plan: Plan }
  | { readonly kind: "none"; readonly outcome: Outcome };

/**
 * A plan for a goal by the model (CA-30), which may look around first with tools that only look. What cannot be used goes back with
 * the reason, three tries in all. An answer that was cut off is asked for again; only when nothing better comes its whole
 * steps are taken. The goal is the last prompt of the log.
 */
export async function* makePlan(goal: string, parts: AgentParts): AsyncGenerator<AgentEvent, Made> {
  const given = { id: planId(goal, parts), goal, created: new Date(parts.clock.now()).toISOString() };
  const read = (text: string): Promise<PlanAnswer> => readPlanAnswer(text, given, parts);
  let problems: readonly string[] = [];
  let partial: Plan | undefined;
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const answer = yield* lookAndPlan(parts, read);
    if (answer.kind === "none") {
      if (partial && answer.outcome.kind === "model-failed") break;
      return answer;
    }
    const { plan } = answer;
    if (plan.kind === "malformed") problems = plan.problems;
    else if (plan.kind === "plan" && !answer.isCut) return { kind: "plan", plan: plan.plan };
    else {
      partial = plan.plan;
      problems = [CUT_OFF];
    }
    if (tries < TRIES_MAX) yield { type: "prompt", text: plannerCorrection(problems), origin: "engine" };
  }
  if (partial) return yield* takePartial(partial);
  const text = `Failed to create plan after ${TRIES_MAX} attempts: ${problems.join(" ")}`;
  return { kind: "none", outcome: { kind: "failed", text } };
}

function* takePartial(plan: Plan): Generator<AgentEvent, Made> {
  const text = `The planner's answer was cut off; the plan has its ${plan.steps.length} whole steps only.`;
  yield { type: "note", topic: "plan", text };
  return { kind: "plan", plan };
}

/** A planner's answer as a plan that can be run, or why it is none. */
export async function readPlanAnswer(
  text: string,
  given: { readonly id: string; readonly goal: string; readonly created: string },
  { textReader, tools }: Pick<AgentParts, "textReader" | "tools">,
): Promise<PlanAnswer> {
  const found = await findAnswer(text, textReader.json, (value) => (looksLikePlan(value) ? value : undefined));
  if (!found) return { kind: "malformed", problems: ["There is no JSON object with a list of steps in it."] };
  const value = found.isCut ? withoutLastStep(found.value) : found.value;
  const draft = draftPlan(value, given);
  if (draft.kind === "malformed") return draft;
  // The goal and the id are the user's and ours, whatever the planner writes.
  const plan = { ...draft.plan, id: given.id, goal: given.goal, created: given.created };
  await loadTools(plan.steps, tools);
  const problems = validatePlan(plan, tools);
  if (problems.length > 0) return { kind: "malformed", problems };
  return { kind: found.isCut ? "cut" : "plan", plan };
}

/** A list of objects of which each has an id and something to do. */
function looksLikePlan(value: unknown): boolean {
  const steps = stepList(value);
  return steps !== undefined && steps.length > 0 && steps.every((step) => isObject(step) && "id" in step);
}

function withoutLastStep(value: unknown): unknown {
  return { ...(isObject(value) ? value : {}), plan: undefined, steps: stepList(value)?.slice(0, -1) ?? [] };
}

const SLUG_CHARS_MAX = 40;

/** `20261122-0915-fix-the-date-bug`: sorts by time, and a person knows what it is. */
export function planId(goal: string, { clock }: Pick<AgentParts, "clock">): string {
  const stamp = new Date(clock.now()).toISOString().replace(/[-:]/g, "").slice(0, 15).replace("T", "-");
  const slug = goal
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_CHARS_MAX)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? `${stamp}-plan` : `${stamp}-${slug}`;
}
