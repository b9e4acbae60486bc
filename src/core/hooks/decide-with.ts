import type { ReadyCall } from "../loop/prepare-call.ts";
import { decide, type PermissionPolicy } from "../permissions/decide.ts";
import type { Decision } from "../permissions/decision.ts";
import type { HookAnswer } from "../ports/hooks.ts";

/**
 * What policy says of a call, with the word of a hook on it: a hook can refuse what policy allows, have it asked, and answer a
 * question in the person's place as far as bypassPermissions would; never more.
 */
export async function decideWith(
  { call, intent }: ReadyCall,
  word: HookAnswer["permission"],
  policy: PermissionPolicy,
): Promise<Decision> {
  const decision = await decide(call.name, intent, policy);
  if (word === undefined || decision.verdict === "deny") return decision;
  if (word.verdict === "deny") return { verdict: "deny", reason: `a hook refused it: ${word.reason}` };
  if (word.verdict === "ask" && decision.verdict === "allow")
    return { verdict: "ask", reason: `a hook wants a person asked: ${word.reason}` };
  if (word.verdict !== "allow" || decision.verdict !== "ask" || decision.rule !== undefined) return decision;
  const widest = await decide(call.name, intent, { ...policy, mode: "bypassPermissions" });
  return widest.verdict === "allow" ? { verdict: "allow", reason: `a hook allowed it: ${word.reason}` } : decision;
}
