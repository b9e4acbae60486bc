import { Command, CommanderError } from "commander";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { CommandContext } from "./command.ts";
import { COMMANDS } from "./index.ts";
import { define as defineRun } from "./run.ts";

/** Hands the arguments to the subcommand they name; anything else is a prompt. */
export async function runCommandLine(argv: readonly string[], context: CommandContext): Promise<void> {
  const { first, before } = firstWord(argv);
  const entry = COMMANDS.find((candidate) => candidate.name === first);
  const command = new Command(entry ? `waymark ${entry.name}` : "waymark");
  // One line for a wrong word; help goes to standard output as usual.
  command.exitOverride().configureOutput({ writeOut: context.out, writeErr: () => {} });
  command.showSuggestionAfterError(false);
  if (entry) {
    command.description(entry.summary);
    (await entry.load()).define(command, { ...context, commands: COMMANDS });
    for (const child of command.commands)
      child.exitOverride().configureOutput({ writeOut: context.out, writeErr: () => {} });
  } else {
    defineRun(command, context);
    command.addHelpText("after", subcommandHelp());
  }
  const rest = entry ? [...argv.slice(before.length + 1), ...before] : argv;
  try {
    await command.parseAsync(rest, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    if (error.code === "commander.help") {
      const words = command.commands.map((child) => child.name()).join(", ");
      throw new UserError(
        `Say what to do: waymark ${entry?.name} ${words}. See \`waymark ${entry?.name} --help\`.`,
        EXIT.usage,
      );
    }
    throw new UserError(
      `${error.message.replace(/^error: /, "").replace(/\.?$/, ".")} See \`waymark ${entry ? `${entry.name} ` : ""}--help\`.`,
      EXIT.usage,
    );
  }
}

/** The first argument that could name a subcommand; `-C DIR` and `--debug` may stand before it. */
function firstWord(argv: readonly string[]): { first: string | undefined; before: readonly string[] } {
  let index = 0;
  while (index < argv.length) {
    const word = argv[index] ?? "";
    if (word === "-C" || word === "--cd") index += 2;
    else if (word === "--debug" || word.startsWith("--cd=")) index++;
    else break;
  }
  return { first: argv[index], before: argv.slice(0, index) };
}

function subcommandHelp(): string {
  const width = Math.max(...COMMANDS.map((entry) => entry.name.length)) + 2;
  return `\nCommands:\n${COMMANDS.map((entry) => `  ${entry.name.padEnd(width)}${entry.summary}`).join("\n")}\n`;
}
