import { type GrammarResult, readByGrammar } from "../../option-grammar.ts";
import { isLiteral, type ShellWord } from "../../words.ts";
import { type ReaderTable, refuse } from "../reader.ts";
import { GIT_COMMANDS } from "./git-commands.ts";
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
  const [reads, mayRead = []] = [result.use.reads, result.use.mayRead].map((words) => words?.flatMap(pathsOfRevision));
  return { kind: "known", use: { ...result.use, reads: [...git.folders, ...(reads ?? [])], mayRead } };
}

/** `HEAD:.env` shows a file: its path counts, too. */
function pathsOfRevision(word: ShellWord): readonly ShellWord[] {
  const paths = behindColons(word.text);
  return paths.length === 0 ? [word] : paths.map((text) => ({ ...word, text: text || "." }));
}
