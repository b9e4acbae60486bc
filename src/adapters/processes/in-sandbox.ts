import type { CommandRequest, CommandResult, ProgramStart } from "../../core/ports/processes.ts";
import { notingStart } from "./noting-start.ts";
import type { SandboxPlan, SandboxUse } from "./sandbox-plan.ts";
import { scratchStart } from "./scratch-start.ts";
import { limitedStart } from "./shell-start.ts";

interface Sandboxed {
  readonly sandbox?: SandboxUse;
}

/** The shell in all that is laid around it. */
export async function startFor(
  { inScratch, limits, notesFolder, isAgreed }: CommandRequest,
  shell: ProgramStart,
  plan: SandboxPlan,
  options: Sandboxed & { readonly root: string },
): Promise<ProgramStart> {
  const pushedTo = isAgreed ? (plan.confinement?.opensRepositories ?? []) : [];
  for (const path of pushedTo) options.sandbox?.agreedRepositories?.add(path);
  const placed = inScratch ? scratchStart(shell, options.root) : shell;
  return notingStart(await confined(limitedStart(placed, limits, plan), plan, options), notesFolder);
}

/** Known of what is proven to only read; of the rest its words and its output tell. */
export async function masksMet(
  { command, cwd }: CommandRequest,
  masked: readonly string[],
  { confinement, looksOnly }: SandboxPlan,
  { sandbox }: Sandboxed,
): Promise<readonly string[] | undefined> {
  if (masked.length === 0 || looksOnly || confinement === undefined || confinement.reads === "machine")
    return undefined;
  return sandbox?.masksMet?.(command, cwd, masked);
}

async function confined(
  start: ProgramStart,
  { confinement }: SandboxPlan,
  { sandbox }: Sandboxed,
): Promise<ProgramStart> {
  return confinement === undefined || sandbox === undefined
    ? start
    : sandbox.sandbox.confineInTurns(start, confinement);
}

export const refusedHosts = ({ sandbox }: Sandboxed): readonly string[] => sandbox?.sandbox.refusedHosts?.() ?? [];

export function describeRefused(places: readonly string[]): Pick<CommandResult, "refusedHosts"> {
  return places.length === 0 ? {} : { refusedHosts: [...new Set(places)] };
}
