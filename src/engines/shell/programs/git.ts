import { type GrammarResult, readByGrammar } from "../option-grammar.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { GIT_COMMANDS } from "./git-commands.ts";
import { behindColons, gitWords } from "./git-words.ts";
import { type ReaderTable, refuse } from "./reader.ts";

export const GIT: ReaderTable = { git: readGit };

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
    return refuse(`git ${name.text} is not known to only read`, name.text);
  // Revisions such as HEAD^ or @{u} may hold characters that look like globs; with no file of that name they stay as they are.
  const result = readByGrammar(git.words.slice(1), { ...grammar, leavesValues: true });
  if (result.kind === "unknown") return result;
  const [reads, mayRead = []] = [result.use.reads, result.use.mayRead].map((words) => words?.flatMap(pathsOfRevision));
  return { kind: "known", use: { ...result.use, reads: [...git.folders, ...(reads ?? [])], mayRead } };
}

/** `HEAD:.env` shows a file: its path counts, too. */
function pathsOfRevision(word: ShellWord): readonly ShellWord[] {
  const paths = behindColons(word.text);
  return paths.length === 0 ? [word] : paths.map((text) => ({ ...word, text: text || "." }));
}
