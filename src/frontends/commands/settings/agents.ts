import type { Command } from "commander";
import { type AgentLibrary, agentsForPeople } from "../../../app/agents/agent-files.ts";
import { spokenText } from "../../../app/words/spoken.ts";
import { counted, phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, subcommandOf } from "../in-house.ts";

interface AgentsFlags {
  readonly cd?: string;
  readonly json?: boolean;
}

/** `waymark agents list|show|check`. */
export function define(command: Command, context: CommandContext): void {
  const sub = (name: string, summary: string): Command => subcommandOf(command, name, summary);
  sub("list", "the sub-agents that can be given work here").action(async (flags: AgentsFlags) =>
    list(await open(flags, context), flags, context),
  );
  sub("show <name>", "one of them, whole").action(async (name: string, flags: AgentsFlags) =>
    show(await open(flags, context), name, flags, context),
  );
  sub("check", "what is wrong with their files; exits 1 when something is").action(async (flags: AgentsFlags) =>
    check(await open(flags, context), flags, context),
  );
}

/** A person sees the project's agents also where the folder is not trusted; a model does not, and that is said. */
async function open(flags: AgentsFlags, context: CommandContext): Promise<AgentLibrary> {
  const { library, hidesFromModels } = await inHouse(context, flags, agentsForPeople);
  if (hidesFromModels)
    context.error(
      phrase`waymark: models do not see the project's agents until you trust it: \`waymark config trust\`.\n`,
    );
  return library;
}

function list({ agents }: AgentLibrary, flags: AgentsFlags, { out, json }: CommandContext): void {
  const all = [...agents.values()];
  if (flags.json) return json(all, { indent: 2 });
  const width = Math.max(...all.map(({ name }) => name.length)) + 2;
  for (const { name, origin, description } of all)
    out(`${name.padEnd(width)}${origin.padEnd(10)}${spokenText(description).slice(0, 100)}\n`);
}

function show({ agents }: AgentLibrary, name: string, flags: AgentsFlags, { out, json }: CommandContext): void {
  const agent = agents.get(name);
  if (!agent)
    throw new UserError(phrase`There is no agent "${name}"; \`waymark agents list\` shows them.`, EXIT.badInput);
  if (flags.json) return json(agent, { indent: 2 });
  const { description, origin, path = "built-in", tools, model = "inherit", permissionMode = "as the session" } = agent;
  out(
    phrase`# Agent: ${name}\n\n${spokenText(description)}\nSource: ${path === "built-in" ? path : `${path} (${origin})`}\n`,
  );
  out(
    phrase`Tools: ${tools?.join(", ") ?? "as the session"}\nModel: ${model}\nMode: ${permissionMode}\n\n${agent.prompt}\n`,
  );
}

function check({ agents, problems }: AgentLibrary, flags: AgentsFlags, context: CommandContext): void {
  if (problems.length > 0) context.exit(EXIT.failed);
  if (flags.json) return context.json(problems, { indent: 2 });
  if (problems.length === 0)
    return context.out(
      counted(agents.size, phrase`1 agent, nothing wrong.\n`, phrase`${agents.size} agents, nothing wrong.\n`),
    );
  for (const { path, problem } of problems) context.out(`${path}: ${problem}\n`);
}
