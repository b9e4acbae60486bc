import type { CustomCommand } from "../../../app/knowledge/custom-commands.ts";
import { spoken } from "../../../app/words/spoken.ts";
import { didYouMean } from "../../../base/near-word.ts";
import type { Skill } from "../../../core/knowledge.ts";
import { words, wordsFor } from "../words/words.ts";
import { AGENT_COMMANDS } from "./agent-commands.ts";
import { CODE_COMMANDS } from "./code-commands.ts";
import { KNOWLEDGE_COMMANDS } from "./knowledge-commands.ts";
import { MARK_COMMANDS } from "./mark-commands.ts";
import { MODEL_COMMANDS } from "./model-commands.ts";
import { PLAN_COMMANDS } from "./plan-commands.ts";
import { SERVER_COMMANDS } from "./server-commands.ts";
import { SESSION_COMMANDS } from "./session-commands.ts";
import { skillCommands } from "./skill-commands.ts";
import type { BuiltInCommand, SlashCommand } from "./slash-command.ts";
import { TASK_COMMANDS } from "./task-commands.ts";
import { VIEW_COMMANDS } from "./view-commands.ts";

/** Everything that can follow a slash. */
export const SLASH_COMMANDS: readonly BuiltInCommand[] = [
  ...VIEW_COMMANDS,
  ...SESSION_COMMANDS,
  ...MODEL_COMMANDS,
  ...AGENT_COMMANDS,
  ...MARK_COMMANDS,
  ...TASK_COMMANDS,
  ...PLAN_COMMANDS,
  ...KNOWLEDGE_COMMANDS,
  ...SERVER_COMMANDS,
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
  const ours = kept.map((command) => ({ ...command, summary: wordsFor(`help.${command.name}`) ?? "" }));
  const withFiles = [...ours, ...untaken(custom.map(fromFile), ours)];
  return [...withFiles, ...untaken(skillCommands(skills), withFiles)];
}

function untaken(added: readonly SlashCommand[], commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const taken = new Set(namesOf(commands));
  return added.filter(({ name }) => !taken.has(name));
}

function fromFile(command: CustomCommand): SlashCommand {
  const { name, summary, argumentHint = "[ARGUMENTS]" } = command;
  return {
    name,
    summary,
    argument: argumentHint,
    async run(argument, { prompt, house, agent, warn }) {
      const { commandPrompt } = await import("../../../app/knowledge/prompt-naming.ts");
      prompt(await commandPrompt(command, argument, { house, agent, tell: warn }));
    },
  };
}

type Named = Pick<SlashCommand, "name" | "aliases">;

/** The one of that name, else the one that it is another word for. */
export const commandNamed = <Item extends Named>(commands: readonly Item[], name: string): Item | undefined =>
  commands.find((command) => command.name === name) ?? commands.find(({ aliases }) => aliases?.includes(name));

/** All words that stand for one of them. */
export const namesOf = (commands: readonly Named[]): readonly string[] =>
  commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

export function findCommand(commands: readonly SlashCommand[], name: string): SlashCommand | undefined {
  return commandNamed(commands, name) ?? (name.startsWith("mcp__") ? serverPrompt(name) : undefined);
}

/** Which prompts a server has is known when it runs; the session asks it. */
const serverPrompt = (name: string): SlashCommand => ({
  name,
  summary: "a prompt of a server",
  run: (argument, { prompt }) => prompt(`/${name} ${argument}`.trim()),
});

export function unknownCommandText(commands: readonly SlashCommand[], name: string): string {
  const elsewhere = wordsFor(`elsewhere.${name}`);
  if (elsewhere !== undefined) return elsewhere;
  const near = didYouMean(name, namesOf(commands), (one) => `/${one}`);
  return words("command.unknown", { name, near: spoken(near) });
}
