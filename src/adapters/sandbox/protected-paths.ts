import { type Dirent, mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Steps } from "../../base/steps.ts";
import { ToolFailure } from "../../core/tool.ts";
import { isPartlyProtected, isProtectedName, protectedName } from "../../engines/paths/protected-names.ts";
import { displayName } from "../../engines/terminal-text/display-name.ts";
import { isOpenToUs, meantEntriesIn, namesIn, realOf } from "../folder-entries.ts";
import { gitNamedAtTop } from "../git-config.ts";
import { isGitFolder, knownRepository, namedGitFolder } from "../git-folder.ts";
import { givenIn } from "../given-file.ts";
import { isInside } from "../inside.ts";
import { pinFolder } from "../pinned-folder.ts";
import { KEPT_FILE_BYTES_MAX, statOf } from "./kept.ts";

/** How a workspace is laid over the read-only file system; in this order. */
export interface WorkspaceMounts {
  /** Writable. A folder in a root is named again where its name must stay: a mount cannot be renamed. */
  readonly writable: readonly string[];
  /** Read-only again: what starts programs or configures an agent. */
  readonly readOnly: readonly string[];
  /** The same of what is another's and may go meanwhile, as long as it is there. */
  readonly readOnlyIfThere: readonly string[];
  /** Writable in one of these. */
  readonly writableWithin: readonly string[];
}

export interface OpenedMounts {
  readonly opensGitSettings?: boolean | undefined;
  /** What is made in a repository outside is git's own doing. */
  readonly isGitAlone?: boolean | undefined;
  /** See {@link Confinement.opens}. */
  readonly opens?: readonly string[] | undefined;
}

/** What of a git folder starts programs or says where they are. */
const GIT_PROTECTED = ["hooks", "config", "config.worktree", "info", "commondir"];
/** What a commit, a stash or a rebase in one working tree writes of what it has in common with others. */
const GIT_COMMON = new Set(
  "objects refs logs packed-refs packed-refs.lock reftable shallow lfs annex rr-cache svn worktrees".split(" "),
);
/** Of more than so many in one folder the folder is covered as a whole. */
const IN_FOLDER_MAX = 100;
const OPENED_DEPTH_MAX = 16;

/**
 * The protected names at the top of each root and one level below those that are protected only in part.
 * A name that does not exist yet cannot be covered by a mount; the policy asks before a command that writes one.
 */
export function* workspaceMounts(
  roots: readonly string[],
  { opensGitSettings = false, isGitAlone = false, opens = [] }: OpenedMounts = {},
): Steps<WorkspaceMounts> {
  const open = opensGitSettings ? gitSettingsFiles(roots) : [];
  const isClosed = (path: string): boolean => !open.includes(path);
  const mounts = openedAt(opens, yield* allMounts(roots, isGitAlone));
  const { readOnly, readOnlyIfThere } = mounts;
  return { ...mounts, readOnly: readOnly.filter(isClosed), readOnlyIfThere: readOnlyIfThere.filter(isClosed) };
}

/** Repositories beside the roots that git pushes to. */
export function pushedMounts(gitFolders: readonly string[], roots: readonly string[]): Laid {
  const laid = { writable: [] as string[], readOnly: [] as string[] };
  for (const folder of gitFolders) if (!roots.some((root) => isInside(folder, root))) coverGitFolder(folder, [], laid);
  return laid;
}

type Laid = Pick<WorkspaceMounts, "readOnly" | "writable">;

/** The places that a person opened are, with all in them; what lies beside them, in folders that are closed as a whole otherwise, stays closed. */
export function openedAt<Mounts extends Laid>(opens: readonly string[], mounts: Mounts): Mounts {
  if (opens.length === 0) return mounts;
  const laid = mounts.readOnly.map((path) => laidAround(path, opens));
  return {
    ...mounts,
    writable: [...mounts.writable, ...laid.flatMap(({ writable }) => writable)],
    readOnly: laid.flatMap(({ readOnly }) => readOnly),
  };
}

function laidAround(path: string, opens: readonly string[], depth = 0): Laid {
  if (opens.some((one) => isInside(path, one))) return { writable: [], readOnly: [] };
  const isAround = opens.some((one) => isInside(one, path)) && kindOf(path) === "folder" && depth < OPENED_DEPTH_MAX;
  const places = isAround ? placesIn(path) : [];
  if (!isAround || places.length > IN_FOLDER_MAX) return { writable: [], readOnly: [path] };
  const below = places.map((one) => laidAround(one, opens, depth + 1));
  return {
    writable: [path, ...below.flatMap(({ writable }) => writable)],
    readOnly: below.flatMap(({ readOnly }) => readOnly),
  };
}

/** The configuration files of the repositories of the roots that can be put back: small, and under one name. */
export const gitSettingsFiles = (roots: readonly string[]): readonly string[] =>
  roots.flatMap((root) => {
    const path = join(root, ".git");
    const kind = kindOf(path);
    const folder = kind === "folder" ? path : kind === "file" ? repositoryOf(path, roots) : undefined;
    if (folder === undefined) return [];
    const file = join(folder, "config");
    const stat = statOf(file);
    return stat?.isFile() && stat.nlink === 1 && stat.size <= KEPT_FILE_BYTES_MAX ? [file] : [];
  });

function* allMounts(roots: readonly string[], isGitAlone: boolean): Steps<WorkspaceMounts> {
  const writable: string[] = [];
  const readOnly = [...gitNamedAtTop(roots), ...givenIn(roots)].flatMap(({ path }) => targets(path, roots));
  const readOnlyIfThere: string[] = [];
  const writableWithin: string[] = [];
  for (const root of roots.filter((one) => one !== "/")) {
    writable.push(root);
    if (!isOpenToUs(root))
      throw new ToolFailure(
        `The folder ${displayName(root)} cannot be looked through: nothing was run. chmod u+rwx opens it.`,
      );
    // No bound: whatever else is there must not push out what is to be covered.
    const isMeant = ({ name }: Dirent): boolean => isProtectedName(name) || isPartlyProtected(name);
    const { meant } = yield* meantEntriesIn(root, isMeant);
    const gitFile = join(root, ".git");
    const outside = isGitAlone ? undefined : repositoryOutside(gitFile, roots);
    if (outside === undefined) coverGit(gitFile, roots, { writable, readOnly, readOnlyIfThere, writableWithin });
    else {
      readOnly.push(gitFile, outside);
      writableWithin.push(...writtenOutside(outside, namedGitFolder(gitFile)));
    }
    for (const { name } of meant) {
      const path = join(root, name);
      if (name === ".git") continue;
      if (isProtectedName(name)) readOnly.push(...targets(path, [root]));
      else yield* coverPart(path, name, { writable, readOnly });
    }
  }
  return { writable, readOnly, readOnlyIfThere, writableWithin };
}

/** Folders of such a repository in which a commit writes: in the folder itself no new name comes to be, by which git could be led. */
function writtenOutside(common: string, own: string | undefined): readonly string[] {
  const trees = join(common, "worktrees");
  // Git makes it with the first commit, and cannot do that here.
  if (kindOf(join(common, "logs")) === undefined) tryMakeFolder(common, "logs");
  const parts = placesIn(common).filter((path) => GIT_COMMON.has(basename(path)) && kindOf(path) === "folder");
  return [...parts.filter((path) => path !== trees), ...(own !== undefined && dirname(own) === trees ? [own] : [])];
}

/** Git folders of repositories that the roots are second working trees of, where those lie in none of the roots. */
export const repositoriesOutside = (roots: readonly string[]): readonly string[] =>
  roots.flatMap((root) => repositoryOutside(join(root, ".git"), roots) ?? []);

function repositoryOutside(gitFile: string, roots: readonly string[]): string | undefined {
  const common = kindOf(gitFile) === "file" ? knownRepository(gitFile) : undefined;
  return common === undefined || roots.some((root) => isInside(common, root)) ? undefined : common;
}

interface Cover {
  readonly writable: string[];
  readonly readOnly: string[];
}

function coverGit(
  path: string,
  roots: readonly string[],
  {
    writable,
    readOnly,
    readOnlyIfThere,
    writableWithin,
  }: Cover & { readonly readOnlyIfThere: string[]; readonly writableWithin: string[] },
): void {
  const kind = kindOf(path);
  if (kind === "folder") return coverGitFolder(path, roots, { writable, readOnly });
  if (kind !== "file") return;
  readOnly.push(path);
  const known = repositoryOf(path, roots);
  if (known !== undefined) coverGitFolder(known, roots, { writable, readOnly });
  const common = repositoryOutside(path, roots);
  if (common === undefined) return;
  const own = namedGitFolder(path);
  const trees = join(common, "worktrees");
  const others = placesIn(trees).filter((tree) => tree !== own);
  writable.push(trees);
  readOnlyIfThere.push(...othersOf(common));
  if (others.length <= IN_FOLDER_MAX) readOnlyIfThere.push(...others);
  else {
    // Too many for a mount each: a command could make as many in front of those that are meant.
    readOnlyIfThere.push(trees);
    if (own !== undefined) writableWithin.push(own);
  }
}

const repositoryOf = (gitFile: string, roots: readonly string[]): string | undefined =>
  knownRepository(gitFile) ?? namedInside(gitFile, roots);

/** A folder beside its `.git` file, as `--separate-git-dir` and layouts of several working trees make it. */
function namedInside(gitFile: string, roots: readonly string[]): string | undefined {
  const folder = namedGitFolder(gitFile);
  const isOne =
    folder !== undefined && isGitFolder(folder) && roots.some((root) => root !== folder && isInside(folder, root));
  return isOne ? folder : undefined;
}

/** What the repository has beyond what is written by work in one of its working trees: the checkout of the main one. */
const othersOf = (common: string): readonly string[] =>
  placesIn(common).filter((path) => !GIT_COMMON.has(basename(path)) && !path.endsWith(".lock"));

const placesIn = (folder: string): readonly string[] =>
  namesIn(folder)
    .map((name) => join(folder, name))
    .filter((path) => ["folder", "file"].includes(kindOf(path) ?? ""));

function coverGitFolder(path: string, roots: readonly string[], { writable, readOnly }: Cover): void {
  // Absent hooks could be created; an empty folder harms nobody.
  if (kindOf(join(path, "hooks")) === undefined) tryMakeFolder(path, "hooks");
  if (!isOpenToUs(path)) {
    readOnly.push(path);
    return;
  }
  writable.push(path);
  for (const name of GIT_PROTECTED) readOnly.push(...targets(join(path, name), [path, ...roots]));
}

/** `.github` is free, `.github/workflows` is not. */
function* coverPart(path: string, name: string, { writable, readOnly }: Cover): Steps<void> {
  if (kindOf(path) !== "folder") return;
  const { meant } = yield* meantEntriesIn(path, (child) => protectedName([name, child.name]) !== undefined);
  if (!isOpenToUs(path) || meant.length > IN_FOLDER_MAX) return void readOnly.push(path);
  if (meant.length === 0) return;
  writable.push(path);
  for (const child of meant) readOnly.push(...targets(join(path, child.name), [path]));
}

/** The path itself; of a link what it leads to, when that is in one of the folders: a mount lies on the target. */
function targets(path: string, folders: readonly string[]): readonly string[] {
  const kind = kindOf(path);
  if (kind === "folder" || kind === "file") return [path];
  if (kind !== "link") return [];
  try {
    const real = realOf(path);
    const isCovered = folders.some((folder) => isInside(real, folder)) && !folders.includes(real);
    return isCovered ? [real] : [];
  } catch {
    return [];
  }
}

function kindOf(path: string): "folder" | "file" | "link" | undefined {
  const stat = statOf(path);
  if (stat === undefined) return undefined;
  if (stat.isSymbolicLink()) return "link";
  return stat.isDirectory() ? "folder" : stat.isFile() ? "file" : undefined;
}

/** In the folder held open: a process that was left may put a link to anywhere in its place meanwhile. */
function tryMakeFolder(parent: string, name: string): void {
  try {
    const held = pinFolder(parent, [dirname(parent)]);
    try {
      held.verify();
      mkdirSync(join(held.directory, name));
    } finally {
      held.close();
    }
  } catch {
    // A read-only repository needs no cover.
  }
}
