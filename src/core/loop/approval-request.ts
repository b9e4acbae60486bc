import { type Decision, decide, type PermissionPolicy } from "../permissions/decide.ts";
import type { ApprovalRequest } from "../ports/person.ts";
import type { Display } from "../protocol/display.ts";
import type { ReadyCall } from "./prepare-call.ts";

/** What whoever answers is told of a call that policy asks about. Where nobody can answer, the mode that asks less is looked for. */
export async function approvalRequest(
  { call, intent }: ReadyCall,
  { display, decision }: { readonly display: Display; readonly decision: Decision },
  policy: PermissionPolicy,
): Promise<ApprovalRequest> {
  const asked = { call, display, decision };
  if (!policy.isAlone || policy.mode !== "default") return asked;
  const { verdict } = await decide(call.name, intent, acceptingEdits(policy));
  return verdict === "allow" ? { ...asked, allowingMode: "acceptEdits" } : asked;
}

function acceptingEdits({ within, ...policy }: PermissionPolicy): PermissionPolicy {
  const mode = policy.mode === "default" ? "acceptEdits" : policy.mode;
  return { ...policy, mode, ...(within === undefined ? {} : { within: acceptingEdits(within) }) };
}
