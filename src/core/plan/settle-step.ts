import type { Access } from "../permissions/accesses.ts";
import type { AgentEvent } from "../protocol/event.ts";
import { AGENT_STEP, type PlanStep } from "../protocol/plan.ts";
import type { PlanRecord, StepEffects } from "./plan-store.ts";
import { runCheck, runPlanStep, type StepEnd, type StepWork } from "./run-plan-step.ts";
import { touchesWorld } from "./step-queue.ts";

/** What a person has said about an interrupted step: it has happened, or it is to be done again. */
export type Resolution = "done" | "again";

const IT_HAPPENED = "It was done: go on after it";
const DO_AGAIN = "Do it again";
const STOP_HERE = "Neither: leave it blocked";

export interface SettleWork extends Omit<StepWork, "effects"> {
  readonly record: PlanRecord;
  /** The step was under way when an earlier process ended. */
  readonly wasInterrupted: boolean;
  readonly resolution: Resolution | undefined;
  /** Notes a new attempt on disk, before it begins. */
  readonly beginAttempt: () => Promise<number>;
  /** The attempt that was interrupted. */
  readonly attempt: number;
}

/**
 * A step from its start, or from where a crash left it, to its end. What was interrupted is looked at before it is
 * repeated: its notes answer for what was done; where they cannot, its check does, then its own word that repeating
 * does no harm, then the person; with nobody to ask it stays undecided.
 */
export async function* settleStep(work: SettleWork): AsyncGenerator<AgentEvent, StepEnd> {
  if (!work.wasInterrupted) return yield* attempt(work);
  const effects = work.record.effects(work.step.id, work.attempt);
  if (work.resolution === "done") return { kind: "completed", output: "" };
  if (work.resolution === "again") return yield* again(work, effects);
  const unseen = unseenEffect(work.step, work.accesses, effects);
  if (unseen !== undefined) return yield* inspect(work, effects, unseen);
  const end = yield* runPlanStep({ ...work, effects });
  if (end.kind === "undecided") return yield* inspect(work, effects, end.why);
  return end;
}

async function* attempt(work: SettleWork): AsyncGenerator<AgentEvent, StepEnd> {
  const number = await work.beginAttempt();
  return yield* runPlanStep({ ...work, effects: work.record.effects(work.step.id, number) });
}

async function* again(work: SettleWork, effects: StepEffects): AsyncGenerator<AgentEvent, StepEnd> {
  effects.clear();
  return yield* attempt(work);
}

/** Something that no notes tell of: calls of an agent, and what goes over the network. */
function unseenEffect(step: PlanStep, accesses: readonly Access[], effects: StepEffects): string | undefined {
  if (step.tool === AGENT_STEP) return effects.wasTouched() ? "its agent had begun to change things" : undefined;
  return touchesWorld(accesses) && accesses.some((access) => access.kind === "network")
    ? "it may have reached the network"
    : undefined;
}

async function* inspect(work: SettleWork, effects: StepEffects, why: string): AsyncGenerator<AgentEvent, StepEnd> {
  const { step, parts } = work;
  if (step.check !== undefined) {
    const failure = yield* runCheck(work, "");
    if (failure?.kind === "cancelled") return failure;
    if (failure === undefined) return { kind: "completed", output: "Interrupted, and its check holds: it was done." };
    return yield* again(work, effects);
  }
  if (step.idempotent) return yield* again(work, effects);
  const question = `Step ${step.id} (${step.title}) was interrupted and ${why}. Nobody can say whether it was done.`;
  const answer = await parts.ports.asker.ask({ question, options: [IT_HAPPENED, DO_AGAIN, STOP_HERE] }, parts.signal);
  if (answer === IT_HAPPENED) return { kind: "completed", output: "" };
  if (answer === DO_AGAIN) return yield* again(work, effects);
  return { kind: "undecided", why };
}
