import type { PermissionPolicy } from "../permissions/decide.ts";
import type { CallResult } from "../protocol/event.ts";
import type { CallParts } from "./agent-parts.ts";
import { newInstructions } from "./deeper-instructions.ts";
import type { PreparedCall, ReadyCall } from "./prepare-call.ts";

/** How a result begins whose call was not permitted. */
export const NOT_ALLOWED = "Not allowed: ";

/**
 * What the model reads below a result besides what the call gave: the instructions of folders that it came into, or what mended
 * such a failure before. What was not permitted teaches nothing: a way round it is no remedy.
 * @param told  the files of instructions that calls of this wave have told; grows
 */
export async function toldBelow(
  item: PreparedCall | undefined,
  result: CallResult,
  parts: CallParts,
  told: Set<string>,
): Promise<string> {
  const { remedies } = parts;
  const isRefused = result.failed && result.text.startsWith(NOT_ALLOWED);
  if (remedies === undefined || item === undefined || isRefused)
    return result.failed ? "" : newInstructions(item, parts, told);
  const accesses = item.kind === "ready" ? item.intent.accesses : [];
  const remedy = await remedies.settled({ call: item.call, accesses, result });
  if (!result.failed) return newInstructions(item, parts, told);
  return remedy === "" ? "" : `\n${remedy}`;
}

/** Where nobody can answer: the mode that would not ask. */
export async function allowedMode({ call, intent }: ReadyCall, policy: PermissionPolicy) {
  if (!policy.isAlone || policy.mode !== "default") return {};
  const { decide } = await import("../permissions/decide.ts");
  const { verdict } = await decide(call.name, intent, acceptingEdits(policy));
  return verdict === "allow" ? { allowingMode: "acceptEdits" as const } : {};
}

/** The policy in the mode that asks less, whose name a refusal tells; what is no question of the mode stays as it is. */
export function acceptingEdits({ within, ...policy }: PermissionPolicy): PermissionPolicy {
  const mode = policy.mode === "default" ? "acceptEdits" : policy.mode;
  return { ...policy, mode, ...(within === undefined ? {} : { within: acceptingEdits(within) }) };
}
