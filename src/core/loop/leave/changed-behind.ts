import { decidedPaths, type PathLooks } from "../../permissions/decided-paths.ts";
import type { Processes } from "../../ports/processes.ts";
import type { ToolCall } from "../../protocol/event.ts";

/**
 * Why a person's yes to a change would not be worth it. What starts programs is kept from a command of the background by a mount that falls when the
 * file is replaced, or is not there for a new one, and the command may hold that file open from before: it could write there what nobody saw.
 * @returns undefined where nothing in the background could
 */
export function changedBehind(
  { name }: ToolCall,
  looks: PathLooks,
  processes: Pick<Processes, "list">,
): string | undefined {
  const target = decidedPaths(looks, name).find(({ use, lifts }) => use !== "read" && lifts.includes("protected"));
  if (target === undefined) return undefined;
  const running = processes.list().filter(({ state, changesFiles }) => state === "running" && changesFiles);
  if (running.length === 0) return undefined;
  const commands = running.map(({ id, command }) => `${id} (${command})`).join(", ");
  return `Nothing was done: ${target.path} starts programs or configures an agent, and what runs in the background could change it behind the user's yes: ${commands}. End that with shell_stop, make this call again, and start it anew.`;
}
