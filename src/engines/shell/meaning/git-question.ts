import { readByGrammar } from "../option-grammar.ts";
import { GIT_COMMANDS } from "../programs/git/git-commands.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** A look of git, as git is asked which files it would show: the same commits and paths, told by names alone. */
export interface GitQuestion {
  /**
   * `walk`: what the commits that it goes through changed. `show`: the same of what its words name, each of which must be a commit: a file is
   * shown itself. `compare`: what differs between what its words name, or between that and the index. `lines`: what was renamed in these commits.
   */
  readonly kind: "walk" | "show" | "compare" | "lines";
  /** Options of git itself that say what paths mean. */
  readonly before: readonly string[];
  readonly verb: readonly string[];
  readonly options: readonly string[];
  /** What stands before `--`. */
  readonly operands: readonly string[];
  /** What stands behind it; undefined where it does not stand there. */
  readonly paths: readonly string[] | undefined;
}

const named = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const COUNTED = named("-# -n --max-count --skip");
/** Which commits are gone through, in which order of the options does not count. */
const WHICH = named(
  "--since --after --until --before --author --committer --grep --all-match --invert-grep -i --regexp-ignore-case --merges --no-merges --first-parent " +
    "--all --branches --tags --remotes --reflog --no-walk -g --walk-reflogs --left-only --right-only --full-history --dense --sparse --remove-empty " +
    "--follow --full-diff",
);
/** Of these the last counts. */
const ONE_OF = [
  ["-#", "-n", "--max-count"],
  ["--since", "--after"],
  ["--until", "--before"],
  ["--merges", "--no-merges"],
];
const BETWEEN = named("--cached --staged --merge-base");
/** Of `stash show`; elsewhere the first is a form of a patch. */
const OF_STASH = named("-u --include-untracked --only-untracked");
const OF_MERGES = named("-m -c --cc --diff-merges");
const MERGES_TOLD = /^(?:off|none|on|m|first-parent|1|separate|combined|c|dense-combined|cc)$/;
/** By these git passes over commits, and goes on to more than were counted. */
const PASSING = named(
  "-S -G --diff-filter --follow -L -I --ignore-matching-lines --pickaxe-all --pickaxe-regex --find-copies-harder",
);
/** How what is shown looks, and which part of it is: without them it is all. */
const SHOWN = named(
  "-p -s -u -z -a -b -w -W -D -R -r -t -U -B -M -C -l -S -G --patch --no-patch --unified --raw --minimal --patience --histogram --anchored --diff-algorithm " +
    "--stat --stat-width --stat-name-width --stat-count --compact-summary --numstat --shortstat --dirstat --cumulative --summary --patch-with-stat " +
    "--patch-with-raw --name-only --name-status --color --no-color --color-moved --no-color-moved --color-moved-ws --color-words --word-diff " +
    "--word-diff-regex --no-renames --rename-empty --no-rename-empty --check --ws-error-highlight --full-index --binary --abbrev --no-abbrev " +
    "--break-rewrites --find-renames --find-copies --irreversible-delete --diff-filter --pickaxe-all --pickaxe-regex --text --ignore-cr-at-eol " +
    "--ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines -I --inter-hunk-context " +
    "--function-context --exit-code --quiet --no-ext-diff --no-textconv --src-prefix --dst-prefix --no-prefix --default-prefix --line-prefix " +
    "--pretty --format --oneline --abbrev-commit --no-abbrev-commit --encoding --expand-tabs --no-expand-tabs --notes --no-notes --relative-date --date " +
    "--submodule --ignore-submodules --parents --children --left-right --graph --no-graph --decorate --no-decorate --decorate-refs --decorate-refs-exclude --clear-decorations " +
    "--mailmap --no-mailmap --use-mailmap --log-size --reverse --date-order --author-date-order --topo-order --relative --no-relative --root -q",
);
const BY_NAMES = "--raw -z --no-abbrev --no-ext-diff --no-textconv --no-relative --no-color".split(" ");
const RENAMES = ["-C", "--diff-filter=RC", "--diff-merges=separate"];
const OF_COMMITS = ["--format=", "--root", "--no-show-signature", "--no-mailmap"];
/** Lines by their numbers, or by the name of a function: what else a range may be is not told apart from a path here. */
const LINES = /^(?:(?:\d+|,)?(?:,[+-]?\d+)?|:[\w$*]+):[^:]+$/;
const KEPT_BEFORE = /^--(?:(?:literal|glob|noglob|icase)-pathspecs|no-replace-objects)$/;

const VERBS: Readonly<Record<string, GitQuestion["kind"]>> = {
  ...{ log: "walk", show: "show", diff: "compare", "stash show": "walk", "stash list": "walk" },
};

/**
 * How git is asked what a look would show.
 * @param before  what stands before the sub-command
 * @returns undefined where a word of it may make it show what this does not ask for
 */
export function gitQuestion(
  before: readonly ShellWord[],
  verb: string,
  rest: readonly ShellWord[],
): GitQuestion | undefined {
  const isPair = verb === "stash";
  const called = isPair ? `stash ${rest[0]?.text}` : verb;
  const kind = Object.hasOwn(VERBS, called) ? VERBS[called] : undefined;
  const words = isPair ? rest.slice(1) : rest;
  const { options: shapes = "" } = GIT_COMMANDS[verb] ?? {};
  if (kind === undefined || !words.every((word) => isLiteral(word) && !word.glob)) return undefined;
  const read = readByGrammar(words, { options: shapes, operands: "paths" });
  if (read.kind === "unknown") return undefined;
  const given = new Map([...read.use.options].map(([name, values]) => [name, values.map(({ text }) => text)]));
  const lines = given.get("-L");
  const isLines = lines !== undefined && called === "log" && lines.every((text) => LINES.test(text));
  if (lines !== undefined && !isLines) return undefined;
  const options = isLines ? linesOf(given) : optionsOf(given, called, kind);
  const split = splitAt(words, read.use.operands);
  if (options === undefined || split === undefined) return undefined;
  return {
    kind: isLines ? "lines" : kind,
    before: before.map(({ text }) => text).filter((text) => KEPT_BEFORE.test(text)),
    verb: called.split(" "),
    options,
    ...split,
  };
}

type Given = ReadonlyMap<string, readonly string[]>;

function optionsOf(given: Given, called: string, kind: GitQuestion["kind"]): readonly string[] | undefined {
  const names = [...given.keys()];
  const which = names.filter(
    (name) => WHICH.has(name) || BETWEEN.has(name) || (called === "stash show" && OF_STASH.has(name)),
  );
  const counted = names.filter((name) => COUNTED.has(name));
  const merges = names.filter((name) => OF_MERGES.has(name));
  if (!isKnown(given, [...which, ...counted, ...merges])) return undefined;
  return [
    ...BY_NAMES,
    // What follows a file goes by renames itself.
    ...(given.has("--follow") ? [] : ["--no-renames"]),
    ...(kind === "compare" || called === "stash show" ? [] : OF_COMMITS),
    ...which.flatMap((name) => spelled(name, given)),
    ...(names.some((name) => PASSING.has(name)) ? [] : counted.flatMap((name) => spelled(name, given))),
    ...mergesOf(merges, given),
  ];
}

/** The lines of a file are followed to the names that it had: whatever was renamed, or copied, in all of these commits may be one. */
function linesOf(given: Given): readonly string[] | undefined {
  const names = [...given.keys()];
  const which = names.filter((name) => WHICH.has(name) && name !== "--full-diff" && name !== "--follow");
  const dropped = names.filter((name) => name === "-L" || COUNTED.has(name) || OF_MERGES.has(name));
  const changesRenames = names.some((name) => /^(?:-[MCBl]|--(?:find-|break-|full-diff|follow))/.test(name));
  if (changesRenames || !isKnown(given, [...which, ...dropped])) return undefined;
  return [...BY_NAMES, ...OF_COMMITS, ...RENAMES, ...which.flatMap((name) => spelled(name, given))];
}

function isKnown(given: Given, asked: readonly string[]): boolean {
  const known = new Set(asked);
  // Twice it finds copies of what did not change, and shows lines of that.
  const copies = ["-C", "--find-copies"].flatMap((name) => given.get(name) ?? []).length;
  return (
    copies < 2 &&
    ONE_OF.every((group) => group.filter((name) => given.has(name)).length < 2) &&
    [...given.keys()].every((name) => known.has(name) || SHOWN.has(name)) &&
    (given.get("--diff-merges") ?? []).every((text) => MERGES_TOLD.test(text))
  );
}

/** Of several the last counts, and what differs from any of the parents is more than each of them shows. */
const mergesOf = (merges: readonly string[], given: Given): readonly string[] =>
  merges.length > 1 ? ["--diff-merges=separate"] : merges.flatMap((name) => spelled(name, given));

function spelled(name: string, given: Given): readonly string[] {
  return (given.get(name) ?? []).map((value) => {
    if (name === "-#") return `-${value}`;
    if (value === "") return name;
    return name.startsWith("--") ? `${name}=${value}` : `${name}${value}`;
  });
}

function splitAt(
  words: readonly ShellWord[],
  operands: readonly ShellWord[],
): Pick<GitQuestion, "operands" | "paths"> | undefined {
  const end = words.findIndex(({ text }) => text === "--");
  const behind = end < 0 ? [] : words.slice(end + 1);
  // A `--` that is the value of an option ends nothing.
  if (behind.length > operands.length || behind.some((word, at) => operands.at(at - behind.length) !== word))
    return undefined;
  const before = operands.slice(0, operands.length - behind.length).map(({ text }) => text);
  return { operands: before, paths: end < 0 ? undefined : behind.map(({ text }) => text) };
}
