import { isatty } from "node:tty";
import { Command } from "commander";
import { spoken } from "../../app/words/spoken.ts";
import { nearWord } from "../../base/near-word.ts";
import { type Phrase, phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { answered } from "./ask-line.ts";
import type { CommandContext } from "./command.ts";
import { commandInOurWords, commandInstead, ourWord, wordsOfOthers } from "./habits.ts";
import { COMMANDS } from "./index.ts";
import { lonelyWord } from "./run/session-command.ts";

/** A first word that is no command, and what was meant by it. */
export interface Slip {
  readonly word: string;
  /** What to do instead, for people. */
  readonly advice: Phrase;
  /** The words in ours, where it is clear which command is meant. */
  readonly meant?: readonly string[];
}

/**
 * A slip of the pen in the name of a subcommand is no prompt for a model: alone, or before a word that only the subcommand has. Nor is
 * what is a command of other agents, or one of the session without its slash. With `-p` any word is a prompt.
 */
export async function slipIn(words: readonly string[], context: CommandContext): Promise<Slip | undefined> {
  const [word = "", second, ...rest] = words;
  if (word === "help" && second !== undefined && rest.length === 0 && !isCommand(second)) return noHelp(second);
  if (word === "" || isCommand(word) || commandInOurWords(words, isCommand) !== words) return undefined;
  const instead = commandInstead(words) ?? (await wordOfSession(words));
  if (instead !== undefined) return { word, advice: instead };
  const near = nearWord(word, [...COMMANDS.map(({ name }) => name), ...wordsOfOthers()]);
  if (near === undefined) return undefined;
  const ours = ourWord(near);
  const child = second === undefined ? [] : await wordNear(ours, second, context);
  if (child === undefined) return undefined;
  const meant = [second === undefined ? near : ours, ...child];
  return { word, advice: phrase`did you mean \`waymark ${meant.join(" ")}\`?`, meant: [...meant, ...rest] };
}

/** What a lone word says of itself that is a command within a session. */
const wordOfSession = async ([word = "", ...rest]: readonly string[]): Promise<Phrase | undefined> =>
  rest.every((one) => one.startsWith("-")) ? lonelyWord(word) : undefined;

/** `waymark help WORD` where there is no such command. */
function noHelp(word: string): Slip {
  const near = nearWord(
    word,
    COMMANDS.map(({ name }) => name),
  );
  if (near === undefined) return { word, advice: phrase`\`waymark --help\` lists them.` };
  return { word, advice: phrase`did you mean \`waymark ${`help ${near}`}\`?`, meant: [near, "--help"] };
}

/** The word of a subcommand that is meant; undefined where it has none like it. */
async function wordNear(name: string, word: string, context: CommandContext): Promise<readonly string[] | undefined> {
  const entry = COMMANDS.find((one) => one.name === name);
  if (entry === undefined) return undefined;
  const command = new Command(entry.name);
  (await entry.load()).define(command, { ...context, commands: COMMANDS });
  const near = nearWord(
    word,
    command.commands.map((child) => child.name()),
  );
  return near === undefined ? undefined : [near];
}

/** @returns the words to go on with; undefined to leave @throws {UserError} where nobody can be asked */
export async function askedAbout(slip: Slip, typed: readonly string[]): Promise<readonly string[] | undefined> {
  const { word, advice, meant } = slip;
  if (!isatty(0) || !isatty(1))
    throw new UserError(phrase`There is no command "${word}"; ${advice} As a prompt give it with -p.`, EXIT.usage);
  const ways = [
    ...(meant === undefined ? [] : [`y  waymark ${meant.join(" ")}`]),
    `p  ${spoken(phrase`send "${typed.join(" ")}" as a prompt`)}`,
  ];
  const answer = await answered(
    spoken(
      phrase`There is no command "${word}"; ${advice}\n${ways.map((way) => `  ${way}\n`).join("")}  Enter leaves. Which? `,
    ),
  );
  if (answer === "p") return ["--", ...typed];
  return answer === "y" ? meant : undefined;
}

export const isCommand = (word: string): boolean => COMMANDS.some(({ name }) => name === word);
