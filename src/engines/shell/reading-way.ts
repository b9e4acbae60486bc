import type { ParsedUse } from "./option-grammar.ts";
import type { ReadingWay } from "./policy-types.ts";
import type { ShellWord } from "./words.ts";

/** How programs go below the folders they are given, and what makes them follow links there. */
interface Habit {
  /** Absent: only with one of these options; empty: always. */
  readonly below: readonly string[];
  readonly follows?: readonly string[];
  /** Without these, names with a leading dot are passed over; absent: they are not. */
  readonly hidden?: readonly string[];
  /** Options that name the files that are read. */
  readonly names?: readonly string[];
  /** Without these options, too, it goes below, and shows what the repository holds. */
  readonly tracked?: true;
  /** Without an operand it starts where it is. */
  readonly startsHere?: true;
}

const GREP: Habit = {
  below: ["-r", "-R", "--recursive", "--dereference-recursive"],
  follows: ["-R", "--dereference-recursive"],
  names: ["--include"],
  startsHere: true,
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
    startsHere: true,
  },
  find: FIND,
  fd: FIND,
  fdfind: FIND,
  tree: { below: [], follows: ["-l"], startsHere: true },
  du: { below: [], follows: ["-L", "--dereference"], startsHere: true },
  ls: { below: ["-R", "--recursive"] },
  diff: { below: ["-r", "--recursive"], follows: ["-r", "--recursive"] },
  "git grep": { below: ["--untracked", "--no-exclude-standard"], tracked: true, startsHere: true },
};

/** How a program reads what its words name, and whether it begins where it stands. */
export function readingWay(
  name: string,
  words: readonly ShellWord[],
  use: ParsedUse,
  namesOnly: boolean,
): Omit<ReadingWay, "glob"> & { readonly startsHere: boolean } {
  const called = name === "git" ? `git ${words.find((word) => !word.text.startsWith("-"))?.text ?? ""}` : name;
  const habit = Object.hasOwn(HABITS, called) ? HABITS[called] : undefined;
  const given = (options: readonly string[] = []): boolean =>
    options.some((option) => use.options.has(option) || words.some((word) => isGiven(word.text, option)));
  const names = (habit?.names ?? [])
    .flatMap((option) => use.options.get(option) ?? [])
    .map(({ text }) => text)
    .filter((text) => !text.startsWith("!"));
  const shows = habit !== undefined && (habit.below.length === 0 || given(habit.below));
  const below = shows || habit?.tracked === true;
  return {
    namesOnly,
    below,
    deniedOnly: below && !shows,
    follows: given(habit?.follows),
    // A glob for names wins over what is passed over.
    hidden: habit?.hidden === undefined || given(habit.hidden) || names.length > 0,
    names,
    startsHere: below && habit?.startsHere === true,
  };
}

/** Programs with a language of their own keep their words; a cluster such as `-rn` holds `-r`. */
function isGiven(word: string, option: string): boolean {
  if (word === option) return true;
  return option.length === 2 && /^-[A-Za-z.]+$/.test(word) && !word.startsWith("--") && word.includes(option.slice(1));
}
