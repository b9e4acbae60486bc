import { Command, CommanderError } from "commander";
import { nearWord } from "../../base/near-word.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { CommandContext } from "./command.ts";
import { COMMANDS } from "./index.ts";
import { define as defineRun } from "./run/run.ts";

/** Hands the arguments to the subcommand they name; anything else is a prompt. */
export async function runCommandLine(argv: readonly string[], context: CommandContext): Promise<void> {
  const { first, before } = firstWord(argv);
  const entry = COMMANDS.find((candidate) => candidate.name === first);
  const command = new Command(entry ? `waymark ${entry.name}` : "waymark");
  // One line for a wrong word; help goes to standard output as usual.
  command.exitOverride().configureOutput({ writeOut: context.out, writeErr: () => {} });
  if (entry) {
    command.description(entry.summary);
    (await entry.load()).define(command, { ...context, commands: COMMANDS });
    for (const child of command.commands)
      child.exitOverride().configureOutput({ writeOut: context.out, writeErr: () => {} });
  } else {
    await refuseSlip(argv.slice(before.length), context);
    defineRun(command, context);
    command.addHelpText("after", subcommandHelp());
  }
  const rest = entry ? withFlags(argv.slice(before.length + 1), before) : argv;
  try {
    await command.parseAsync([...rest], { from: "user" });
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
      `${sentence(error.message)} See \`waymark ${entry ? `${entry.name} ` : ""}--help\`.`,
      EXIT.usage,
    );
  }
}

/** What commander says, as one line: it puts its guess on a second. */
function sentence(message: string): string {
  const [error = "", guess] = message.replace(/^error: /, "").split(/\n(?=\(Did you mean)/);
  return guess === undefined
    ? error.replace(/\.?$/, ".")
    : `${error}; ${guess.replace(/^\(Did/, "did").replace(/\)$/, "")}`;
}

/**
 * A slip of the pen in the name of a subcommand is no prompt for a model: alone, or before a word that only the subcommand has.
 * With `-p` any word is a prompt.
 */
async function refuseSlip([first = "", second]: readonly string[], context: CommandContext): Promise<void> {
  const names = COMMANDS.map((entry) => entry.name);
  const entry = COMMANDS.find(({ name }) => name === nearWord(first, names));
  if (!entry) return;
  if (second !== undefined) {
    const command = new Command(entry.name);
    (await entry.load()).define(command, { ...context, commands: COMMANDS });
    if (!command.commands.some((child) => child.name() === second)) return;
  }
  const meant = [entry.name, ...(second === undefined ? [] : [second])].join(" ");
  throw new UserError(
    `There is no command "${first}"; did you mean \`waymark ${meant}\`? As a prompt give it with -p.`,
    EXIT.usage,
  );
}

/** Flags that say where and how, which may stand before the subcommand as well as behind it. */
const FLAGS_WITH_VALUE = new Set(
  "-C --cd --profile --permission-mode --allowedTools --disallowedTools --sandbox --add-dir".split(" "),
);
const SWITCHES = new Set(["--debug", "--offline", "--trust"]);

/** The first argument that could name a subcommand, and the flags of a place before it. */
function firstWord(argv: readonly string[]): { first: string | undefined; before: readonly string[] } {
  let index = 0;
  for (;;) {
    const word = argv[index] ?? "";
    const [name = ""] = word.split("=", 1);
    if (FLAGS_WITH_VALUE.has(name)) index += word === name ? 2 : 1;
    else if (SWITCHES.has(word)) index++;
    else return { first: argv[index], before: argv.slice(0, index) };
  }
}

/** Behind `--` all is an argument. */
function withFlags(words: readonly string[], flags: readonly string[]): readonly string[] {
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  return [...words.slice(0, end), ...flags, ...words.slice(end)];
}

function subcommandHelp(): string {
  const width = Math.max(...COMMANDS.map((entry) => entry.name.length)) + 2;
  return `\nCommands:\n${COMMANDS.map((entry) => `  ${entry.name.padEnd(width)}${entry.summary}`).join("\n")}\n`;
}
