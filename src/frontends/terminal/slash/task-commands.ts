import { spokenText } from "../../../app/words/spoken.ts";
import type { AgentAtWork } from "../../../core/ports/agents.ts";
import type { BackgroundProcess } from "../../../core/ports/processes.ts";
import { cleanText } from "../clean-event.ts";
import { shortNumber } from "../panels/status-line.ts";
import { words } from "../words/words.ts";
import type { BuiltInCommand, SlashContext } from "./slash-command.ts";

const PROMPT_CHARS = 80;
const OUTPUT_LINES = 40;
const ASIDE_MS_MAX = 120_000;

export const TASK_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: "agents",
    whileRunning: true,
    async run(_, { house, say }) {
      const { agents, problems } = await house.agents();
      const lines = [...agents.values()].map(
        ({ name, description, origin }) => `- \`${name}\` (${origin}) ${spokenText(description)}`,
      );
      say([...lines, ...problems.map(({ path, problem }) => `- \`${path}\`: ${problem}`)].map(cleanText).join("\n"));
    },
  },
  {
    name: "tasks",
    atTerminal: {},
    aliases: ["ps", "bashes"],
    argument: "[ID | tell ID TEXT | stop ID]",
    whileRunning: true,
    complete: (_, { agent }) => [...agent.commands.list(), ...agent.subAgents.list()].map(({ id }) => id),
    async run(argument, context) {
      const [word = "", id = "", ...text] = argument.split(/\s+/);
      if (word === "tell" && text.length > 0) return tell(id, text.join(" "), context);
      if (word === "stop" && id !== "") return stop(id, context);
      if (word !== "") return show(word, context);
      const { agent, say, sayLines } = context;
      const lines = [...agent.commands.list().map(commandLine), ...agent.subAgents.list().map(lineOf)];
      if (lines.length === 0) say(words("tasks.none"));
      else sayLines(lines);
    },
  },
  {
    name: "btw",
    aliases: ["side", "ask"],
    argument: "QUESTION",
    whileRunning: true,
    run(argument, context) {
      if (argument === "") return context.warn(words("aside.usage"));
      context.say(words("aside.asked"));
      context.later(askAside(argument, context));
    },
  },
  {
    name: "background",
    atTerminal: {},
    aliases: ["bg"],
    whileRunning: true,
    run: (_, { toBackground, say }) => say(movedText(toBackground())),
  },
];

async function askAside(question: string, { agent, say }: SlashContext): Promise<void> {
  const { text, usage, costUsd, isCostUnknown } = await agent.aside(question, AbortSignal.timeout(ASIDE_MS_MAX));
  const cost = isCostUnknown ? words("status.priceUnknown") : `$${costUsd.toFixed(4)}`;
  const { inputTokens, outputTokens } = usage;
  const counts = { input: shortNumber(inputTokens), output: shortNumber(outputTokens), cost };
  say(words("aside.answer", { answer: text, question: oneLine(question), ...counts }));
}

/** What became of a wish to send to the background. */
export function movedText(ids: readonly string[]): string {
  return ids.length === 0 ? words("background.nothing") : words("background.moved", { ids: ids.join(", ") });
}

function commandLine({ id, command, state, exitCode }: BackgroundProcess): string {
  const told = state === "running" ? words("tasks.running") : words("tasks.exited", { code: exitCode ?? "?" });
  return `- ${id} ${told}: ${oneLine(command)}`;
}

function lineOf({ id, state, steps, costUsd, prompt }: AgentAtWork): string {
  const cost = costUsd === 0 ? "" : `, $${costUsd.toFixed(4)}`;
  return `- ${id} ${words(`tasks.${state}`)}, ${words("tasks.steps", { steps })}${cost}: ${oneLine(prompt)}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").slice(0, PROMPT_CHARS);

function show(id: string, { agent, say, sayLines, warn, runTool }: SlashContext): void {
  const command = agent.commands.list().find((one) => one.id === id);
  if (command) {
    sayLines([commandLine(command)]);
    return runTool("shell_output", { handle: command.handle, offset: -OUTPUT_LINES }, { isExpanded: true });
  }
  const found = agent.subAgents.list().find((one) => one.id === id);
  if (!found) return warn(words("tasks.unknown", { id }));
  sayLines([lineOf(found)]);
  if (found.answer !== "") say(found.answer);
}

function tell(id: string, text: string, { agent, say, warn }: SlashContext): void {
  if (agent.subAgents.tell(id, text)) say(words("tasks.told", { id }));
  else warn(words("tasks.unknown", { id }));
}

async function stop(id: string, { agent, say, warn }: SlashContext): Promise<void> {
  const ended = (await agent.commands.stop(id)) ?? (await agent.subAgents.stop(id));
  if (ended) say(words("tasks.ended", { id }));
  else warn(words("tasks.unknown", { id }));
}
