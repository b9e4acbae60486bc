import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Steps } from "../../base/steps.ts";
import { protectedName } from "../../engines/paths/protected-names.ts";
import { meantEntriesIn, namesIn, realOf } from "../folder-entries.ts";
import { knownRepository } from "../git-folder.ts";
import { isInside } from "../inside.ts";
import { pinFolder } from "../pinned-folder.ts";
import { KEPT_FILE_BYTES_MAX, statOf } from "./kept.ts";
import { isProtectedName } from "./known-names.ts";

/** How a workspace is laid over the read-only file system; in this order. */
export interface WorkspaceMounts {
  /** Writable. A folder in a root is named again where its name must stay: a mount cannot be renamed. */
  readonly writable: readonly string[];
  /** Read-only again: what starts programs or configures an agent. */
  readonly readOnly: readonly string[];
}

/** What of a git folder starts programs or says where they are. */
const GIT_PROTECTED = ["hooks", "config", "config.worktree", "info", "commondir"];
const ENTRIES_MAX = 5_000;

/**
 * The protected names at the top of each root and one level below those that are protected only in part.
 * A name that does not exist yet cannot be covered by a mount; the policy asks before a command that writes one.
 */
export function* workspaceMounts(
  roots: readonly string[],
  { opensGitSettings = false }: { readonly opensGitSettings?: boolean | undefined } = {},
): Steps<WorkspaceMounts> {
  const open = opensGitSettings ? gitSettingsFiles(roots) : [];
  const { writable, readOnly } = yield* allMounts(roots);
  return { writable, readOnly: readOnly.filter((path) => !open.includes(path)) };
}

/** The configuration files of repositories at the top of the roots that can be put back: small, and under one name. */
export const gitSettingsFiles = (roots: readonly string[]): readonly string[] =>
  roots.flatMap((root) => {
    const path = join(root, ".git");
    const folder = kindOf(path) === "folder" ? path : kindOf(path) === "file" ? knownRepository(path) : undefined;
    if (folder === undefined) return [];
    const file = join(folder, "config");
    const stat = statOf(file);
    return stat?.isFile() && stat.nlink === 1 && stat.size <= KEPT_FILE_BYTES_MAX ? [file] : [];
  });

function* allMounts(roots: readonly string[]): Steps<WorkspaceMounts> {
  const writable: string[] = [];
  const readOnly: string[] = [];
  for (const root of roots.filter((one) => one !== "/")) {
    writable.push(root);
    const { meant } = yield* meantEntriesIn(root, ({ name }) => name.startsWith(".") || isProtectedName(name));
    for (const { name } of meant.slice(0, ENTRIES_MAX)) {
      const path = join(root, name);
      if (name === ".git") coverGit(path, { writable, readOnly });
      else if (isProtectedName(name)) readOnly.push(...targets(path, root));
      else if (name.startsWith(".")) coverPart(path, name, { writable, readOnly });
    }
  }
  return { writable, readOnly };
}

interface Cover {
  readonly writable: string[];
  readonly readOnly: string[];
}

function coverGit(path: string, { writable, readOnly }: Cover): void {
  const kind = kindOf(path);
  if (kind === "folder") return coverGitFolder(path, { writable, readOnly });
  if (kind !== "file") return;
  readOnly.push(path);
  const common = knownRepository(path);
  if (common !== undefined) coverGitFolder(common, { writable, readOnly });
}

function coverGitFolder(path: string, { writable, readOnly }: Cover): void {
  // Absent hooks could be created; an empty folder harms nobody.
  if (kindOf(join(path, "hooks")) === undefined) tryMakeFolder(path, "hooks");
  writable.push(path);
  for (const name of GIT_PROTECTED) readOnly.push(...targets(join(path, name), path));
}

/** `.github` is free, `.github/workflows` is not. */
function coverPart(path: string, name: string, { writable, readOnly }: Cover): void {
  if (kindOf(path) !== "folder") return;
  const covered = namesIn(path)
    .slice(0, ENTRIES_MAX)
    .filter((child) => protectedName([name, child]) !== undefined);
  if (covered.length === 0) return;
  writable.push(path);
  for (const child of covered) readOnly.push(...targets(join(path, child), path));
}

/** The path itself; of a link what it leads to, when that is in the same folder: a mount lies on the target. */
function targets(path: string, root: string): readonly string[] {
  const kind = kindOf(path);
  if (kind === "folder" || kind === "file") return [path];
  if (kind !== "link") return [];
  try {
    const real = realOf(path);
    return isInside(real, root) && real !== root ? [real] : [];
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
