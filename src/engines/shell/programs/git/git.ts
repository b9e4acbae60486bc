import { showsContent } from "../../meaning/git-content.ts";
import { type GrammarResult, readByGrammar } from "../../option-grammar.ts";
import { isLiteral, type ShellWord } from "../../words.ts";
import { type ReaderTable, refuse } from "../reader.ts";
import { GIT_COMMANDS } from "./git-commands.ts";
import { pathspecOf } from "./git-pathspec.ts";
import { behindColons, gitWords } from "./git-words.ts";

export const GIT: ReaderTable = { git: readGit };

/** What these do where they do not look. */
const DOES: Readonly<Record<string, string>> = {
  stash: "it puts changes aside, takes them up again or drops them",
  config: "it changes git's settings",
  remote: "it changes the remotes of the repository, or asks one",
  worktree: "it makes, moves or takes away working trees",
  notes: "it changes notes of commits",
  bisect: "it checks out other commits",
  branch: "it creates or changes a branch",
  tag: "it creates or changes a tag",
  "symbolic-ref": "it changes where a reference points",
};
const OF_FORM = /^(?:an operand is missing|too many operands|this use of git|it creates or changes a reference)/;

const doesOf = (name: string, why: string): string => (OF_FORM.test(why) && DOES[name]) || why;

function readGit(words: readonly ShellWord[]): GrammarResult {
  const git = gitWords(words);
  if (git.problem !== undefined) return refuse(git.problem, git.problemWord);
  const name = git.words[0];
  if (!name)
    return git.isVersion
      ? { kind: "known", use: { options: new Map(), operands: [], reads: [] } }
      : refuse("git without a sub-command");
  const grammar = isLiteral(name) ? GIT_COMMANDS[name.text] : undefined;
  if (!grammar || !Object.hasOwn(GIT_COMMANDS, name.text))
    return refuse(DOES[name.text] ?? `git ${name.text} is not known to only read`, name.text);
  // Revisions such as HEAD^ or @{u} may hold characters that look like globs; with no file of that name they stay as they are.
  const result = readByGrammar(git.words.slice(1), { ...grammar, leavesValues: true });
  // Which words a sub-command takes to look tells nobody what it does with others.
  if (result.kind === "unknown") return result.word === "" ? { ...result, why: doesOf(name.text, result.why) } : result;
  const rest = git.words.slice(1);
  const isPath = isPathspec(name.text, rest, words);
  const named = [result.use.reads, result.use.mayRead ?? []].map((some) =>
    some.flatMap((word) => (isPath(word) ? pathsOf(word) : pathsOfRevision(word)).map((path) => ({ word, path }))),
  );
  const [reads = [], mayRead = []] = named.map((some) => some.map(({ path }) => path));
  const isNamed = namesOnly(name.text, rest);
  const namesOnlyOf = new Set(named.flat().flatMap(({ word, path }) => (isNamed(word) ? [path] : [])));
  const all = { reads: [...git.folders, ...reads], mayRead, namesOnly: namesOnlyOf };
  return { kind: "known", use: { ...result.use, ...all } };
}

/** Behind `--` of these stand paths with magic; of others plain ones. */
const TAKES_PATHSPECS = /^(?:log|show|diff|diff-index|diff-files|diff-tree|grep|status|ls-files|rev-list|whatchanged)$/;

function isPathspec(verb: string, rest: readonly ShellWord[], all: readonly ShellWord[]): (word: ShellWord) => boolean {
  const end = rest.findIndex(({ text }) => text === "--");
  const isPlain = rest.some(({ text }) => text === "--no-index") || all.some(({ text }) => text.endsWith("-pathspecs"));
  if (end < 0 || isPlain || !TAKES_PATHSPECS.test(verb)) return () => false;
  const behind = new Set(rest.slice(end + 1));
  return (word) => behind.has(word);
}

/** What a path leaves out is not read. */
function pathsOf(word: ShellWord): readonly ShellWord[] {
  const spec = isLiteral(word) ? pathspecOf(word.text) : undefined;
  if (spec === undefined || spec.magic.has("top")) return spec?.magic.has("exclude") ? [] : pathsOfRevision(word);
  return spec.magic.has("exclude") ? [] : [{ ...word, text: spec.path || "." }];
}

/** These tell names alone of the files that they are given. */
const NAMES = /^(?:check-ignore|check-attr|ls-files|ls-tree|status)$/;
/** And these of what stands behind `--`, where they are not told to show more. */
const LOOKS = /^(?:log|show|diff|rev-list)$/;

/** Whether nothing is told of what stands in a file that a word names; `HEAD:a` is shown itself, and the value of an option is read. */
function namesOnly(verb: string, rest: readonly ShellWord[]): (word: ShellWord) => boolean {
  if (NAMES.test(verb)) return (word) => rest.includes(word);
  const end = rest.findIndex(({ text }) => text === "--");
  const shows = !LOOKS.test(verb) || end < 0 || showsContent(verb, rest) !== "no" || isUnkept(rest);
  return (word) => !shows && rest.indexOf(word) > end;
}

/** Files outside of what git keeps are compared, and shown. */
const isUnkept = (rest: readonly ShellWord[]): boolean => rest.some(({ text }) => text === "--no-index");

/** `HEAD:.env` shows a file: its path counts, too. */
function pathsOfRevision(word: ShellWord): readonly ShellWord[] {
  const paths = behindColons(word.text);
  return paths.length === 0 ? [word] : paths.map((text) => ({ ...word, text: text || "." }));
}
