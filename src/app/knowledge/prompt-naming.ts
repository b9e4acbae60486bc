import { errorText } from "../../base/error-text.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { Skill } from "../../core/knowledge.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";
import type { Agent } from "../agent.ts";
import type { House } from "../open-house.ts";
import { type Prompt, writtenPrompt } from "../prompt-text.ts";
import { type CustomCommand, customCommands, fillTemplate, untrustedCommand } from "./custom-commands.ts";
import { loadedSkill } from "./loaded-skill.ts";
import { attachMentions } from "./mentions.ts";

const SHELL_CALLS_MAX = 20;
/** `!` and a command in backticks: its output stands in its place. */
const SHELL_CALL = /!`([^`\n]+)`/g;
const COMMAND = /^\/([A-Za-z0-9][A-Za-z0-9:_-]*)(?:\s+([\s\S]*))?$/;

/** Where a prompt is written: an agent in its house. */
export interface Writing {
  readonly house: House;
  readonly agent: Agent;
  /** Files that any prompt names by `@` are put behind it, not only those of commands. */
  readonly attaches?: boolean;
  /** Takes what a person should know. */
  tell(notice: string): void;
}

/** What is at hand after a slash in a house. */
export interface OfferedCommand {
  readonly name: string;
  readonly description: string;
  readonly argumentHint: string;
}

/** Commands of files, then skills that take no command's name. */
export function offeredCommands({ house, agent }: Pick<Writing, "house" | "agent">): readonly OfferedCommand[] {
  const commands = customCommands(house).map(({ name, summary, argumentHint = "" }) => ({
    ...{ name, description: summary, argumentHint },
  }));
  const taken = new Set(commands.map(({ name }) => name));
  const skills = agent.knowledge.skills.filter(({ name }) => !taken.has(name) && COMMAND.test(`/${name}`));
  return [...commands, ...skills.map(({ name, description }) => ({ name, description, argumentHint: "[what to do]" }))];
}

/** Runs a prompt in which a command, a skill or files are named, as {@link promptWritten}. */
export async function* promptNaming(
  text: string,
  writing: Writing,
  run: (prompt: Prompt) => AsyncIterable<AgentEvent>,
): AsyncGenerator<AgentEvent, void> {
  const { agent } = writing;
  const found = commandIn(text, writing);
  if (found === undefined) return yield* run(writing.attaches ? await withFiles(text, writing) : writtenPrompt(text));
  if (found.kind === "skill") {
    const prompt = await withFiles(skillPrompt(found.skill, found.argument), writing);
    return yield* run({ ...prompt, written: text });
  }
  const { command, argument } = found;
  const takeBack = agent.rules.allow(await leaveOf(command, agent));
  const before = agent.modelId;
  const isOther = await useModel(command, writing);
  try {
    yield* run(await commandPrompt(command, argument, writing));
  } finally {
    takeBack();
    if (isOther) await agent.useModel(before);
  }
}

/** In our names of tools. */
async function leaveOf({ allow }: CustomCommand, { toolNames }: Agent): Promise<readonly string[]> {
  if (allow.length === 0) return [];
  const { ruleInOurNames } = await import("../settings/rule-names.ts");
  return allow.flatMap((rule) => ruleInOurNames(rule, toolNames));
}

type FoundCommand =
  | { readonly kind: "command"; readonly command: CustomCommand; readonly argument: string }
  | { readonly kind: "skill"; readonly skill: Skill; readonly argument: string };

function commandIn(text: string, { house, agent }: Writing): FoundCommand | undefined {
  const [, name, argument = ""] = COMMAND.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  const commands = customCommands(house);
  const command = commands.find((one) => one.name === name);
  if (command) return { kind: "command", command, argument };
  const skill = agent.knowledge.skills.find((one) => one.name === name);
  if (skill) return { kind: "skill", skill, argument };
  const untrusted = untrustedCommand(house, name);
  if (untrusted) throw new UserError(untrusted, EXIT.badInput);
  return undefined;
}

/** The prompt that a command of a file stands for. Its shell commands go the way of a model's: policy has its say on each. */
export async function commandPrompt(
  { template }: Pick<CustomCommand, "template">,
  argument: string,
  writing: Writing,
): Promise<Prompt> {
  const outputs: string[] = [];
  // Outputs and what they mention are data: they are put in when nothing is looked for any more.
  const marked = template.replace(SHELL_CALL, (_, command: string) => `\u0000${outputs.push(command) - 1}\u0000`);
  const filled = await withFiles(fillTemplate(marked, argument.replaceAll("\u0000", "")), writing);
  for (const [index, command] of outputs.entries())
    outputs[index] =
      index < SHELL_CALLS_MAX
        ? await outputOf(fillTemplate(command, argument, { appends: false }), writing)
        : `(not run: a command of a file may run ${SHELL_CALLS_MAX})`;
  const text = filled.text.replace(/\u0000(\d+)\u0000/g, (_, index: string) => outputs[Number(index)] ?? "");
  return { ...filled, written: fillTemplate(template.replace(SHELL_CALL, ""), argument), text };
}

async function outputOf(command: string, { agent, tell }: Writing): Promise<string> {
  for await (const event of agent.callTool("shell", { command })) {
    if (event.type === "approval" && !event.allowed) tell(`not run: ${command}: ${event.why.split("\n", 1)[0]}`);
    if (event.type === "call-end") return event.result.text;
  }
  return "";
}

async function useModel({ name, model }: CustomCommand, { agent, tell }: Writing): Promise<boolean> {
  if (model === undefined || model === "inherit") return false;
  try {
    await agent.useModel(/^claude-/.test(model) ? `anthropic/${model}` : model);
    return true;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    tell(
      `/${name} is for the model ${model}, which cannot be used here: ${errorText(error)} It goes on with ${agent.modelId}.`,
    );
    return false;
  }
}

async function withFiles(text: string, { agent, tell }: Writing): Promise<Prompt> {
  if (!text.includes("@")) return writtenPrompt(text);
  const prompt = await attachMentions(text, agent.workspace, { reader: agent, suggest: async () => [] });
  for (const notice of prompt.notices) tell(notice);
  return { ...prompt, written: text };
}

function skillPrompt(skill: Skill, argument: string): string {
  const ask = argument === "" ? `Follow the skill ${skill.name}.` : `Follow the skill ${skill.name}: ${argument}`;
  // Without the long name, `$1` is code of the skill's own.
  const body = skill.body.includes("$ARGUMENTS") ? fillTemplate(skill.body, argument) : skill.body;
  return `${loadedSkill({ ...skill, body })}\n\n${ask}`;
}
