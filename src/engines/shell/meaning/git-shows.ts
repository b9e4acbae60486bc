import { gitWords } from "../programs/git-words.ts";
import { programName } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { type GitExtent, gitExtent } from "./git-extent.ts";

/** What of the files that git keeps a command of git shows, or lays out elsewhere. */
export interface GitShows extends GitExtent {
  /** Folders of `-C`, the first one first, and what is cloned. */
  readonly folders: readonly ShellWord[];
  /** False: a word that is not known may make it another command. */
  readonly isSure: boolean;
  /** It says itself which repository it means. */
  readonly namesRepository: boolean;
}

const NO_CONTENT =
  /^(?:-s|--no-patch|--(?:stat|numstat|shortstat|dirstat|summary|name-only|name-status|quiet|check|raw|files-with-matches|files-without-match|count|help|list)(?:=.*)?|-h)$/;
/** Options may be cut short as long as no other begins so. */
const LONG_WITH_CONTENT = "--(?:pat|uni|bin|cc|dd|rem).*";
const WITH_CONTENT = new RegExp(`^(?:-p|-u|-U\\d+|${LONG_WITH_CONTENT})$`);
const NAMES_ONLY = /^(?:-[a-zA-Z]*[lLcq][a-zA-Z]*|--(?:files-with-matches|files-without-match|name-only|count|quiet))$/;
/** They show content by themselves. */
const SHOWING = new Set(
  "show diff grep archive format-patch fast-export bundle range-diff difftool pack-objects checkout-index clone worktree cat-file unpack-file merge-tree read-tree subtree fsck filter-branch upload-pack upload-archive http-backend daemon instaweb send-email diagnose mktree commit-tree replace update-index notes merge-file config".split(
    " ",
  ),
);
/** They show content where they are told to. */
const PATCHING = new Set(
  "log whatchanged reflog rev-list stash diff-tree diff-index diff-files add checkout reset restore commit status request-pull bisect".split(
    " ",
  ),
);
/** They write files, in another folder where they are told of one. */
const LAYING_OUT = new Set("checkout switch restore reset merge pull rebase cherry-pick revert am stash".split(" "));
/** What makes them take a file by its number, or give it another name. */
const BY_NUMBER: Readonly<Record<string, RegExp>> = {
  "update-index": /^--(?:cacheinfo|index-info)/,
  notes: /^(?:-[cC].*|--re(?:use|edit)-message.*|copy)$/,
  "merge-file": /^--obj/,
  config: /^--blob/,
};
/** Files of a commit are written below another folder. */
const SHIFTS = /^(?:-X|--strategy-option=|-s|--strategy=)?subtree(?:=|$)/;
const NAMES_REPOSITORY = /^(?:--git-dir|--namespace)(?:=|$)/;
const REPOSITORY_VARIABLE =
  /^GIT_(?:DIR|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|INDEX_FILE|NAMESPACE)$/;
const NAMES_WORK_TREE = /^(?:--work-tree(?:=|$)|core\.worktree=)/i;

/**
 * @param variables  names of those that are set for it
 * @returns          undefined where a command shows none
 */
export function gitShows(command: readonly ShellWord[], variables: readonly string[]): GitShows | undefined {
  const words = wordsOfGit(command);
  if (words === undefined) return undefined;
  const { words: given, folders } = gitWords(words);
  const [verb, ...rest] = given;
  if (verb === undefined) return undefined;
  const before = words.slice(0, words.length - given.length);
  const texts = rest.map(({ text }) => text);
  const laysOut =
    LAYING_OUT.has(verb.text) &&
    (variables.includes("GIT_WORK_TREE") || before.some(({ text }) => NAMES_WORK_TREE.test(text)));
  const taken = takenFrom(verb.text, rest);
  const isTaking = verb.text === "clone" || taken !== undefined;
  if (isTaking ? taken === undefined : !laysOut && isLiteral(verb) && !shows(verb.text, texts)) return undefined;
  return {
    folders: taken === undefined || verb.text === "push" ? folders : [...folders, taken],
    isSure: isLiteral(command[0] ?? verb) && isLiteral(verb),
    namesRepository:
      before.some(({ text }) => NAMES_REPOSITORY.test(text)) ||
      variables.some((name) => REPOSITORY_VARIABLE.test(name)),
    ...gitExtent(verb.text, rest, { isPlain: !words.some(({ text }) => text.endsWith("-pathspecs")) }),
  };
}

/** Of git, or of one of its parts as a program of its own: `git-log`. A program that is not known may be git. */
function wordsOfGit([program, ...words]: readonly ShellWord[]): readonly ShellWord[] | undefined {
  if (program === undefined) return undefined;
  const name = isLiteral(program) ? programName(program) : /\/([\w.-]+)"?$/.exec(program.text)?.[1];
  if (name?.startsWith("git-")) return [literalWord(name.slice("git-".length)), ...words];
  return name === undefined || name === "git" ? words : undefined;
}

const CLONE_VALUE =
  /^(?:-[bcjou]|--(?:branch|config|depth|jobs|origin|reference|separate-git-dir|template|upload-pack))$/;

/** How many words stand before the repository that all is taken from, or that all goes to. */
const BEFORE_REPOSITORY: Readonly<Record<string, number>> = {
  ...{ clone: 0, fetch: 0, pull: 0, push: 0, "submodule add": 0 },
  ...{ "remote add": 1, "remote set-url": 1 },
};
/** A word that git would not take for the name of a remote. */
const IS_PLACE = /^(?:\.{1,2}$|~|file:)|\//i;

/** A repository on this machine that files are taken from, or given to; each of them could be read there under another name. */
function takenFrom(verb: string, rest: readonly ShellWord[]): ShellWord | undefined {
  const isPair = verb === "submodule" || verb === "remote";
  const before = BEFORE_REPOSITORY[isPair ? `${verb} ${rest[0]?.text}` : verb];
  if (before === undefined) return undefined;
  const from = clonedBy(isPair ? rest.slice(1) : rest, before);
  return verb === "clone" || (from !== undefined && IS_PLACE.test(from.text)) ? from : undefined;
}

/** The folder that is cloned; nothing where that lies on another machine. */
function clonedBy(rest: readonly ShellWord[], before: number): ShellWord | undefined {
  const isGiven = ({ text }: ShellWord, index: number): boolean =>
    !text.startsWith("-") && !CLONE_VALUE.test(rest[index - 1]?.text ?? "");
  const from = rest.filter(isGiven)[before];
  if (from === undefined || !isLiteral(from)) return from;
  const text = from.text.replace(/^file:\/\/(?:localhost(?=\/))?/i, "");
  return /^(?:[\w+.-]+:\/\/|[^/]+:)/.test(text) ? undefined : literalWord(text);
}

type Showing = (texts: readonly string[], options: readonly string[]) => boolean;

/** Those of which options and words say whether they show content. */
const SHOWN_BY: Readonly<Record<string, Showing>> = {
  grep: (_, options) => !options.some((text) => NAMES_ONLY.test(text)),
  "cat-file": (_, options) => !options.some((text) => /^-[tse]$/.test(text) || /^--batch-check/.test(text)),
  worktree: ([first]) => first === "add",
  fsck: (_, options) => options.includes("--lost-found"),
  bundle: ([first]) => first === "create",
  "read-tree": (texts) => texts.some((text) => /^--prefix|:/.test(text)),
  subtree: (texts) => texts.some((text) => text.startsWith("--prefix") || text.startsWith("-P")),
  "checkout-index": (_, options) => options.some((text) => /^(?:-[a-z]*a[a-z]*|--all|--stdin)$/.test(text)),
  show: (texts, options) => !isOneFile(texts) && showsContent(options),
};

function shows(verb: string, texts: readonly string[]): boolean {
  const end = texts.indexOf("--");
  const options = (end < 0 ? texts : texts.slice(0, end)).filter((text) => text.startsWith("-"));
  if (LAYING_OUT.has(verb) && texts.some((text) => SHIFTS.test(text))) return true;
  if (PATCHING.has(verb)) return options.some((text) => patchOption(verb).test(text));
  if (!SHOWING.has(verb)) return false;
  if (Object.hasOwn(BY_NUMBER, verb)) return texts.some((text) => BY_NUMBER[verb]?.test(text));
  return Object.hasOwn(SHOWN_BY, verb) ? SHOWN_BY[verb]?.(texts, options) === true : showsContent(options);
}

/** `HEAD:src/a.ts` is that file alone, which the rules for names judge. */
const isOneFile = (texts: readonly string[]): boolean =>
  texts.some((text) => /^[^-:][^:]*:[^:]/.test(text)) && texts.every((text) => /^(?:-|[^-:][^:]*:[^:])/.test(text));

const showsContent = (options: readonly string[]): boolean =>
  !options.some((text) => NO_CONTENT.test(text)) || options.some((text) => WITH_CONTENT.test(text));

const PATCH_OPTION = new RegExp(`^(?:-[a-z]*[pu]|-U\\d*|-c|--diff-m.*|-L.*|${LONG_WITH_CONTENT})$`);

/** What makes a command show what changed: the letters mean different things. */
function patchOption(verb: string): RegExp {
  if (/^(?:status|commit)$/.test(verb)) return /^(?:-[a-z]*[vp][a-z]*|--verbose|--patch)$/;
  if (/^(?:add|checkout|reset|restore)$/.test(verb)) return /^(?:-[a-z]*[pei][a-z]*|--(?:pat|ed|int).*)$/;
  return PATCH_OPTION;
}
