import type { AgentParts } from "../loop/agent-parts.ts";
import type { ModelMessage } from "../ports/model.ts";
import { goesOnUnanswered } from "../ports/person.ts";
import {
  CUT_OFF,
  plannerCorrection,
  type ReplanInput,
  replannerSystem,
  replanPrompt,
} from "../prompts/plan-planner.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { Plan, PlanDiffLine } from "../protocol/plan.ts";
import { askAlone } from "./ask-alone.ts";
import { loadTools } from "./load-tools.ts";
import { findAnswer } from "./read-answer.ts";
import { renderDiff } from "./render-plan.ts";
import { isChange, type PlanChange, readChange, revisePlan } from "./revise-plan.ts";
import { stepProblems, structureProblems } from "./validate-plan.ts";

const TRIES_MAX = 3;
const APPLY = "Apply the change";
const LEAVE = "Leave the step failed";

export type Replanned =
  | {
      readonly kind: "changed";
      readonly plan: Plan;
      readonly diff: readonly PlanDiffLine[];
      readonly change: PlanChange;
    }
  /** The model could not be asked, or the person does not want the change. */
  | { readonly kind: "declined"; readonly why: string }
  /** No answer could be used. */
  | { readonly kind: "unusable"; readonly why: string };

/** Asks how the plan should change because of a failed step; each answer that cannot be used goes back with the reason. */
export async function* replan(input: ReplanInput, parts: AgentParts): AsyncGenerator<AgentEvent, Replanned> {
  const system = replannerSystem(parts.system, input.tools);
  const messages: ModelMessage[] = [];
  let prompt = replanPrompt(input);
  let problem = "";
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    messages.push({ role: "user", text: prompt });
    const answer = yield* askAlone({ system, messages, prompt, temperature: 0, aside: true }, parts);
    if (answer.kind === "none") return { kind: "declined", why: answer.outcome.text || "the run was cancelled" };
    messages.push({ role: "assistant", content: answer.content });
    const read = answer.isCut ? { problems: [CUT_OFF] } : await readAnswer(answer.text, input, parts);
    if ("problems" in read) {
      problem = read.problems[0] ?? "";
      prompt = plannerCorrection(read.problems);
      continue;
    }
    const verdict = await approve(read, parts);
    if (verdict === "apply") return { kind: "changed", ...read };
    if (verdict === "leave") return { kind: "declined", why: "the change was not wanted" };
    prompt = `The user does not want this change, and says: ${verdict.remark}`;
    problem = `the user said: ${verdict.remark}`;
  }
  return { kind: "unusable", why: problem };
}

type ReadAnswer = { readonly plan: Plan; readonly diff: readonly PlanDiffLine[]; readonly change: PlanChange };

async function readAnswer(
  text: string,
  { plan, failed }: ReplanInput,
  parts: AgentParts,
): Promise<ReadAnswer | { readonly problems: readonly string[] }> {
  const found = await findAnswer(text, parts.textReader.json, (value) => (isChange(value) ? value : undefined));
  if (!found) return { problems: ["There is no JSON object with an action in it."] };
  if (found.isCut) return { problems: [CUT_OFF] };
  const read = readChange(found.value);
  if (read.kind === "malformed") return { problems: read.problems };
  const revised = revisePlan(plan, failed.id, read.change);
  if (revised.kind === "refused") return { problems: [revised.problem] };
  const known = new Map(plan.steps.map((step) => [step.id, step]));
  const changed = revised.plan.steps.filter((step) => known.get(step.id) !== step && step.status === "pending");
  await loadTools(changed, parts.tools);
  const problems = [...structureProblems(revised.plan), ...changed.flatMap((step) => stepProblems(step, parts.tools))];
  if (problems.length > 0) return { problems };
  return { plan: revised.plan, diff: revised.diff, change: read.change };
}

/** With nobody to ask the change is made: each of its steps still has to pass the permissions. */
async function approve(
  { diff, change }: ReadAnswer,
  { ports, signal }: AgentParts,
): Promise<"apply" | "leave" | { readonly remark: string }> {
  const question = `The plan should change (${change.action}): ${change.reason}\n${renderDiff(diff)}`;
  const answer = await ports.asker.ask({ question, options: [APPLY, LEAVE] }, signal);
  if (goesOnUnanswered(answer, ports.asker) || answer === APPLY || /^(y|yes)$/i.test(answer?.trim() ?? ""))
    return "apply";
  return answer === undefined || answer === LEAVE || answer.trim() === "" || /^no?$/i.test(answer.trim())
    ? "leave"
    : { remark: answer };
}
