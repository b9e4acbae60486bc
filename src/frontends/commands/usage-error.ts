import type { Command, CommanderError } from "commander";
import { Phrase, phrase, type Words } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";

/** What was wrong with the words of a command line, on one line, with the help that answers it. */
export function usageError(error: CommanderError, command: Command, words: readonly string[]): UserError {
  const asked = words.find((word) => !word.startsWith("-"));
  const at = command.commands.find((child) => child.name() === asked) ?? command;
  const called = at === command ? command.name() : `${command.name()} ${at.name()}`;
  return new UserError(phrase`${faultOf(error, at, called)} See \`${called} --help\`.`, EXIT.usage);
}

function faultOf({ code, message }: CommanderError, command: Command, called: string): Phrase {
  // Commander names what it is about in quotes, and puts its guess on a second line.
  const [, named = ""] = /'([^']*)'/.exec(message) ?? [];
  const [, guess] = /\(Did you mean (.*)\?\)/.exec(message) ?? [];
  const children = command.commands.map((child) => child.name()).join(", ");
  switch (code) {
    case "commander.help":
      return phrase`Say what to do: ${called} ${children}.`;
    case "commander.unknownOption":
      if (guess === undefined && command.registeredArguments.some(({ variadic }) => variadic))
        return phrase`unknown option '${named}'; words that begin with - are written after --.`;
      return guess === undefined
        ? phrase`unknown option '${named}'.`
        : phrase`unknown option '${named}'; did you mean ${guess}?`;
    case "commander.unknownCommand":
      return guess === undefined
        ? phrase`unknown command '${named}'; there are ${children}.`
        : phrase`unknown command '${named}'; did you mean ${guess}?`;
    case "commander.missingArgument":
      return phrase`${named} is missing${aboutArgument(command, named)}: ${called} ${command.usage()}.`;
    case "commander.optionMissingArgument":
      return phrase`'${named}' needs a value.`;
    case "commander.excessArguments":
      return phrase`that is a word too many: ${called} ${command.usage()}.`;
    default:
      return phrase`${message.replace(/^error: /, "").replace(/\s*\n\s*/g, " ")}`;
  }
}

/** What is said of an argument in the help, which may be all that there is to choose from. */
function aboutArgument(command: Command, name: string): Words {
  const { description = "" } = command.registeredArguments.find((argument) => argument.name() === name) ?? {};
  return description === "" ? "" : phrase` (${new Phrase(description, [])})`;
}
