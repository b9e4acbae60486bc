import { type Access, collide } from "../permissions/accesses.ts";
import type { PermissionPolicy } from "../permissions/decide.ts";
import { scheduledAccesses } from "../permissions/scheduled.ts";
import type { PreparedCall } from "./prepare-call.ts";

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
