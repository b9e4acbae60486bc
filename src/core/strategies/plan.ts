import type { AgentParts } from "../loop/agent-parts.ts";
import { executePlan } from "../plan/execute-plan.ts";
import { makePlan } from "../plan/make-plan.ts";
import { approvalSeal, type PlanRecord, type PlanStore } from "../plan/plan-store.ts";
import { progressLine, renderPlan, renderWholePlan } from "../plan/render-plan.ts";
import type { Resolution } from "../plan/settle-step.ts";
import { structureProblems } from "../plan/validate-plan.ts";
import { goesOnUnanswered } from "../ports/person.ts";
import type { AgentEvent } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import { AGENT_STEP, asksModel, type Plan } from "../protocol/plan.ts";
import type { Strategy } from "./strategy.ts";

const RUN = "Run it";
const KEEP = "Keep it as a draft";
const REMARKS_MAX = 5;
const ONLY_LOOKS =
  "plan mode only looks, and a step of it is left to the agent. Leave that mode (Shift+Tab in a session, another --permission-mode outside), then run the plan.";

/** Plans first, shows the plan to the person, runs it, mends it where it fails, and says how it ended. */
export const plan: Strategy = async function* plan(parts) {
  const store = requireStore(parts);
  const goal = lastPrompt(parts);
  const drafted = yield* draft(goal, store, parts);
  if ("outcome" in drafted) return drafted.outcome;
  const record = await store.open(drafted.plan.id);
  return yield* runRecord(agreedTo(record, parts), parts, {});
};

export interface RunPlanOptions {
  readonly replanning?: boolean;
  readonly resolutions?: ReadonlyMap<string, Resolution>;
}

/** Runs a plan that is there already, from wherever it stands. */
export function planRunner(id: string, options: RunPlanOptions): Strategy {
  return async function* runPlan(parts) {
    return yield* runRecord(await requireStore(parts).open(id), parts, options);
  };
}

/** Makes a plan and writes it as a draft; nothing is run. */
export function planDrafter(): Strategy {
  return async function* draftOnly(parts) {
    const made = yield* makePlan(lastPrompt(parts), parts);
    if (made.kind === "none") return made.outcome;
    const kept = yield* keep(made.plan, requireStore(parts));
    return { kind: "done", text: renderPlan(kept) };
  };
}

type Drafted = { readonly plan: Plan } | { readonly outcome: Outcome };

/** A draft that the person agrees to; a remark instead of an answer makes another one. With nobody to ask it is run. */
async function* draft(goal: string, store: PlanStore, parts: AgentParts): AsyncGenerator<AgentEvent, Drafted> {
  for (let remarks = 0; ; remarks++) {
    const made = yield* makePlan(goal, parts);
    if (made.kind === "none") return { outcome: made.outcome };
    if (parts.policy().mode === "plan") return { outcome: yield* keepDraft(made.plan, store) };
    const question = `${renderWholePlan(made.plan)}Run this plan? Or say what should be different.`;
    const answer = (await parts.ports.asker.ask({ question, options: [RUN, KEEP] }, parts.signal))?.trim();
    if (parts.signal.aborted) return { outcome: { kind: "cancelled", text: "" } };
    if (goesOnUnanswered(answer, parts.ports.asker) || isYes(answer)) return { plan: yield* keep(made.plan, store) };
    if (answer === undefined || answer === KEEP || answer === "" || /^no?$/i.test(answer) || remarks >= REMARKS_MAX)
      return { outcome: yield* keepDraft(made.plan, store) };
    yield { type: "prompt", text: answer, origin: "steer" };
  }
}

async function* keep(made: Plan, store: PlanStore): AsyncGenerator<AgentEvent, Plan> {
  const kept = await store.create(made);
  const text = `plan ${kept.id}: ${kept.steps.length} ${kept.steps.length === 1 ? "step" : "steps"}, ${store.show(kept.id)}`;
  yield { type: "plan-update", planId: kept.id, status: kept.status, detail: { plan: kept, text } };
  return kept;
}

async function* keepDraft(made: Plan, store: PlanStore): AsyncGenerator<AgentEvent, Outcome> {
  const kept = yield* keep(made, store);
  const text = `${renderPlan(kept)}\nIt is a draft in ${store.show(kept.id)}: edit it, then \`waymark plan run ${kept.id}\`.`;
  return { kind: "done", text };
}

async function* runRecord(
  opened: PlanRecord,
  parts: AgentParts,
  { replanning = true, resolutions = new Map() }: RunPlanOptions,
): AsyncGenerator<AgentEvent, Outcome> {
  try {
    // Tools are judged step by step; an agent that cannot change anything would say so, and its step would count as completed.
    if (parts.policy().mode === "plan" && opened.plan.steps.some(({ tool }) => tool === AGENT_STEP))
      return { kind: "failed", text: `Plan ${opened.plan.id} is not run: ${ONLY_LOOKS}` };
    if (!(await isAgreed(opened, parts))) {
      const left = opened.plan.status === "draft" ? "it stays a draft" : "it stays as it is";
      return { kind: "done", text: `${renderPlan(opened.plan)}\nNot run: ${left}.` };
    }
    const record = agreedTo(opened, parts);
    const problems = structureProblems(record.plan);
    if (problems.length > 0) {
      const status = "blocked";
      record.save({ ...record.plan, status, error: problems.join(" ") }, { mustReachDisk: true });
      yield { type: "plan-update", planId: record.plan.id, status, detail: { text: problems.join(" ") } };
      return { kind: "failed", text: `Plan ${record.plan.id} cannot be run: ${problems.join(" ")} Mend the file.` };
    }
    const { plan: ended, stopped } = yield* executePlan({ record, parts, replanning, resolutions });
    return outcomeOf(ended, stopped);
  } finally {
    opened.close();
  }
}

/** It may go on as it is now without another question. */
function agreedTo(record: PlanRecord, { clock }: AgentParts): PlanRecord {
  if (isSealed(record)) return record;
  const approved = { at: new Date(clock.now()).toISOString(), steps: approvalSeal(record.plan, record.seal) };
  return { ...record, plan: { ...record.plan, approved } };
}

const isSealed = ({ plan: { approved }, plan, seal }: PlanRecord): boolean =>
  approved?.steps === approvalSeal(plan, seal);

/**
 * A plan that this person did not approve as it is now, how far ever somebody says it has come, is shown to them first; with nobody
 * there its start is its approval.
 */
async function isAgreed(record: PlanRecord, { ports, signal }: AgentParts): Promise<boolean> {
  const { plan: current } = record;
  if (isSealed(record)) return true;
  const question = `${renderWholePlan(current)}Run this plan?`;
  const answer = (await ports.asker.ask({ question, options: [RUN, KEEP] }, signal))?.trim();
  return goesOnUnanswered(answer, ports.asker) || isYes(answer);
}

const isYes = (answer = ""): boolean => answer === RUN || /^y(es)?$/i.test(answer);

const resuming = ({ id }: Plan): string => `\`waymark plan resume ${id}\` (in a session: \`/plan resume ${id}\`)`;

/** How the plan ended: the answer of its last step that gives one, or the list with the reason. */
function outcomeOf(ended: Plan, stopped: Outcome | undefined): Outcome {
  const list = renderPlan(ended);
  if (stopped?.kind === "cancelled") return { kind: "cancelled", text: `${list}\nGo on with ${resuming(ended)}.` };
  if (stopped) return { ...stopped, text: `${list}\n${stopped.text}` };
  if (ended.status === "completed") {
    const last = ended.steps.findLast((step) => step.status === "completed");
    const answers = last && asksModel(last) ? last.result : undefined;
    const head = `Plan ${ended.id} completed: ${progressLine(ended)}`;
    return { kind: "done", text: answers ? `${answers}\n\n${head}` : list };
  }
  const is = ended.status === "failed" ? "it has failed" : `it is ${ended.status}`;
  return {
    kind: "failed",
    text: `${list}\nThe plan could not be completed: ${is}. Mend it and go on with ${resuming(ended)}.`,
  };
}

function lastPrompt({ history }: AgentParts): string {
  const prompt = history.findLast((event) => event.type === "prompt" && event.origin === "user");
  return prompt?.type === "prompt" ? prompt.text : "";
}

function requireStore({ plans }: AgentParts): PlanStore {
  if (!plans) throw new Error("this run has nowhere to keep plans");
  return plans;
}
