import { Command, CommanderError, Option } from "commander";
import { phrase } from "../../base/phrase.ts";
import { EXIT } from "../../base/user-error.ts";
import type { CommandContext } from "./command.ts";
import { commandInOurWords, flagsInOurWords, isCommandFlag, lengthOf, optionsFor } from "./habits.ts";
import { speakHelp, subcommandHelp } from "./help-words.ts";
import { COMMANDS } from "./index.ts";
import { withJoinedLists } from "./rule-lists.ts";
import { define as defineRun } from "./run/run.ts";
import { defineRunOptions } from "./run/run-options.ts";
import { askedAbout, isCommand, slipIn } from "./slip.ts";
import { usageError } from "./usage-error.ts";

/** Hands the arguments to the subcommand they name; anything else is a prompt. */
export async function runCommandLine(argv: readonly string[], given: CommandContext): Promise<void> {
  const { colored, context } = withoutColor(argv, given);
  const { before, words: typed } = firstWords(await withJoinedLists(colored));
  const slip = await slipIn(typed, context);
  const words = slip === undefined ? typed : await askedAbout(slip, typed);
  if (words === undefined) return context.exit(EXIT.interrupted);
  const [first, ...rest] = commandInOurWords(words, isCommand);
  const entry = COMMANDS.find((candidate) => candidate.name === first);
  const command = new Command(entry ? `waymark ${entry.name}` : "waymark");
  // One line for a wrong word; help goes to standard output as usual.
  const output = { writeOut: context.out, writeErr: () => {} };
  command.exitOverride().configureOutput(output);
  let arguments_: readonly string[] = [...before, ...(first === undefined ? [] : [first]), ...rest];
  if (entry) {
    command.description(entry.summary);
    const environment = { ...context.environment };
    (await entry.load()).define(command, { ...context, environment, commands: COMMANDS });
    for (const child of command.commands) child.exitOverride().configureOutput(output);
    for (const one of [command, ...command.commands]) takeDebug(one);
    const { flags, variables } = forProgram(before, optionsFor(command, rest));
    Object.assign(environment, variables);
    arguments_ = withFlags(rest, flags);
  } else {
    defineRun(command, context);
    command.addHelpText("after", subcommandHelp());
  }
  speakHelp(command);
  const ours = flagsInOurWords(arguments_, optionsFor(command, arguments_));
  try {
    await parsed(command, ours, context);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageError(error, command, ours);
  }
}

/** A group of commands that is given no word, or flags alone, shows its list; without a word it names what else it does. */
async function parsed(command: Command, words: readonly string[], context: CommandContext): Promise<void> {
  try {
    await command.parseAsync([...words], { from: "user" });
  } catch (error) {
    const children = command.commands.map((child) => child.name());
    const isBare = error instanceof CommanderError && error.code === "commander.help" && words.length === 0;
    const isOfList =
      error instanceof CommanderError && error.code === "commander.unknownOption" && words[0]?.startsWith("-") === true;
    if (!(isBare || isOfList) || !children.includes("list")) throw error;
    await command.parseAsync(["list", ...words], { from: "user" });
    if (isOfList) return;
    const others = children.filter((name) => name !== "list").join(", ");
    context.error(phrase`There is also ${command.name()} ${others}; see \`${command.name()} --help\`.\n`);
  }
}

/** Whoever is told of a bug runs the same again with `--debug`; behind words of another program it would be that program's. */
function takeDebug(command: Command): void {
  if (command.commands.length > 0 || command.registeredArguments.some(({ variadic }) => variadic)) return;
  command.addOption(new Option("--debug").hideHelp());
}

/** `--no-color`, wherever it stands, is the variable that everybody heeds. */
function withoutColor(
  argv: readonly string[],
  context: CommandContext,
): { readonly colored: readonly string[]; readonly context: CommandContext } {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const colored = argv.filter((word, index) => index >= end || word !== "--no-color");
  if (colored.length === argv.length) return { colored, context };
  const environment = { ...context.environment, NO_COLOR: "1" };
  return { colored, context: { ...context, environment } };
}

/** What holds for the whole program has a variable, too; `main` sees to `--debug` by itself. */
const PROGRAM_FLAGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "--debug": {},
  "--verbose": {},
  "--offline": { WAYMARK_OFFLINE: "1" },
  "--screen-reader": { WAYMARK_SCREEN_READER: "1" },
};

/** Flags before a subcommand: one that holds for the whole program becomes its variable where the subcommand does not know it. */
function forProgram(
  flags: readonly string[],
  known: readonly Option[],
): { readonly flags: readonly string[]; readonly variables: Readonly<Record<string, string>> } {
  const isOurs = (flag: string): boolean =>
    Object.hasOwn(PROGRAM_FLAGS, flag) && !known.some(({ long }) => long === flag);
  return {
    flags: flags.filter((flag) => !isOurs(flag)),
    variables: Object.assign({}, ...flags.filter(isOurs).map((flag) => PROGRAM_FLAGS[flag])),
  };
}

/** What begins a run, whatever word follows: that is its prompt, or a part of it. */
const OF_A_RUN = new Set("-p --print -c --continue -r --resume --fork-session --prompt --".split(" "));

/** The flags of a run before the first other word, which may name a subcommand. */
function firstWords(argv: readonly string[]): { before: readonly string[]; words: readonly string[] } {
  if (!argv[0]?.startsWith("-") || isCommandFlag(argv[0])) return { before: [], words: argv };
  const { options } = defineRunOptions(new Command());
  let index = 0;
  while (argv[index]?.startsWith("-")) {
    const word = argv[index] ?? "";
    if (isCommandFlag(word)) break;
    if (OF_A_RUN.has(word.split("=", 1)[0] ?? "")) return { before: argv, words: [] };
    index += lengthOf(argv.slice(index), options);
  }
  return { before: argv.slice(0, index), words: argv.slice(index) };
}

/** Behind `--` all is an argument. */
function withFlags(words: readonly string[], flags: readonly string[]): readonly string[] {
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  return [...words.slice(0, end), ...flags, ...words.slice(end)];
}
