import { NOT_ALLOWED } from "../permissions/refusal.ts";
import type { CallResult } from "../protocol/event.ts";
import type { CallParts } from "./agent-parts.ts";
import { newInstructions, type ToldBelow } from "./deeper-instructions.ts";
import type { PreparedCall } from "./prepare-call.ts";

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
): Promise<ToldBelow> {
  const { remedies } = parts;
  const isRefused = result.failed && result.text.startsWith(NOT_ALLOWED);
  if (remedies === undefined || item === undefined || isRefused)
    return result.failed ? { text: "" } : newInstructions(item, parts, told);
  const accesses = item.kind === "ready" ? item.intent.accesses : [];
  const remedy = await remedies.settled({ call: item.call, accesses, result });
  if (!result.failed) return newInstructions(item, parts, told);
  return { text: remedy === "" ? "" : `\n${remedy}` };
}
