import { readByGrammar } from "../option-grammar.ts";
import { DECORATIONS, GIT_COMMANDS, REVISIONS } from "../programs/git/git-commands.ts";
import { shapesOf } from "../programs/option-shapes.ts";
import { isLiteral, literalWord, type ShellWord, withoutExpansions } from "../words.ts";

/** Of these, names and counts stand where the content would. */
const INSTEAD =
  "-s --no-patch --quiet --stat --numstat --shortstat --dirstat --summary --compact-summary --name-only --name-status --raw";
/** None of these shows content, or looks for something in it. */
const BESIDE =
  "--stat-width --stat-name-width --stat-count --cumulative -z -r -t -w -b -M -C --color --no-color --find-renames --find-copies --find-copies-harder " +
  "--no-renames --diff-filter --full-index --abbrev --no-abbrev --relative --no-relative --ignore-submodules --exit-code --no-ext-diff --no-textconv " +
  "--cached --staged --merge-base --root --no-commit-id";
const AS_TEXT =
  "--pretty --format --oneline --abbrev-commit --no-abbrev-commit --date --relative-date --notes --no-notes --decorate --no-decorate --mailmap --no-mailmap " +
  "--use-mailmap --encoding --expand-tabs --no-expand-tabs --no-walk --no-diff-merges";

interface Look {
  /** By itself it shows content: one of these must be given. */
  readonly instead?: ReadonlySet<string>;
  /** Only beside these, too, it shows none. */
  readonly beside: ReadonlySet<string>;
}
const named = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(" ").split(" "));
const allBut = (options: string, ...showing: readonly string[]): ReadonlySet<string> =>
  new Set(shapesOf(options).keys()).difference(new Set(showing));

const HISTORY: Look = {
  beside: named(INSTEAD, BESIDE, ...shapesOf(`${REVISIONS} ${DECORATIONS} -v --stdin --unpacked --disk-usage`).keys()),
};
const CHANGES: Look = { instead: named(INSTEAD), beside: named(INSTEAD, BESIDE) };
const COMMITS: Look = { instead: named(INSTEAD), beside: named(INSTEAD, BESIDE, AS_TEXT) };
/** Looks that may show the content of files that no word names. */
const LOOKS: Readonly<Record<string, Look>> = {
  ...{ log: HISTORY, whatchanged: HISTORY, reflog: HISTORY, "rev-list": HISTORY, "stash list": HISTORY },
  ...{ "diff-tree": HISTORY, "diff-index": HISTORY, "diff-files": HISTORY },
  ...{ diff: CHANGES, "stash show": CHANGES, show: COMMITS },
  "range-diff": { instead: named("-s --no-patch"), beside: named(INSTEAD, BESIDE, "--creation-factor") },
  status: { beside: allBut(GIT_COMMANDS["status"]?.options ?? "", "-v", "--verbose") },
  "cat-file": {
    instead: named("-t -s -e --batch-check"),
    beside: allBut(GIT_COMMANDS["cat-file"]?.options ?? "", "-p"),
  },
  // To be told whether a letter stands there is to read it.
  grep: { instead: new Set(), beside: new Set() },
};

interface Patching {
  readonly letters: string;
  readonly names: readonly string[];
}
const BY_HUNKS: Patching = { letters: "pei", names: ["patch", "edit", "interactive"] };
/** Commands that change something, and show what where they are told to. */
const PATCHING: Readonly<Record<string, Patching>> = {
  ...{ add: BY_HUNKS, checkout: BY_HUNKS, reset: BY_HUNKS, restore: BY_HUNKS, stash: BY_HUNKS },
  commit: { letters: "vp", names: ["verbose", "patch", "interactive"] },
  "request-pull": { letters: "p", names: [] },
  ...{ am: { letters: "", names: ["show-current-patch"] }, rebase: { letters: "", names: ["show-current-patch"] } },
};

type Showing = (texts: readonly string[]) => boolean;
const always: Showing = () => true;
const someIs =
  (form: RegExp): Showing =>
  (texts) =>
    texts.some((text) => form.test(text));
const firstIs =
  (form: RegExp): Showing =>
  ([first = ""]) =>
    form.test(first);
/** Others that hand content out, some by its number or under another name. */
const HANDING: Readonly<Record<string, Showing>> = {
  ...Object.fromEntries(
    "format-patch fast-export difftool pack-objects clone unpack-file merge-tree filter-branch upload-pack upload-archive http-backend daemon instaweb send-email diagnose mktree commit-tree replace"
      .split(" ")
      .map((verb) => [verb, always]),
  ),
  archive: (texts) => !texts.some((text) => /^(?:-l|--list)$/.test(text)) || !texts.every((text) => /^-/.test(text)),
  ...{ worktree: firstIs(/^add$/), bundle: firstIs(/^create$/), rerere: firstIs(/^diff$/), bisect: firstIs(/^v/) },
  fsck: someIs(/^--lost/),
  "read-tree": someIs(/^--prefix|:/),
  subtree: someIs(/^(?:--prefix|-P)/),
  "checkout-index": someIs(/^(?:-[a-z]*a[a-z]*|--all|--stdin)$/),
  "update-index": someIs(/^--(?:cacheinfo|index-info)/),
  notes: someIs(/^(?:-[cC].*|--re(?:use|edit)-message.*|copy)$/),
  "merge-file": someIs(/^--obj/),
  config: someIs(/^--blob/),
};

/**
 * Whether a command of git shows what stands in files that it keeps, or answers by it. A look does, unless each of its options is known not to.
 * @param rest  behind the sub-command
 * @returns     `maybe` where a word that is not known tells
 */
export function showsContent(verb: string, rest: readonly ShellWord[]): "yes" | "no" | "maybe" {
  if (rest.length === 1 && /^(?:-h|--help)$/.test(rest[0]?.text ?? "")) return "no";
  if (showsKnown(verb, rest.map(asKnown))) return "yes";
  const mayTell = Object.hasOwn(LOOKS, lookOf(verb, rest)) && rest.some(mayBeOption);
  return mayTell ? "maybe" : "no";
}

const OPTION_START = /^--[\w-]+=/;
const mayBeOption = (word: ShellWord): boolean =>
  !isLiteral(word) && (word.glob || (!OPTION_START.test(word.text) && /^[-$`"]/.test(word.text)));
const asKnown = (word: ShellWord): ShellWord =>
  isLiteral(word) ? word : literalWord(withoutExpansions(OPTION_START.test(word.text) ? word.text : "", "x") || "x");

const lookOf = (verb: string, [first]: readonly ShellWord[]): string =>
  verb === "stash" ? `stash ${first?.text}` : verb;

function showsKnown(verb: string, rest: readonly ShellWord[]): boolean {
  const called = lookOf(verb, rest);
  if (Object.hasOwn(LOOKS, called)) return lookShows(called, called === verb ? rest : rest.slice(1));
  const texts = rest.map(({ text }) => text);
  const { letters = "", names = [] } = Object.hasOwn(PATCHING, verb) ? (PATCHING[verb] ?? {}) : {};
  return (
    texts.some((text) => isGiven(text, letters, names)) ||
    (Object.hasOwn(HANDING, verb) && HANDING[verb]?.(texts) === true)
  );
}

function lookShows(called: string, words: readonly ShellWord[]): boolean {
  const [verb = ""] = called.split(" ");
  const { options = "" } = GIT_COMMANDS[verb] ?? {};
  // What is none of its options ends or lists what the reflog holds.
  if (verb === "reflog" && /^(?:expire|delete|drop|exists|write)$/.test(words[0]?.text ?? "")) return false;
  const read = readByGrammar(words, { options, operands: "paths", leavesValues: true });
  const look = LOOKS[called];
  if (read.kind === "unknown" || look === undefined) return true;
  const given = new Set(read.use.options.keys());
  const operands = read.use.operands.map(({ text }) => text);
  return namesWhatItShows(called, given, operands)
    ? false
    : !given.isSubsetOf(look.beside) ||
        (called === "show" && mayNameFile(operands, words)) ||
        (look.instead !== undefined && given.isDisjointFrom(look.instead));
}

/** Of files that its words name alone, which the rules for names judge. */
function namesWhatItShows(called: string, given: ReadonlySet<string>, operands: readonly string[]): boolean {
  if (called === "diff") return given.has("--no-index");
  const areFiles = operands.length > 0 && operands.every((text) => ONE_FILE.test(text));
  return areFiles && given.isSubsetOf(NAMED_BESIDE[called] ?? new Set());
}

const NAMED_BESIDE: Readonly<Record<string, ReadonlySet<string>>> = {
  show: LOOKS["show"]?.beside ?? new Set(),
  "cat-file": new Set(["-p"]),
};

const mayNameFile = (operands: readonly string[], words: readonly ShellWord[]): boolean =>
  !operands.every((text) => COMMIT.test(text)) && !words.some(({ text }) => text === "--");

/** `HEAD:src/a.ts`; a revision may hold a colon itself. */
const ONE_FILE = /^[^-:^{][^:{]*:[^:]/;
/** Surely no tag of a file, and no number of one. */
const COMMIT = /^(?:HEAD|@)$|[~^]\d*$|\^\{commit\}$/;

/** An option may be cut short, and stand in a cluster. */
function isGiven(text: string, letters: string, names: readonly string[]): boolean {
  const [, long] = /^--([\w-]+)/.exec(text) ?? [];
  if (long !== undefined) return names.some((name) => name.startsWith(long));
  return /^-[^-]/.test(text) && [...letters].some((letter) => text.includes(letter));
}
