import { isObject } from "../../base/is-object.ts";
import { type Phrase, phrase, type Words } from "../../base/phrase.ts";
import type { PlanStatus, StepStatus } from "../../core/protocol/plan.ts";

/** How a plan or a step of one stands; in English as plan files spell it. */
const STATES: Readonly<Record<PlanStatus | StepStatus, Phrase>> = {
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

const stateOf = (status: string): Words => (Object.hasOwn(STATES, status) ? STATES[status as StepStatus] : status);

/** What a change of a plan says to whoever watches it. Nothing of what an update carries is taken for granted. */
export function planNews(planId: string, status: string, detail: unknown): Words {
  const { step, revision, text } = isObject(detail) ? detail : {};
  if (isObject(step)) {
    const why = typeof step["error"] === "string" && step["error"] !== "" ? `: ${step["error"]}` : "";
    return phrase`${String(step["id"])}: ${stateOf(String(step["status"]))}${why}`;
  }
  if (isObject(revision))
    return phrase`plan ${planId}: changed (${String(revision["action"])}): ${String(revision["reason"])}`;
  const head = `plan ${planId}: ${status}`;
  if (typeof text !== "string") return phrase`plan ${planId}: ${stateOf(status)}`;
  return text.startsWith(head) ? phrase`plan ${planId}: ${stateOf(status)}${text.slice(head.length)}` : text;
}
