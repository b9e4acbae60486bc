import { globToRegExp } from "../../../base/glob.ts";
import { normalizePath } from "../../paths/worked-folders.ts";
import { readByGrammar } from "../option-grammar.ts";
import { GIT_COMMANDS } from "../programs/git/git-commands.ts";
import { excludes, pathspecOf } from "../programs/git/git-pathspec.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** Of which files and commits a command of git speaks. */
export interface GitExtent {
  /** Whether paths can be left out by `:(exclude)`. */
  readonly takesPaths: boolean;
  /** A word that may be the number of one file or folder, of which paths leave out nothing; `X^0` is a commit alone. */
  readonly object: string | undefined;
  /** It compares: of the working tree only what differs from what git keeps is shown. */
  readonly compares: boolean;
  /** Whether it may show what stands in commits, and not only what git keeps beside them. @param paths  of the files that it keeps now */
  showsPast(paths: readonly string[]): boolean;
  /** Whether it reads files of the working tree themselves, and nothing that git keeps of them. @param paths  of the files that it keeps now */
  readsTree(paths: readonly string[]): boolean;
  /** Whether the paths that the command names reach a file. @param folder  where the command stands, from the top; "" or with a slash at its end */
  reaches(path: string, folder: string): boolean;
}

const TAKES_PATHS =
  /^(?:show|diff|grep|archive|log|whatchanged|format-patch|diff-tree|diff-index|diff-files|rev-list|difftool|add|commit|status)$/;
/** With these it shows more than its paths. */
const BEYOND_PATHS = /^(?:--full-diff|--follow|-L.*)$/;
/** What they are given may be a file or a folder, and no commit. */
const OF_OBJECTS = /^(?:show|diff|grep|archive|diff-tree|diff-index|difftool)$/;
const NUMBER = /^[0-9a-f]{4,64}$/i;
const COMPARING = /^(?:diff|difftool)$/;

/** @param isPlain  paths mean what they mean by themselves */
export function gitExtent(
  verb: string,
  rest: readonly ShellWord[],
  { isPlain }: { readonly isPlain: boolean },
): GitExtent {
  const texts = rest.map(({ text }) => text);
  const named = beforePaths(verb, texts);
  const takesPaths =
    TAKES_PATHS.test(verb) && !texts.some((text) => BEYOND_PATHS.test(text)) && !named.some(isFolderOf(verb));
  const object = OF_OBJECTS.test(verb) ? named.find((text) => NUMBER.test(text)) : undefined;
  return {
    takesPaths,
    object,
    compares: COMPARING.test(verb),
    // What stands before `--` is none of a path, whatever is called so.
    showsPast: (paths) => showsPast(verb, texts, (word) => texts.includes("--") || !isKept(word, paths)),
    readsTree: (paths) => verb === "grep" && grepsTree(rest, paths),
    reaches: takesPaths && object === undefined ? reachOf(verb, rest, isPlain) : () => true,
  };
}

/** `HEAD:src`: the paths that leave out start there. */
const isFolderOf =
  (verb: string) =>
  (text: string): boolean =>
    OF_OBJECTS.test(verb) && verb !== "show" && /^[^-:][^:]*:/.test(text);

/** Options whose next word is theirs: another verb means another thing by the same letter. */
const VALUED: Readonly<Record<string, RegExp>> = {
  grep: /^(?:-[ABCm]|--(?:after-context|before-context|context|max-count|max-depth|threads))$/,
  diff: /^(?:-[SGO]|--output)$/,
};

/** What stands before `--` and is no option. */
function beforePaths(verb: string, texts: readonly string[]): readonly string[] {
  const end = texts.indexOf("--");
  const before = end < 0 ? texts : texts.slice(0, end);
  return before.filter((text, index) => !text.startsWith("-") && !VALUED[verb]?.test(before[index - 1] ?? ""));
}

/** A word is one of a revision where git would not take it for a path. */
function showsPast(verb: string, texts: readonly string[], isRevision: (word: string) => boolean): boolean {
  const has = (option: RegExp): boolean => texts.some((text) => option.test(text));
  if (/^(?:checkout-index|diff-files|add)$/.test(verb)) return false;
  if (COMPARING.test(verb))
    return has(/^--(?:cached|staged|merge-base|no-index)$/) || beforePaths(verb, texts).some(isRevision);
  // The first word is what is looked for.
  if (verb === "grep")
    return beforePaths(verb, texts)
      .slice(has(/^(?:-[ef].*|--file.*)$/) ? 0 : 1)
      .some(isRevision);
  return true;
}

/** `git grep` without a revision: words before `--` that are no paths are some. */
function grepsTree(rest: readonly ShellWord[], paths: readonly string[]): boolean {
  const { options = "", patternOptions = [] } = GIT_COMMANDS["grep"] ?? {};
  if (!rest.every((word) => isLiteral(word) && !word.glob)) return false;
  const read = readByGrammar(rest, { options, operands: "pattern", patternOptions });
  if (read.kind === "unknown") return false;
  const { options: given, operands } = read.use;
  if (given.has("--cached") || given.has("--recurse-submodules")) return false;
  const end = rest.findIndex(({ text }) => text === "--");
  const behind = end < 0 ? 0 : rest.length - end - 1;
  const isPattern = !patternOptions.some((name) => given.has(name));
  const before = operands.slice(isPattern ? 1 : 0, operands.length - behind).map(({ text }) => text);
  // What begins with a colon may name a file by its number.
  return before.every((text) => behind === 0 && !text.startsWith(":") && isKept(text, paths));
}

/** Git does not choose between a path and a revision of one name. */
function isKept(word: string, paths: readonly string[]): boolean {
  const path = word.replace(/^\.\//, "").replace(/\/$/, "");
  return path === "." || excludes(word) || paths.some((one) => one === path || one.startsWith(`${path}/`));
}

/** By the paths behind `--`, and those that are left out by `:(exclude)`, `:!` or `:^`. */
function reachOf(
  verb: string,
  rest: readonly ShellWord[],
  isPlain: boolean,
): (path: string, folder: string) => boolean {
  if (rest.some((word) => !isLiteral(word))) return () => true;
  const end = rest.findIndex(({ text }) => text === "--");
  const archived = rest.filter(({ text }) => !text.startsWith("-")).slice(1);
  const named = (end < 0 ? (verb === "archive" ? archived : []) : rest.slice(end + 1)).map(({ text }) => text);
  const excluded = isPlain ? rest.map(({ text }) => text).filter(excludes) : [];
  const included = named.filter((text) => !excludes(text));
  return (path, folder) =>
    (included.length === 0 || included.some((one) => meets(one, path, folder) !== false)) &&
    !excluded.some((one) => meets(one, path, folder) === true);
}

/** Magic with which a path still says itself what it reaches. */
const PLAIN_MAGIC = new Set(["exclude", "top", "glob", "literal"]);

/** Whether a path as git takes it reaches a file, or leaves it out; undefined where it has other magic. */
function meets(text: string, path: string, folder: string): boolean | undefined {
  const spec = pathspecOf(text);
  if (spec === undefined || !spec.magic.isSubsetOf(PLAIN_MAGIC) || /[[\\]/.test(spec.path)) return undefined;
  const whole = normalizePath(`/${spec.magic.has("top") ? "" : folder}${spec.path}`)
    .slice(1)
    .replace(/\/$/, "");
  if (whole === "" || path === whole || path.startsWith(`${whole}/`)) return true;
  if (!/[*?]/.test(whole) || spec.magic.has("literal")) return false;
  const isGlob = spec.magic.has("glob");
  // Where these cross folders git and globs here do not tell alike.
  if (whole.includes("?") || (isGlob && whole.includes("**"))) return undefined;
  const pattern = isGlob ? whole : whole.replace(/\*+/g, "**");
  return globToRegExp(pattern, { braces: false, wildcards: "stars" })?.test(path) ?? undefined;
}
