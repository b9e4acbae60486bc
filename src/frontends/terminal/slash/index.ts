import type { CustomCommand } from "../../../app/knowledge/custom-commands.ts";
import { fillTemplate } from "../../../app/knowledge/custom-commands.ts";
import { didYouMean } from "../../../base/near-word.ts";
import type { Skill } from "../../../core/knowledge.ts";
import { AGENT_COMMANDS } from "./agent-commands.ts";
import { CODE_COMMANDS } from "./code-commands.ts";
import { KNOWLEDGE_COMMANDS } from "./knowledge-commands.ts";
import { MODEL_COMMANDS } from "./model-commands.ts";
import { PLAN_COMMANDS } from "./plan-commands.ts";
import { SESSION_COMMANDS } from "./session-commands.ts";
import { skillCommands } from "./skill-commands.ts";
import type { SlashCommand } from "./slash-command.ts";
import { VIEW_COMMANDS } from "./view-commands.ts";

/** Everything that can follow a slash. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  ...VIEW_COMMANDS,
  ...SESSION_COMMANDS,
  ...MODEL_COMMANDS,
  ...AGENT_COMMANDS,
  ...PLAN_COMMANDS,
  ...KNOWLEDGE_COMMANDS,
  ...CODE_COMMANDS,
];

/**
 * The built-in commands, those from files, and the skills; a file can take only the name of a built-in that is no more
 * than a prompt, a skill none that is taken.
 */
export function allCommands(custom: readonly CustomCommand[], skills: readonly Skill[]): readonly SlashCommand[] {
  const kept = SLASH_COMMANDS.filter(
    ({ isReplaceable, name }) => !isReplaceable || !custom.some((command) => command.name === name),
  );
  const withFiles = [...kept, ...untaken(custom.map(fromFile), kept)];
  return [...withFiles, ...untaken(skillCommands(skills), withFiles)];
}

function untaken(added: readonly SlashCommand[], commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const taken = new Set(commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  return added.filter(({ name }) => !taken.has(name));
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

export function unknownCommandText(commands: readonly SlashCommand[], name: string): string {
  const names = commands.flatMap((command) => [command.name, ...(command.aliases ?? [])]);
  return `There is no command /${name}; ${didYouMean(name, names, (near) => `/${near}`)}/help lists them.`;
}
