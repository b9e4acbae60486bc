import { expandBraces } from "../../base/glob.ts";
import type { ParsedUse } from "./option-grammar.ts";
import type { ReadingWay } from "./policy-types.ts";
import { gitWords } from "./programs/git/git-words.ts";
import type { ShellWord } from "./words.ts";

/** How programs go below the folders they are given, and what makes them follow links there. */
interface Habit {
  /** Only with one of these options; empty: always. */
  readonly below: readonly string[];
  /** Options that do so with such a value. */
  readonly belowBy?: Readonly<Record<string, RegExp>>;
  /** As `below`; absent: never. */
  readonly follows?: readonly string[];
  /** Without these, names with a leading dot are passed over; absent: they are not. */
  readonly hidden?: readonly string[];
  /** Options that name the files that are read. */
  readonly names?: readonly string[];
  /** Where one of these is the first to name files, what none of them names is read, too. */
  readonly leavesOut?: readonly string[];
  /** Options that name kinds of files, which are not passed over. */
  readonly kinds?: readonly string[];
  /** Without these options, too, it goes below, and shows what the repository holds. */
  readonly tracked?: true;
  /** Without an operand it starts where it is. */
  readonly startsHere?: true;
  /** Files of patterns that it takes up wherever it comes by. */
  readonly obeys?: readonly string[];
  /** Its first operand is what it looks for. */
  readonly looksFor?: true;
  /** Options by which it lists the files that it would read, and reads none. */
  readonly lists?: readonly string[];
}

const GREP: Habit = {
  below: ["-r", "-R", "--recursive", "--dereference-recursive"],
  // The beginning of the word is enough.
  belowBy: { "-d": /^rec/, "--directories": /^rec/ },
  follows: ["-R", "--dereference-recursive"],
  names: ["--include"],
  leavesOut: ["--exclude", "--exclude-from"],
  startsHere: true,
  looksFor: true,
};
const IGNORES = [".gitignore", ".ignore", ".rgignore", ".fdignore"];
const AG: Habit = {
  below: [],
  follows: ["-f", "--follow"],
  hidden: ["-u", "-a", "-U", "--hidden", "--unrestricted", "--all-types", "--all-text"],
  startsHere: true,
  looksFor: true,
};
const FIND: Habit = { below: [], follows: ["-L", "-follow", "--follow"], startsHere: true };
const HABITS: Readonly<Record<string, Habit>> = {
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: {
    below: [],
    follows: ["-L", "--follow"],
    hidden: ["-.", "--hidden"],
    names: ["-g", "--glob", "--iglob"],
    kinds: ["-t", "--type"],
    startsHere: true,
    lists: ["--files"],
    obeys: IGNORES,
    looksFor: true,
  },
  ag: AG,
  ack: AG,
  ugrep: { ...GREP, below: [] },
  find: FIND,
  fd: { ...FIND, obeys: IGNORES },
  fdfind: { ...FIND, obeys: IGNORES },
  tree: { below: [], follows: ["-l"], startsHere: true, obeys: IGNORES },
  du: { below: [], follows: ["-L", "--dereference"], startsHere: true },
  ls: { below: ["-R", "--recursive"], follows: ["-L", "--dereference"], startsHere: true },
  // Of two folders it shows the files of both without an option, too.
  diff: { below: [], follows: [] },
  "git diff": { below: ["--no-index"] },
  "git grep": { below: ["--untracked", "--no-exclude-standard"], tracked: true, startsHere: true, looksFor: true },
};

/** A program that only reads, as it is called. */
export interface ReadingCall {
  readonly name: string;
  /** Without the program. */
  readonly words: readonly ShellWord[];
  readonly use: ParsedUse;
}

/**
 * How a program reads what its words name, and whether it begins where it stands, or tells how large what lies there is.
 * @param about.isRepository  whether it stands in a repository: elsewhere git compares any two files and folders
 */
export function readingWay(
  { name, words, use }: ReadingCall,
  { namesOnly, isRepository }: { readonly namesOnly: boolean; readonly isRepository: boolean },
): Omit<ReadingWay, "glob"> & { readonly startsHere: boolean; readonly countsHere: boolean } {
  const called = calledAs(name, words);
  const habit = habitOf(name, words);
  const given = (options: readonly string[] = []): boolean =>
    options.some((option) => use.options.has(option) || words.some((word) => isGiven(word.text, option)));
  const valuesOf = (options: readonly string[] = []): readonly string[] =>
    options.flatMap((option) => use.options.get(option) ?? []).map(({ text }) => text);
  const patterns = valuesOf(habit?.names).filter((text) => !text.startsWith("!"));
  const { names = [], leavesOut = [] } = habit ?? {};
  const firstOfNames = [...use.options.keys()].find((option) => names.includes(option) || leavesOut.includes(option));
  const kinds = valuesOf(habit?.kinds).map((kind) => HIDDEN_BY_KIND[kind]);
  const always = (options: readonly string[] | undefined): boolean => options?.length === 0 || given(options);
  const shows =
    habit !== undefined &&
    (always(habit.below) || isGivenSo(habit.belowBy ?? {}, use) || (called === "git diff" && !isRepository));
  const below = shows || habit?.tracked === true;
  const lists = given(habit?.lists) && readsNoOption(use);
  const counts = countsFiles(name, words);
  const here = habit?.startsHere === true;
  return {
    namesOnly: namesOnly || lists,
    counts,
    countsHere: counts && here,
    below,
    deniedOnly: below && !shows,
    follows: always(habit?.follows),
    // A glob for names, or a kind of files, wins over what is passed over.
    hidden: habit?.hidden === undefined || given(habit.hidden) || patterns.length > 0 || kinds.includes(undefined),
    shown: kinds.flatMap((kind) => kind ?? []),
    names: leavesOut.includes(firstOfNames ?? "") ? [] : plainNames(patterns),
    obeys: habit?.obeys ?? [],
    startsHere: below && here,
  };
}

/** A file that an option names is read in any case. */
function readsNoOption({ options, reads }: ParsedUse): boolean {
  const ofOptions = new Set([...options.values()].flat());
  return !reads.some((word) => ofOptions.has(word));
}

/** Of programs that tell no content: what makes them tell sizes and counts beside names; `true`: they always do. */
const COUNTS: Readonly<Record<string, RegExp | true>> = {
  ...{ wc: true, du: true, df: true, stat: true },
  ls: /^-\w*[lsSgno]|^--(?:size|format|sort)/,
  find: /^-(?:size|empty|ls|printf)$/,
  fd: /^-\w*[lS]|^--(?:size|list-details)/,
  fdfind: /^-\w*[lS]|^--(?:size|list-details)/,
  tree: /^-\w*[shD]|^--du$/,
};

function countsFiles(name: string, words: readonly ShellWord[]): boolean {
  const by = Object.hasOwn(COUNTS, name) ? COUNTS[name] : undefined;
  return by === true || (by !== undefined && words.some(({ text }) => by.test(text)));
}

/** Kinds of ripgrep, each with the hidden names that it takes; those of other kinds are not known. */
const HIDDEN_BY_KIND: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    "c cpp cs csharp css go html java js kotlin less lua markdown md perl php py python ruby rust sass scala sh sql swift ts typescript vue cobol"
      .split(" ")
      .map((kind) => [kind, []]),
  ),
  ...{ json: ["*.json"], toml: ["*.toml"], yaml: ["*.yaml", "*.yml"], xml: ["*.x*"] },
};
/** Programs read brackets, backslashes, a lone brace and blanks each in their own way: with one of these, names narrow nothing. */
const PLAIN_NAME = /^[\w.*?/@+-]*$/;

function plainNames(patterns: readonly string[]): readonly string[] {
  const all = patterns.flatMap(expandBraces);
  return all.every((text) => PLAIN_NAME.test(text)) ? all : [];
}

function habitOf(name: string, words: readonly ShellWord[]): Habit | undefined {
  const called = calledAs(name, words);
  return Object.hasOwn(HABITS, called) ? HABITS[called] : undefined;
}

export const goesBelow = (name: string, words: readonly ShellWord[]): boolean => habitOf(name, words) !== undefined;
export const looksFor = (name: string, words: readonly ShellWord[]): boolean => habitOf(name, words)?.looksFor === true;

/** Git by its sub-command: `git diff`. */
export const calledAs = (name: string, words: readonly ShellWord[]): string =>
  name === "git" ? `git ${gitWords(words).words[0]?.text ?? ""}` : name;

const isGivenSo = (values: Readonly<Record<string, RegExp>>, { options }: ParsedUse): boolean =>
  Object.entries(values).some(([option, form]) => options.get(option)?.some(({ text }) => form.test(text)));

/** Programs with a language of their own keep their words; a cluster such as `-rn` holds `-r`. */
function isGiven(word: string, option: string): boolean {
  if (word === option) return true;
  return option.length === 2 && /^-[A-Za-z.]+$/.test(word) && !word.startsWith("--") && word.includes(option.slice(1));
}
