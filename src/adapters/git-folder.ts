import { accessSync, constants, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { foldName, makesRepository } from "../engines/paths/protected-names.ts";
import { isRefName } from "../engines/paths/ref-names.ts";
import { linkTarget, lookAt, statIfThere } from "./folder-entries.ts";
import { isInside, realOr } from "./inside.ts";
import { walkPath } from "./path-walk.ts";
import { BYTES_MAX, openPlain, type PlainFile, plainBytes } from "./read-plain-file.ts";

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const HEAD = /^(?:ref:[ \t\r\n]*refs\/|[0-9a-f]{40})/;

const BRANCH = "refs/heads/";

/** A place where git may find a repository. */
export interface GitPlace {
  /** The folder that it is found in. */
  readonly top: string;
  /** What git keeps of it: `.git`, the folder that such a file names, or a bare repository itself. */
  readonly gitFolder: string;
  /** Whether git surely takes it; from one that it does not take it goes on to the folders above. */
  readonly isSure: boolean;
  /** The file that names it, where git may take that for another place than we do. */
  readonly unknownBy?: string;
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
  const named = placeSaidBy(dotGit, "gitdir: ");
  // Git goes no further, whether or not it is a repository.
  if (named.place !== undefined) return { top, gitFolder: named.place, isSure: true };
  if (named.isUnknown) return { top, gitFolder: dotGit, isSure: true, unknownBy: dotGit };
  return isGitFolder(top) ? { top, gitFolder: top, isSure: isRepository(top) } : undefined;
}

/**
 * Whether git may take a folder for its own by what lies in it, whatever it is called.
 * @param added  a name that counts as if it were there
 */
export function isGitFolder(folder: string, added?: string): boolean {
  const has = (name: string): boolean => name === added || isNamed(join(folder, name));
  return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
}

const PARTS = new Map(
  "HEAD config config.worktree commondir hooks info modules worktrees objects refs logs packed-refs index"
    .split(" ")
    .map((name) => [foldName(name), name]),
);

/**
 * By which name what is written at a path is a part of a git folder that needs no name to be one, and may become one by that.
 * @param root  the folder that is worked in; both real
 */
export function gitPartAt(path: string, root: string): string | undefined {
  for (let at = path; at !== root && isInside(at, root); at = dirname(at)) {
    const part = PARTS.get(foldName(basename(at)));
    if (part !== undefined && mayBeGitFolder(dirname(at), part)) return part;
  }
  return undefined;
}

/** The same of a file that a call changes or makes, whose other files are not there yet. */
export const changedGitPart = (path: string, root: string): string | undefined =>
  gitPartAt(path, root) ??
  (makesRepository(basename(path)) && path !== root && !isFolder(path) ? basename(path) : undefined);

const isFolder = (path: string): boolean => statIfThere(path)?.isDirectory() === true;

/** With `objects` may come `refs`, by the same line. */
const mayBeGitFolder = (folder: string, added: string): boolean =>
  isGitFolder(folder, added) || (/^(?:objects|refs)$/.test(added) && isNamed(join(folder, "HEAD")));

/** A link to nowhere counts: as a HEAD it names a branch. */
const isNamed = (path: string): boolean => lookAt(path).kind === "something";

/**
 * A file of git's own by its name in a git folder. What git follows a link to there may be anything of the person's, and what such a file says is
 * told to models: a link in its place is refused, whatever git does.
 */
function gitFile(path: string): PlainFile {
  const read = plainBytes(() => openPlain(path, constants.O_NOFOLLOW), BYTES_MAX);
  if (read.kind === "bytes") return { kind: "text", text: read.bytes.toString("utf8") };
  // Behind a link to nowhere git finds nothing, either.
  return read.kind === "refused" && read.why === "ELOOP" && statIfThere(path) === undefined
    ? { kind: "missing" }
    : read;
}

/** What it says; nothing where it is not there, is a link or is not to be read. */
export function gitText(path: string): string | undefined {
  const file = gitFile(path);
  return file.kind === "text" ? file.text : undefined;
}

/** Never what git would not take; where git takes more, such as a link for a HEAD, the folders above count besides. */
function isRepository(gitFolder: string): boolean {
  const head = join(gitFolder, "HEAD");
  const common = commonGitFolder(gitFolder);
  try {
    for (const name of ["objects", "refs"]) accessSync(join(common, name), constants.X_OK);
    return HEAD.test(gitText(head)?.slice(0, 255) ?? "");
  } catch {
    return false;
  }
}

/** The folder that a `.git` file of a second working tree or a submodule names; nothing where it is no such file. */
export const namedGitFolder = (gitFile: string): string | undefined => placeSaidBy(gitFile, "gitdir: ").place;

/** Where the settings, hooks and commits of a git folder are: of a second working tree not in its own. */
export const commonGitFolder = (gitFolder: string): string =>
  placeSaidBy(join(gitFolder, "commondir")).place ?? gitFolder;

/** The file by which git finds a repository's folders and which it may take for another place than we do. */
export function unknownPlace({ gitFolder, unknownBy }: GitPlace): string | undefined {
  const common = join(gitFolder, "commondir");
  return unknownBy ?? (placeSaidBy(common).isUnknown ? common : undefined);
}

/** What such a file says: all of it but the line ends at its end (`read_gitfile_gently` and `get_common_dir_noenv` in git's setup.c). */
function placeSaidBy(path: string, prefix = ""): { readonly place?: string | undefined; readonly isUnknown?: boolean } {
  const file = gitFile(path);
  if (file.kind !== "text" || file.text.includes("\0")) return { isUnknown: file.kind !== "missing" };
  const text = file.text.replace(/[\r\n]+$/, "");
  if (!text.startsWith(prefix)) return {};
  const place = placeFrom(dirname(path), text.slice(prefix.length));
  return { place, isUnknown: place === undefined };
}

/**
 * The place that git means by a path in one of its files, links followed; nothing where bytes are no text, or a door to processes makes it
 * another place for another process.
 * @param base  the folder from which a relative one is meant
 */
export function placeFrom(base: string, path: string): string | undefined {
  if (/[\0-\x1f\x7f\ufffd]/.test(path)) return undefined;
  const walk = walkPath(path, { start: realOr(base), followsLast: true, foldsCase: false });
  return walk.kind === "refused" ? undefined : walk.realPath;
}

/** The repository that a working tree's `.git` file names, when that repository knows this working tree as its own. */
export function knownRepository(gitFile: string): string | undefined {
  try {
    const named = namedGitFolder(gitFile);
    if (named === undefined) return undefined;
    const gitFolder = realpathSync(named);
    // Git takes blanks at the end of this one away, too (`get_linked_worktree` in its worktree.c).
    const back = realpathSync(placeFrom(gitFolder, gitText(join(gitFolder, "gitdir"))?.trimEnd() ?? "") ?? "");
    const common = realpathSync(commonGitFolder(gitFolder));
    return back === realpathSync(gitFile) && dirname(gitFolder) === join(common, "worktrees") ? common : undefined;
  } catch {
    return undefined;
  }
}

/** The repository around a folder by what git itself has made: a `commondir` beside its main settings is nothing of that. */
export function gitWorkOf(folder: string): GitWork | undefined {
  for (const { top, gitFolder, isSure } of gitPlaces(folder)) {
    if (!isSure) continue;
    const real = realOr(gitFolder);
    return { gitFolder: real, common: knownRepository(join(top, ".git")) ?? real, top: realOr(top) };
  }
  return undefined;
}

/** A working tree of a repository that the repository knows as its own. */
export function knownWorktree(top: string, common: string): GitWork | undefined {
  const gitFile = join(top, ".git");
  const gitFolder = namedGitFolder(gitFile);
  if (gitFolder === undefined || knownRepository(gitFile) !== common) return undefined;
  return { gitFolder: realOr(gitFolder), common, top };
}

/**
 * What is checked out in the repository around a folder, by reading HEAD as git itself does: the branch, or as many digits of the commit.
 * Starts no process; undefined outside a repository, and where that is no name that git gives.
 */
export function checkedOut(cwd: string, hashDigits: number): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const dotGit = join(folder, ".git");
    // A folder, or in a worktree a file that names one.
    const gitFolder = statIfThere(dotGit)?.isDirectory() ? dotGit : namedGitFolder(dotGit);
    const head = gitFolder === undefined ? undefined : headOf(join(gitFolder, "HEAD"));
    if (head !== undefined) return head.startsWith(BRANCH) ? head.slice(BRANCH.length) : head.slice(0, hashDigits);
    if (folder === dirname(folder)) return undefined;
  }
}

/** The full name of what HEAD stands for, or a commit. Old versions of git wrote a link that leads nowhere but is called like a branch. */
function headOf(path: string): string | undefined {
  const file = gitFile(path);
  const said = file.kind === "text" ? file.text.trimEnd() : `ref: ${linkAt(path)}`;
  if (COMMIT.test(said)) return said;
  const name = /^ref:[ \t\r\n]*(.*)$/s.exec(said)?.[1] ?? "";
  return name.startsWith("refs/") && isRefName(name) ? name : undefined;
}

function linkAt(path: string): string {
  try {
    return linkTarget(path);
  } catch {
    return "";
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const SETTINGS = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"];
const VARIABLES = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  // What a push sends, and not what `refs/replace` shows in its place.
  GIT_NO_REPLACE_OBJECTS: "1",
  // Older than that variable is a list of transports, on which then none stands.
  GIT_ALLOW_PROTOCOL: "none",
};

/** Where git works, started in `top`, whatever the files say by which it would find that. */
export interface GitWork {
  /** Of this working tree: its index, its HEAD. */
  readonly gitFolder: string;
  /** What all working trees of the repository have in common: settings, commits, branches. */
  readonly common: string;
  readonly top: string;
  /** A tree whose attributes count instead of those in the files. */
  readonly attributes?: string | undefined;
}

/** How git is started for work of Waymark's own: nothing of a repository's configuration runs, nothing is fetched, nobody is asked. */
export const quietGit = (
  words: readonly string[],
  environment: Environment,
  work?: GitWork,
): { readonly words: readonly string[]; readonly env: Environment } => ({
  words: [...SETTINGS, ...words],
  env: { ...environment, ...VARIABLES, ...(work && placesOf(work)) },
});

/** A confined process may write the files of a working tree that is being made, which would lead to another repository's settings. */
const placesOf = ({ gitFolder, common, attributes }: GitWork): Environment => ({
  GIT_DIR: gitFolder,
  GIT_COMMON_DIR: common,
  GIT_WORK_TREE: ".",
  ...(attributes === undefined ? {} : { GIT_ATTR_SOURCE: attributes }),
});
