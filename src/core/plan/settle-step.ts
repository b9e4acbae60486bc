import type { Access } from "../permissions/accesses.ts";
import type { AgentEvent } from "../protocol/event.ts";
import { AGENT_STEP } from "../protocol/plan.ts";
import type { StepEffects } from "./plan-store.ts";
import { runCheck, runPlanStep } from "./run-plan-step.ts";
import type { StepEnd, StepWork } from "./step-work.ts";

/** What a person has said about an interrupted step: it has happened, or it is to be done again. */
export type Resolution = "done" | "again";

const IT_HAPPENED = "It was done: go on after it";
const DO_AGAIN = "Do it again";
const STOP_HERE = "Neither: leave it blocked";

export interface SettleWork extends Omit<StepWork, "effects" | "inDoubt"> {
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
  const unseen = work.record.hasNotes ? unseenEffect(work.accesses) : "what it noted is not here";
  if (unseen !== undefined) return yield* inspect(work, effects, unseen);
  const end = yield* runPlanStep({ ...work, effects, inDoubt: "stop" });
  if (end.kind === "undecided") return yield* inspect(work, effects, end.why);
  return end;
}

async function* attempt(work: SettleWork): AsyncGenerator<AgentEvent, StepEnd> {
  const number = await work.beginAttempt();
  return yield* runPlanStep({ ...work, effects: work.record.effects(work.step.id, number), inDoubt: "stop" });
}

/** An agent is not started anew: it goes on where it was, and is told which call nobody can answer for. */
async function* again(work: SettleWork, effects: StepEffects): AsyncGenerator<AgentEvent, StepEnd> {
  if (work.step.tool === AGENT_STEP) return yield* runPlanStep({ ...work, effects, inDoubt: "tell" });
  effects.clear();
  return yield* attempt(work);
}

/** Something that no notes tell of: what goes over the network. */
function unseenEffect(accesses: readonly Access[]): string | undefined {
  return accesses.some((access) => access.kind === "network") ? "it may have reached the network" : undefined;
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
