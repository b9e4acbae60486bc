import { type Phrase, phrase, type Words } from "../../base/phrase.ts";
import type { PlanStatus, StepStatus } from "../../core/protocol/plan.ts";

/** How a plan or a step of one stands; in English as plan files spell it. */
export const PLAN_STATES: Readonly<Record<PlanStatus | StepStatus, Phrase>> = {
  draft: phrase`draft`,
  running: phrase`running`,
  pending: phrase`pending`,
  in_progress: phrase`in_progress`,
  completed: phrase`completed`,
  failed: phrase`failed`,
  skipped: phrase`skipped`,
  blocked: phrase`blocked`,
  cancelled: phrase`cancelled`,
};

/** One of them by its name, which may be that of a later version. */
export const stateOf = (status: string): Words =>
  Object.hasOwn(PLAN_STATES, status) ? PLAN_STATES[status as StepStatus] : status;
