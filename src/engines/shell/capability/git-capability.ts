import type { Part } from "../part.ts";
import { isPlainInside, placeOf } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { gitWords } from "../programs/git/git-words.ts";
import type { ShellWord } from "../words.ts";
import { ALL_BELOW } from "./edit-capability.ts";
import { isPlainWork } from "./git-work.ts";

type GitNeed = "git-local" | "git-fetch" | "git-push" | undefined;

const GIT_LOCAL = new Set(
  "add commit stash checkout switch merge rebase cherry-pick revert reset restore mv rm tag branch notes worktree init stage clean bisect".split(
    " ",
  ),
);

/** A file that starts programs or configures them, or lies in the repository itself: each is approved by itself. */
function isKept(word: ShellWord, part: Part, options: CommandPolicyOptions): boolean {
  if (word.text.startsWith("-")) return false;
  const { isProtected, isPrecious, path } = placeOf(word, part.folders, options);
  return isProtected || (isPrecious && path !== undefined && /\/\.git(?:\/|$)/.test(path));
}

/** Git finds names by patterns of its own, whose stars cross folders and dots: `git rm '*.json'`, `git add -f ':(glob)**'`. */
const GIT_PATTERN = /[*?[]|^:/;

/** What takes away, or takes along what is ignored, and names it by more than plain names. */
function namesUntold(verb: string, words: readonly ShellWord[], part: Part, options: CommandPolicyOptions): boolean {
  const operands = words.filter(({ text }) => !text.startsWith("-"));
  const isPatterned = operands.some(({ text }) => GIT_PATTERN.test(text));
  const isFromFile = words.some(({ text }) => text.startsWith("--pathspec-f"));
  if (verb === "rm" || verb === "mv") return isPatterned || isFromFile;
  const isForced = /^(?:add|stage)$/.test(verb) && words.some(({ text }) => /^-(?:-f|[a-zA-Z]*f)/.test(text));
  return isForced && (operands.length === 0 || isPatterned || isFromFile || takesAnyBelow(operands, part, options));
}

/** A folder in which a look finds more than plain files. */
function takesAnyBelow(operands: readonly ShellWord[], { folders }: Part, options: CommandPolicyOptions) {
  const { facts } = options;
  return operands.some((word) => {
    const { path } = placeOf(word, folders, options);
    if (path === undefined) return true;
    return facts?.isFolder?.(path) === true && facts.readProblem?.(path, { ...ALL_BELOW, glob: false }) !== undefined;
  });
}

const GIT_FETCH = new Set("fetch pull ls-remote remote".split(" "));

/** The kind of work that a sub-command is, whatever it is told. */
export function gitKind(words: readonly ShellWord[]): GitNeed {
  const verb = gitWords(words).words[0]?.text ?? "";
  if (verb === "push") return "git-push";
  if (GIT_FETCH.has(verb)) return "git-fetch";
  return GIT_LOCAL.has(verb) ? "git-local" : undefined;
}

/** What leave for work of git's covers these words, the program's name left out. */
export function gitNeed(words: readonly ShellWord[], part: Part, options: CommandPolicyOptions): GitNeed {
  const git = gitWords(words);
  const [name, ...rest] = git.words;
  if (git.problem !== undefined || !name || git.folders.some((folder) => !isPlainInside(folder, part.folders, options)))
    return undefined;
  if (!isPlainWork(name.text, rest)) return undefined;
  if (folderAsRemote(git.words, part, options) !== undefined) return undefined;
  if (name.text === "push") return rest.every((word) => !/[:/]{2}|@.*:/.test(word.text)) ? "git-push" : undefined;
  if (GIT_FETCH.has(name.text)) return fetchNeed(name.text, rest);
  if (rest.some((word) => isKept(word, part, options)) || namesUntold(name.text, rest, part, options)) return undefined;
  return GIT_LOCAL.has(name.text) ? "git-local" : undefined;
}

/** Sub-commands that reach a remote. */
const REACHES_REMOTE = /^(?:push|fetch|pull|ls-remote|remote|archive|fetch-pack|send-pack)$/;
const IS_PATH = /^\.{0,2}\//;
/** Of those the options whose value is a word of its own; git takes the beginning of a long one, too. */
const VALUE_FOLLOWS = /^-[a-zA-Z]*[osXj]$/;
const LONG_WITH_VALUE = (
  "--push-option --repo --remote --receive-pack --exec --upload-pack --strategy --strategy-option --jobs --depth --deepen --shallow-since " +
  "--shallow-exclude --refmap --server-option --negotiation-tip --filter --sort --cleanup"
).split(" ");
const takesNext = ({ text }: ShellWord): boolean =>
  VALUE_FOLLOWS.test(text) || (text.length > 2 && LONG_WITH_VALUE.some((option) => option.startsWith(text)));

/** A folder where a remote stands: git takes it for a repository, whose hooks it runs at a push.
 *  @param words  from the sub-command on */
export function folderAsRemote(
  [verb, ...rest]: readonly ShellWord[],
  { folders }: Part,
  { facts }: CommandPolicyOptions,
): string | undefined {
  if (verb === undefined || !REACHES_REMOTE.test(verb.text)) return undefined;
  const named = rest.flatMap(({ text }) => /^--(?:repo|rem\w*)=(.*)$/.exec(text)?.[1] ?? []);
  const plain = rest.filter(
    ({ text }, index) => !text.startsWith("-") && !(index > 0 && takesNext(rest[index - 1] as ShellWord)),
  );
  const values = rest.filter((_, index) => /^--re(?:p|m)/.test(rest[index - 1]?.text ?? ""));
  const first = verb.text === "archive" ? [] : plain.slice(0, verb.text === "remote" ? 2 : 1);
  return [...named, ...[...values, ...first].map(({ text }) => text)].find(
    (name) => IS_PATH.test(name) || folders.some((folder) => facts?.isFolder?.(`${folder}/${name}`)),
  );
}

/** From a remote by its name, as it is configured. */
function fetchNeed(verb: string, rest: readonly ShellWord[]): GitNeed {
  if (verb === "fetch" || verb === "pull") {
    const remote = rest.find((word) => !word.text.startsWith("-"))?.text ?? "";
    return !/[:/]/.test(remote) && rest.every((word) => !/:\/\/|@.*:|^\.\.?\//.test(word.text))
      ? "git-fetch"
      : undefined;
  }
  return rest.every((word) => !/[:/]|^(add|rename|remove|rm|set-\w+)$/.test(word.text)) ? "git-fetch" : undefined;
}
