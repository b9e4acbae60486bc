import type { Agent } from "../../../app/agent.ts";
import { describeChange, type UndoReport } from "../../../app/undo.ts";
import { PERMISSION_MODES } from "../../../core/permissions/decide.ts";
import { addUsage, NO_USAGE } from "../../../core/protocol/usage.ts";

export interface SlashContext {
  readonly agent: Agent;
  readonly write: (text: string) => void;
  leave: boolean;
}

export interface SlashCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  run(argument: string, context: SlashContext): void | Promise<void>;
}

/** What a person can say that is not for the model. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    name: "help",
    aliases: ["?"],
    summary: "shows this list",
    run(_, { write }) {
      for (const command of SLASH_COMMANDS) write(`/${command.name.padEnd(8)} ${command.summary}\n`);
      write("A line that ends with \\ goes on in the next one.\n");
    },
  },
  {
    name: "model",
    aliases: [],
    summary: "shows the model, or changes it: /model PROVIDER/ID",
    async run(argument, { agent, write }) {
      if (argument) await agent.useModel(argument);
      write(`${agent.modelId}\n`);
    },
  },
  {
    name: "mode",
    aliases: [],
    summary: `shows the permission mode, or changes it: ${PERMISSION_MODES.join(", ")}`,
    run(argument, { agent, write }) {
      const mode = PERMISSION_MODES.find((candidate) => candidate === argument);
      if (mode) agent.permissionMode = mode;
      else if (argument) return write(`There is no mode ${argument}; use ${PERMISSION_MODES.join(", ")}.\n`);
      write(`${agent.permissionMode}\n`);
    },
  },
  {
    name: "clear",
    aliases: ["reset", "new"],
    summary: "starts a new conversation; the old one is kept",
    run(_, { agent, write }) {
      agent.startAnew();
      write("A new conversation.\n");
    },
  },
  {
    name: "status",
    aliases: [],
    summary: "shows session, model, folder, tokens and cost",
    run(_, { agent, write }) {
      let usage = NO_USAGE;
      let costUsd = 0;
      for (const event of agent.history) {
        if (event.type !== "reply") continue;
        usage = addUsage(usage, event.usage);
        costUsd += event.costUsd;
      }
      write(
        `Session ${agent.sessionId}\nModel ${agent.modelId}, strategy ${agent.strategy}, mode ${agent.permissionMode}\nFolder ${agent.cwd}\n`,
      );
      write(
        `Tokens ${usage.inputTokens} in (${usage.cacheReadTokens} cached), ${usage.outputTokens} out; $${costUsd.toFixed(4)}\n`,
      );
    },
  },
  {
    name: "undo",
    aliases: [],
    summary: "takes back what the last calls changed: /undo [N] [force]",
    async run(argument, { agent, write }) {
      const words = argument.split(/\s+/).filter((word) => word !== "");
      const steps = Number(words.find((word) => /^[1-9]\d*$/.test(word)) ?? 1);
      const report = await agent.undo({ steps, force: words.includes("force") });
      write(undoText(report));
    },
  },
  {
    name: "exit",
    aliases: ["quit", "q"],
    summary: "leaves",
    run(_, context) {
      context.leave = true;
    },
  },
];

function undoText({ checkpoints, steps, conflicts, notCovered, problems, id }: UndoReport): string {
  const lines = checkpoints.map((checkpoint) => `#${checkpoint.id} ${checkpoint.title}`);
  for (const { path, from, to } of steps) lines.push(`  ${describeChange({ path, before: from, after: to })}`);
  for (const { path, why } of [...notCovered, ...problems]) lines.push(`  left: ${path} (${why})`);
  for (const { path, why } of conflicts) lines.push(`  in the way: ${path} (${why})`);
  if (conflicts.length > 0) lines.push("Nothing was undone; /undo force overwrites what was changed since.");
  else lines.push(id === undefined ? "Nothing had to be changed." : "Undone.");
  return `${lines.join("\n")}\n`;
}
