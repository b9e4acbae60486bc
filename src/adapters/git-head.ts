import { dirname, join } from "node:path";
import { statIfThere } from "./folder-entries.ts";
import { namedGitFolder } from "./git-folder.ts";
import { plainText } from "./read-plain-file.ts";

const BRANCH = "ref: refs/heads/";
const NAME_CHARS_MAX = 300;

/**
 * What is checked out in the repository around a folder, by reading HEAD as git itself does: the branch, or as many digits of the commit.
 * Starts no process; undefined outside a repository.
 */
export function checkedOut(cwd: string, hashDigits: number): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const head = readHead(join(folder, ".git"));
    if (head !== undefined) return head.startsWith(BRANCH) ? head.slice(BRANCH.length) : head.slice(0, hashDigits);
    if (folder === dirname(folder)) return undefined;
  }
}

/** `.git` is a folder, or in a worktree a file that names one. */
function readHead(dotGit: string): string | undefined {
  if (statIfThere(dotGit)?.isDirectory()) return firstLine(join(dotGit, "HEAD"));
  const named = namedGitFolder(dotGit);
  return named === undefined ? undefined : firstLine(join(named, "HEAD"));
}

/** The first line, as far as it can be seen: a name in a hostile repository carries no orders. */
function firstLine(path: string): string | undefined {
  return plainText(path)
    ?.split("\n", 1)[0]
    ?.replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, "")
    .slice(0, NAME_CHARS_MAX)
    .trim();
}
