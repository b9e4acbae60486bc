import type { PermissionPolicy } from "./decide.ts";
import type { Decision } from "./decision.ts";

/** How a result begins whose call was not permitted. */
export const NOT_ALLOWED = "Not allowed: ";

/** What a model is told of a call that may not be made, in one or two lines: why, how it may go on, and which rule would allow it. */
export function refusalText({ reason, instead, wouldAllow, proposal, isAskedByRule }: Decision): string {
  if (isAskedByRule) return `${reason}. ${ANSWERED_BY_PERSON}\n${instead ?? WAY}`;
  const rule = wouldAllow ?? proposal;
  const way = instead ?? WAY;
  return `${reason}.${rule === undefined ? "" : ` Whoever starts the run can allow it with --allowedTools '${rule}'.`}\n${way}`;
}

const WAY = "Do not retry it; find another way or say what you need.";
const ANSWERED_BY_PERSON =
  "A rule that asks is above every rule that allows: a person answers it, or whoever starts the run takes it out of the rules.";

/** The policy in the mode that asks less, whose name a refusal tells; what is no question of the mode stays as it is. */
export function acceptingEdits({ within, ...policy }: PermissionPolicy): PermissionPolicy {
  const mode = policy.mode === "default" ? "acceptEdits" : policy.mode;
  return { ...policy, mode, ...(within === undefined ? {} : { within: acceptingEdits(within) }) };
}
