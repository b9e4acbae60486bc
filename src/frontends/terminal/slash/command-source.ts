import type { Agent } from "../../../app/agent.ts";
import { customCommands, untrustedCommand } from "../../../app/knowledge/custom-commands.ts";
import type { House } from "../../../app/open-house.ts";
import { spoken } from "../../../app/words/spoken.ts";
import { allCommands, findCommand, unknownCommandText } from "./index.ts";
import type { CommandSource, SlashCommand } from "./slash-command.ts";

const STALE_MS = 1_000;

/** The commands of a session, read from the disk. */
export function commandSource(house: House, agent: Agent): CommandSource {
  let read: readonly SlashCommand[] = [];
  let readMs = Number.NEGATIVE_INFINITY;
  const now = (): readonly SlashCommand[] => {
    read = allCommands(customCommands(house), agent.knowledge.skills);
    readMs = performance.now();
    return read;
  };
  const find = (name: string): SlashCommand | string => {
    const commands = now();
    return findCommand(commands, name) ?? spoken(untrustedCommand(house, name) ?? unknownCommandText(commands, name));
  };
  return { now, find, recent: () => (performance.now() - readMs < STALE_MS ? read : now()) };
}
