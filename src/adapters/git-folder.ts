import { accessSync, constants, lstatSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { statIfThere } from "./folder-entries.ts";
import { plainText, readSmallFile, smallText } from "./read-plain-file.ts";

const HEAD = /^(?:ref:[ \t\r\n]*refs\/|[0-9a-f]{40})/;

/** A place where git may find a repository. */
export interface GitPlace {
  /** The folder that it is found in. */
  readonly top: string;
  /** What git keeps of it: `.git`, the folder that such a file names, or a bare repository itself. */
  readonly gitFolder: string;
  /** Whether git surely takes it; from one that it does not take it goes on to the folders above. */
  readonly isSure: boolean;
}

/** Where git may find a repository from here, the nearest first, up to the one that it surely takes. */
export function* gitPlaces(start: string): Generator<GitPlace, void> {
  for (let top = start; ; top = dirname(top)) {
    const place = gitPlaceAt(top);
    if (place !== undefined) yield place;
    if (place?.isSure || top === dirname(top)) return;
  }
}

/** The same at one folder, without those above. */
export function gitPlaceAt(top: string): GitPlace | undefined {
  const dotGit = join(top, ".git");
  if (statIfThere(dotGit)?.isDirectory()) return { top, gitFolder: dotGit, isSure: isRepository(dotGit) };
  const named = namedGitFolder(dotGit);
  // Git goes no further, whether or not it is a repository.
  if (named !== undefined) return { top, gitFolder: named, isSure: true };
  const isBare = ["HEAD", "objects", "refs"].every((name) => statIfThere(join(top, name)) !== undefined);
  return isBare ? { top, gitFolder: top, isSure: isRepository(top) } : undefined;
}

/** Never what git would not take; where git takes more, such as a link for a HEAD, the folders above count besides. */
function isRepository(gitFolder: string): boolean {
  const head = join(gitFolder, "HEAD");
  const common = commonGitFolder(gitFolder);
  try {
    for (const name of ["objects", "refs"]) accessSync(join(common, name), constants.X_OK);
    return lstatSync(head).isFile() && HEAD.test(smallText(head)?.slice(0, 255) ?? "");
  } catch {
    return false;
  }
}

/** The folder that a `.git` file of a second working tree or a submodule names; nothing where it is no such file. */
export function namedGitFolder(gitFile: string): string | undefined {
  const named = /^gitdir: ([\s\S]+)$/.exec(said(gitFile) ?? "")?.[1];
  return named === undefined ? undefined : resolve(dirname(gitFile), named);
}

/** Where the settings, hooks and commits of a git folder are: of a second working tree not in its own. */
export const commonGitFolder = (gitFolder: string): string =>
  resolve(gitFolder, said(join(gitFolder, "commondir")) ?? "");

/** What git reads in a file that holds a path: up to the first NUL, without the ends of line behind it. */
function said(path: string): string | undefined {
  const file = readSmallFile(path);
  if (file.kind !== "text") return file.kind === "missing" ? undefined : UNKNOWN;
  return file.text.replace(/[\r\n]+$/, "").split("\0", 1)[0];
}

/** What stands for bytes that are no text, and for a path that is not to be read. */
const UNKNOWN = "\uFFFD";
/** Whether a path that a repository names is the one that git goes to. */
export const isKnownPath = (path: string): boolean => !path.includes(UNKNOWN);

/** The repository that a working tree's `.git` file names, when that repository knows this working tree as its own. */
export function knownRepository(gitFile: string): string | undefined {
  try {
    const named = namedGitFolder(gitFile);
    if (named === undefined) return undefined;
    const gitFolder = realpathSync(named);
    const back = realpathSync(plainText(join(gitFolder, "gitdir"))?.trim() ?? "");
    const common = realpathSync(commonGitFolder(gitFolder));
    return back === realpathSync(gitFile) && dirname(gitFolder) === join(common, "worktrees") ? common : undefined;
  } catch {
    return undefined;
  }
}
