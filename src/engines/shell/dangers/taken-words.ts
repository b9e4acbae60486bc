import { CONTAINERS } from "../floor/mounts.ts";
import { gitWords } from "../programs/git/git-words.ts";
import { takesCode } from "../programs/interpreters.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import type { DangerContext } from "./danger.ts";
import { FILE_DANGERS } from "./files.ts";
import { bare } from "./word-pieces.ts";

/** Of programs that write what their words name: those that take what they write among other words. */
export const NAMES_BY_OPTION = new Set("sort uniq xxd perl ruby sed gsed patch unzip fd split".split(" "));

/** Their texts are for people, for other machines, or read by a grammar of their own. */
const TELLS_OTHERS =
  /^(?:gh|glab|hub|ssh|mosh|curl|wget|http|xh|kubectl|oc|say|notify-send|logger|figlet|cowsay|g?sed|npm|pnpm|yarn)$/;
/** What these are given to read are orders to them. */
const ORDERED_BY_INPUT = /^(?:patch|ex|ed|vim?|nvim|sqlite3?|duckdb|psql|mysql|mariadb|gnuplot)$/;

const isOrderedByInput = (name: string, words: readonly ShellWord[]): boolean =>
  ORDERED_BY_INPUT.test(name) ||
  takesCode(name) ||
  (name === "git" && /^(?:apply|am)$/.test(gitWords(words).words[0]?.text ?? ""));

/** The texts that a program may carry out, among its words or as its input. */
export function ordersTo(name: string, words: readonly ShellWord[], { input }: DangerContext): readonly string[] {
  if (TELLS_OTHERS.test(name) || (Object.hasOwn(FILE_DANGERS, name) && !NAMES_BY_OPTION.has(name))) return [];
  const given = notRead(name, words)
    .filter(isLiteral)
    .map(({ text }) => text);
  const read = input.kind === "text" && isOrderedByInput(name, words) ? [input.text] : [];
  return [...given, ...read].filter((text) => /[\s"'`>]/.test(text));
}

/** Sub-commands of git that record, show, send or take back what their words name, where others ask about that. */
const GIT_RECORDS = new Set(
  (
    "add annotate bisect blame branch cat-file check-attr check-ignore checkout cherry cherry-pick commit describe diff diff-tree difftool fetch grep hash-object log " +
    "ls-files ls-tree merge notes pull push range-diff rebase remote reset restore rev-list rev-parse revert rm shortlog show sparse-checkout stage stash status " +
    "switch tag update-index"
  ).split(" "),
);
/** Of containers: what they read, and folders that others look at. */
const CONTAINER_READS =
  /^(?:-[fvw]|--(?:file|env-file|label-file|volume|mount|secret|ssh|build-context|config|workdir|project-directory))(?:=|$)/;

/** The words but for those of which it is known that they are only read. */
export function notRead(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  if (name === "git") {
    const { words: git, folders } = gitWords(words);
    return GIT_RECORDS.has(git[0]?.text ?? "") ? [] : [...folders, ...git.slice(1)];
  }
  if (!CONTAINERS.test(name)) return words;
  const isBuild = words.some(({ text }) => text === "build");
  return words.filter(
    (word, at) =>
      !CONTAINER_READS.test(word.text) &&
      !CONTAINER_READS.test(bare(words[at - 1])) &&
      !(isBuild && at === words.length - 1 && !/file$|^-o$|^--(?:output|dest)$/.test(bare(words[at - 1]))),
  );
}

/** The same with the folders that a container may write in, and without what a search only goes through. */
export function mayBeWritten(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  if (CONTAINERS.test(name)) return words.filter(({ text }) => !/:ro$|,(?:readonly|ro)\b/.test(text));
  if (name === "find" && !words.some(({ text }) => text === "-delete")) return [];
  const named = notRead(name, words);
  if (name !== "git" || named.length === 0) return named;
  const { words: git, folders } = gitWords(words);
  const areFolders = /^(?:clone|init|worktree|submodule|bundle)$/.test(git[0]?.text ?? "");
  return named.map((word) =>
    (areFolders || folders.includes(word)) && /^[\w.]/.test(word.text) ? { ...word, text: `./${word.text}` } : word,
  );
}
