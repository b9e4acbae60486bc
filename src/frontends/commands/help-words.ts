import { type Command, Help } from "commander";
import { spoken, spokenText } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";
import { COMMANDS } from "./index.ts";

/** Lets the help of a command and of those below it speak the language that was chosen. */
export function speakHelp(command: Command): void {
  const { optionDescription } = Help.prototype;
  command
    .configureHelp({
      // The names of subcommands with their arguments are wide; what they do is to be read beside them all the same.
      minWidthToWrap: 20,
      styleTitle: spokenText,
      commandDescription: (one) => spokenText(one.description()),
      subcommandDescription: (one) => spokenText(one.description()),
      argumentDescription: (one) => spokenText(one.description),
      optionDescription(option) {
        const { description } = option;
        const whole = optionDescription.call(this, option);
        const more = whole.slice(description.length).replace("(default:", () => spoken(phrase`(default:`));
        return spokenText(description) + more;
      },
    })
    .helpOption("-h, --help", spoken(phrase`this help`));
  for (const child of command.commands) speakHelp(child);
}

/** The subcommands, for the end of the help of `waymark` itself. */
export function subcommandHelp(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length)) + 2;
  const rows = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}${spokenText(summary)}`);
  return `\n${spoken(phrase`Commands:`)}\n${rows.join("\n")}\n`;
}
