import type { CommandResult } from "../../core/ports/processes.ts";
import type { KeptOutput } from "./kept-output.ts";
import type { RunningCommand } from "./running-command.ts";
import type { SandboxPlan } from "./sandbox-plan.ts";

/** One try of a command in its sandbox; without an exit code it runs. */
export interface Try {
  readonly output: KeptOutput;
  readonly errors: KeptOutput;
  readonly result: Pick<CommandResult, "exitCode">;
  readonly running: Pick<RunningCommand, "hasBegun">;
}

/** Where programs come and go, so do the sockets that they listen on. */
const TRIES_MAX = 5;

/** What is to be covered may go away between the look for it and the mount, and bubblewrap starts nothing then: it is tried anew with what is there now. */
export async function laidOut<One extends Try>(attempt: () => Promise<One>, plan: SandboxPlan): Promise<One> {
  let last = await attempt();
  for (let tries = 1; tries < TRIES_MAX && (await wasNotLaidOut(last, plan)); tries++) last = await attempt();
  return last;
}

/** Waits until a command runs in its sandbox, or has ended without that. */
export async function layingOut({ hasBegun, ended }: Pick<RunningCommand, "hasBegun" | "ended">): Promise<void> {
  if (!(await hasBegun())) await ended;
}

/** What is said of a command that was not started, however often it was tried; nothing of any other. */
export const notLaidOutText = async (last: Try, plan: SandboxPlan): Promise<string> =>
  (await wasNotLaidOut(last, plan))
    ? `(The sandbox could not be laid out, as it was tried ${TRIES_MAX} times, and nothing was run: the path above was not there to be covered. Try again.)\n`
    : "";

/** The words are a command's to print as well: they only tell when to ask. */
const wasNotLaidOut = async ({ output, errors, result, running }: Try, { tier }: SandboxPlan): Promise<boolean> =>
  tier === "bubblewrap" &&
  result.exitCode === 1 &&
  /^bwrap: [^\n]*\n$/.test(output.text() + errors.text()) &&
  !(await running.hasBegun());
