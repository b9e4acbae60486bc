import { gitWords } from "../programs/git/git-words.ts";
import { programName } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { showsContent } from "./git-content.ts";
import { type GitExtent, gitExtent } from "./git-extent.ts";
import { type GitQuestion, gitQuestion } from "./git-question.ts";

/** What of the files that git keeps a command of git shows, or lays out elsewhere. */
export interface GitShows extends GitExtent {
  /** Folders of `-C`, the first one first, and what is cloned. */
  readonly folders: readonly ShellWord[];
  /** False: a word that is not known may make it another command, or have it show more. */
  readonly isSure: boolean;
  /** It says itself which repository it means. */
  readonly namesRepository: boolean;
  /** How git is asked what it is; undefined where that would not tell all. */
  readonly question: GitQuestion | undefined;
}

/** They write files, in another folder where they are told of one, or below one. */
const LAYING_OUT = new Set("checkout switch restore reset merge pull rebase cherry-pick revert am stash".split(" "));
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
  const taken = takenFrom(verb.text, rest);
  const isTaking = verb.text === "clone" || taken !== undefined;
  const laysOut = LAYING_OUT.has(verb.text) && namesAnotherPlace(before, rest, variables);
  const shown = laysOut || !isLiteral(verb) ? "yes" : showsContent(verb.text, rest);
  if (isTaking ? taken === undefined : shown === "no") return undefined;
  return {
    folders: taken === undefined || verb.text === "push" ? folders : [...folders, taken],
    isSure: isLiteral(command[0] ?? verb) && isLiteral(verb) && (isTaking || shown === "yes"),
    namesRepository:
      before.some(({ text }) => NAMES_REPOSITORY.test(text)) ||
      variables.some((name) => REPOSITORY_VARIABLE.test(name)),
    question: gitQuestion(before, verb.text, rest),
    ...gitExtent(verb.text, rest, { isPlain: !words.some(({ text }) => text.endsWith("-pathspecs")) }),
  };
}

const namesAnotherPlace = (
  before: readonly ShellWord[],
  rest: readonly ShellWord[],
  variables: readonly string[],
): boolean =>
  variables.includes("GIT_WORK_TREE") ||
  before.some(({ text }) => NAMES_WORK_TREE.test(text)) ||
  rest.some(({ text }) => SHIFTS.test(text));

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
