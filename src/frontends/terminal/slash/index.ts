import type { CustomCommand } from "../../../app/custom-commands.ts";
import { fillTemplate } from "../../../app/custom-commands.ts";
import { AGENT_COMMANDS } from "./agent-commands.ts";
import { CODE_COMMANDS } from "./code-commands.ts";
import { SESSION_COMMANDS } from "./session-commands.ts";
import type { SlashCommand } from "./slash-command.ts";
import { VIEW_COMMANDS } from "./view-commands.ts";

/** Everything that can follow a slash. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  ...VIEW_COMMANDS,
  ...SESSION_COMMANDS,
  ...AGENT_COMMANDS,
  ...CODE_COMMANDS,
];

/** The built-in commands and those from files; a file cannot take a built-in's name. */
export function allCommands(custom: readonly CustomCommand[]): readonly SlashCommand[] {
  const taken = new Set(SLASH_COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  return [...SLASH_COMMANDS, ...custom.filter(({ name }) => !taken.has(name)).map(fromFile)];
}

function fromFile({ name, summary, template }: CustomCommand): SlashCommand {
  return {
    name,
    summary,
    argument: "[ARGUMENTS]",
    run: (argument, { prompt }) => prompt(fillTemplate(template, argument)),
  };
}

export function findCommand(commands: readonly SlashCommand[], name: string): SlashCommand | undefined {
  return commands.find((command) => command.name === name) ?? commands.find(({ aliases }) => aliases?.includes(name));
}
