import { type Access, leavesSandbox } from "./accesses.ts";
import type { PermissionPolicy } from "./decide.ts";

/**
 * The accesses of a call as they count for what may run beside it: a command that runs unasked and in every part only reads is a
 * reader of the working folder. Any other command still meets everything.
 */
export async function scheduledAccesses(
  tool: string,
  accesses: readonly Access[],
  policy: PermissionPolicy,
): Promise<readonly Access[]> {
  const scheduled: Access[] = [];
  const leaves = leavesSandbox(accesses);
  for (const access of accesses) {
    const judged =
      access.kind === "run" ? await policy.judgeCommand(tool, access.command, access.cwd, { leaves }) : undefined;
    scheduled.push(judged?.verdict === "allow" && judged.readsOnly ? { kind: "read", path: "." } : access);
  }
  return scheduled;
}
