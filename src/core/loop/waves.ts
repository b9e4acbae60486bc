import { type Access, collide } from "../permissions/accesses.ts";
import type { PermissionPolicy } from "../permissions/decide.ts";
import { scheduledAccesses } from "../permissions/scheduled.ts";
import { type CallResult, failedResult } from "../protocol/event.ts";
import type { CallParts } from "./agent-parts.ts";
import type { PreparedCall, ReadyCall } from "./prepare-call.ts";

const CALLS_AT_ONCE_MAX = 8;

/** Consecutive calls that may run at the same time, in waves of at most {@link CALLS_AT_ONCE_MAX}. */
export async function wavesOf(
  prepared: readonly PreparedCall[],
  policy: PermissionPolicy,
): Promise<readonly (readonly PreparedCall[])[]> {
  if (prepared.length < 2) return [prepared];
  const waves: PreparedCall[][] = [];
  let taken: (readonly Access[])[] = [];
  for (const item of prepared) {
    const wave = waves.at(-1);
    const accesses =
      item.kind === "refused" ? [] : await scheduledAccesses(item.call.name, item.intent.accesses, policy);
    if (wave && wave.length < CALLS_AT_ONCE_MAX && !taken.some((other) => collide(other, accesses))) {
      wave.push(item);
      taken.push(accesses);
    } else {
      waves.push([item]);
      taken = [accesses];
    }
  }
  return waves;
}

/**
 * A wave without the commands that stand behind an edit that failed in the same reply: they were meant for the edited files. What only
 * reads goes on.
 * @param done  the calls of the reply and the results there are, in call order: those in front of the wave
 */
export async function heldBack(
  wave: readonly PreparedCall[],
  { calls, results }: { readonly calls: readonly PreparedCall[]; readonly results: readonly CallResult[] },
  parts: CallParts,
): Promise<readonly PreparedCall[]> {
  let failed = calls.findIndex((item, index) => results[index]?.failed && isEdit(item, parts));
  const kept: PreparedCall[] = [];
  for (const [index, item] of wave.entries()) {
    const isHeld = failed >= 0 && item.kind === "ready" && (await isCommand(item, parts));
    kept.push(isHeld ? { kind: "refused", call: item.call, result: failedResult(item.call, notRun(failed)) } : item);
    if (failed < 0 && item.kind === "refused" && isEdit(item, parts)) failed = results.length + index;
  }
  return kept;
}

const notRun = (failed: number): string =>
  `Not run, because the edit before it, call ${failed + 1} of this reply, failed. Mend that edit first, and send this one again behind it.`;

/** Of a call that came to no intent only its tool is known. */
function isEdit(item: PreparedCall, { tools }: CallParts): boolean {
  if (item.kind === "refused") return tools.get(item.call.name)?.acts === "changes";
  const { accesses } = item.intent;
  return accesses.some(({ kind }) => kind === "write") && !accesses.some(({ kind }) => kind === "run");
}

async function isCommand({ call, intent }: ReadyCall, { policy }: CallParts): Promise<boolean> {
  const accesses = await scheduledAccesses(call.name, intent.accesses, policy());
  return accesses.some(({ kind }) => kind === "run" || kind === "foreign");
}
