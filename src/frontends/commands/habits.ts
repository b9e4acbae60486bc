import type { Command, Option } from "commander";
import { type Phrase, phrase } from "../../base/phrase.ts";
import { plainName } from "../../base/plain-name.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { as, BARE, COMMANDS_INSTEAD, FLAGS, INSTEAD, type Meaning, VALUES, WORDS } from "./habit-words.ts";

/** What to do instead of a command that other agents have; undefined for any other words. */
export function commandInstead(words: readonly string[]): Phrase | undefined {
  const [first = "", ...rest] = words;
  const isAlone = rest.every((word) => word.startsWith("-"));
  return isAlone && Object.hasOwn(COMMANDS_INSTEAD, first) ? COMMANDS_INSTEAD[first] : undefined;
}

/** The name of our command that a word of others leads to; the word itself where it leads to none. */
export const ourWord = (word: string): string => (Object.hasOwn(WORDS, word) ? WORDS[word]?.[0] : undefined) ?? word;

/** Whether a first word that looks like a flag leads to a command. */
export const isCommandFlag = (word: string): boolean => word.startsWith("-") && Object.hasOwn(WORDS, word);

/** What is a command here or elsewhere: a slip of the pen near to one of these is asked about. */
export const wordsOfOthers = (): readonly string[] =>
  [...Object.keys(WORDS), ...Object.keys(COMMANDS_INSTEAD), "help"].filter((word) => !word.startsWith("-"));
const WORDS_OF_ACCOUNTS = ["login", "logout", "status"];

/** Words that begin many a prompt too: a command only alone, before a flag, or before a whole prompt in quotes. */
const OF_A_PROMPT: ReadonlySet<string> = new Set([
  "chat",
  "configure",
  "e",
  "model",
  "agent",
  "skill",
  "hook",
  "session",
]);

const isPlainWord = (word: string | undefined): boolean => word !== undefined && !/^-|\s/.test(word);

/** The words of a command line with the subcommands of other agents in ours. */
export function commandInOurWords(argv: readonly string[], isCommand: (word: string) => boolean): readonly string[] {
  const [first = "", second, ...rest] = argv;
  if (isCommand(first)) return argv;
  if (first === "help") return second === undefined || !isCommand(second) ? ["--help"] : [second, "--help"];
  if (first === "auth" && second !== undefined && WORDS_OF_ACCOUNTS.includes(second)) return [second, ...rest];
  // `run the tests` is a prompt, `run "fix the test"` is how opencode and goose are given one.
  if (first === "run" && second?.includes(" ")) return ["--print", second, ...rest];
  if (OF_A_PROMPT.has(first) && isPlainWord(second)) return argv;
  const ours = Object.hasOwn(WORDS, first) ? WORDS[first] : undefined;
  return ours === undefined ? argv : [...ours, ...argv.slice(1)];
}

/** The flags that a command does not know, in the words of those that it does; values, and what stands behind `--`, are left alone. */
export function flagsInOurWords(argv: readonly string[], known: readonly Option[]): readonly string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const words: string[] = [];
  const behind = argv.slice(end + 1);
  for (let index = 0; index < end; ) {
    const { meant, taken } = meaningOf(argv.slice(index, end), known);
    const dashes = meant.includes("--") ? meant.indexOf("--") : meant.length;
    words.push(...meant.slice(0, dashes));
    behind.push(...meant.slice(dashes + 1));
    index += taken;
  }
  return behind.length === 0 ? words : [...words, "--", ...behind];
}

/** Words of ours, and how many of the given ones they stand for. */
interface Meant {
  readonly meant: readonly string[];
  readonly taken: number;
}

/** What the first of the words says, with as many more as it takes. */
function meaningOf(words: readonly string[], known: readonly Option[]): Meant {
  const [word = "", next] = words;
  const { name, inlined } = partsOf(word);
  const own = optionNamed(name, known);
  if (own !== undefined) return ownMeaning(words, own);
  if (!word.startsWith("-")) return { meant: [word], taken: 1 };
  if (Object.hasOwn(INSTEAD, name)) throw new UserError(phrase`${name} is no flag here; ${INSTEAD[name]}.`, EXIT.usage);
  const meaning = meaningIn(words, known);
  const value = inlined ?? next;
  const takesValue = typeof meaning === "function";
  const meant = takesValue ? value !== undefined && meaning(value) : meaning;
  // A command that lacks what is meant says so by the name that was given.
  if (!meant || !isKnown(meant, value, known)) return { meant: [word], taken: 1 };
  return { meant, taken: takesValue && inlined === undefined ? 2 : 1 };
}

/** A flag of ours with its value; others give some without one, or with values of their own. */
function ownMeaning([word = "", next]: readonly string[], own: Option): Meant {
  const { inlined } = partsOf(word);
  const theirs = own.long ? VALUES[own.long] : undefined;
  if (theirs === undefined || !own.long) {
    const hasNext = own.required && inlined === undefined && next !== undefined;
    return { meant: hasNext ? [word, next] : [word], taken: hasNext ? 2 : 1 };
  }
  const given = inlined ?? (next?.startsWith("-") ? "" : (next ?? ""));
  return { meant: [own.long, theirs[given] ?? given], taken: inlined === undefined && given !== "" ? 2 : 1 };
}

const isKnown = (meant: readonly string[], value: string | undefined, known: readonly Option[]): boolean =>
  meant.every((one) => !/^--\w/.test(one) || one === value || optionNamed(one, known));

function meaningIn([word = "", next]: readonly string[], known: readonly Option[]): Meaning | undefined {
  const { name, inlined } = partsOf(word);
  const isBare = inlined === undefined && (next === undefined || next.startsWith("-"));
  if (isBare && Object.hasOwn(BARE, name)) return BARE[name];
  return Object.hasOwn(FLAGS, name) ? FLAGS[name] : sameButForCase(name, known);
}

/** How many of the words the flag that begins them is, with its value. */
export function lengthOf(words: readonly string[], known: readonly Option[]): number {
  const { name, inlined } = partsOf(words[0] ?? "");
  const own = optionNamed(name, known);
  const takesValue = own === undefined ? typeof meaningIn(words, known) === "function" : own.required;
  return takesValue && inlined === undefined ? 2 : 1;
}

const optionNamed = (name: string, known: readonly Option[]): Option | undefined =>
  known.find(({ long, short }) => long === name || short === name);

function partsOf(word: string): { readonly name: string; readonly inlined?: string } {
  const end = word.startsWith("--") ? word.indexOf("=") : -1;
  return end === -1 ? { name: word } : { name: word.slice(0, end), inlined: word.slice(end + 1) };
}

/** `--allowed-tools` for `--allowedTools`. */
function sameButForCase(name: string, known: readonly Option[]): Meaning | undefined {
  const same = known.find(({ long }) => long && name.startsWith("--") && plainName(long) === plainName(name));
  if (!same?.long) return undefined;
  return same.required ? as(same.long) : [same.long];
}

/** The options of the command that the words lead to. */
export function optionsFor(command: Command, words: readonly string[]): readonly Option[] {
  const child = command.commands.find((one) => one.name() === words.find((word) => !word.startsWith("-")));
  return [...command.options, ...(child?.options ?? [])];
}
