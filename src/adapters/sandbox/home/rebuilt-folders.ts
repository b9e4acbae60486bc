import type { Dirent } from "node:fs";
import { dirname } from "node:path";
import { entriesIn, linkTarget } from "../../folder-entries.ts";
import { isInside, realIfThere, realOr } from "../../inside.ts";
import { type HiddenPath, secretsOfHome } from "../hidden-paths.ts";
import { statOf } from "../kept.ts";

/** Of all of them together: each is a mount, and takes as long as there are others. */
const ENTRIES_MAX = 150;
/** Where the sandbox has something of its own. */
const PRIVATE = ["/tmp", "/var/tmp", "/run"];

export interface RebuiltFolders {
  /** Options of bubblewrap that make them, before anything is laid over what is in them. */
  readonly making: readonly string[];
  /** Those that make them read-only, after all that. */
  readonly closing: readonly string[];
}

export interface RebuiltAmong {
  /** What lies in one of them is worked in, and is not made anew. */
  readonly roots: readonly string[];
  /** What is laid over: there is nothing below it, or the kernel would take it away with that. */
  readonly hidden: readonly HiddenPath[];
  readonly isShown: (path: string) => boolean;
  /** Where what lies there is taken from. */
  readonly source: (path: string) => string;
}

/**
 * Folders of a home in which secrets lie, or may come to lie, made anew of what is in them now: the kernel takes the mount on a file away
 * when a program of the person puts a new file in its place, as stores of credentials do, and on what is not there yet there is none. What
 * comes into such a folder later is not seen.
 */
export function rebuiltFolders(
  home: string | undefined,
  { roots, hidden, isShown, source }: RebuiltAmong,
): RebuiltFolders {
  const elsewhere = [...roots, ...PRIVATE, ...hidden.map(({ path }) => path)];
  const isTheirs = (folder: string): boolean => !elsewhere.some((one) => isInside(folder, one));
  const folders = (home === undefined ? [] : foldersOf(home)).filter((folder) => isTheirs(folder) && isShown(folder));
  const covered = new Set(hidden.map(({ path }) => path));
  const chosen: (readonly [folder: string, entries: readonly Dirent[]])[] = [];
  let room = ENTRIES_MAX;
  for (const folder of folders) {
    const entries = entriesIn(folder);
    if (entries.length > room) continue;
    room -= entries.length;
    chosen.push([folder, entries]);
  }
  // What lies in another comes after it.
  chosen.sort(([one], [other]) => one.length - other.length);
  return {
    making: chosen.flatMap(([folder, entries]) => [
      ...["--perms", "0755", "--tmpfs", folder],
      ...entries.flatMap((entry) => shown(`${folder}/${entry.name}`, entry, { covered, source })),
    ]),
    closing: chosen.flatMap(([folder]) => ["--remount-ro", folder]),
  };
}

/** What counts most comes first: the home, where secrets lie now, where they may lie. */
function foldersOf(home: string): readonly string[] {
  const secrets = secretsOfHome(home);
  const files = secrets.filter((path) => statOf(realOr(path))?.isFile());
  const all = [home, ...files.flatMap((path) => [dirname(path), dirname(realOr(path))]), ...secrets.map(dirname)];
  return [...new Set(all.map((folder) => realIfThere(folder)).filter((folder) => folder !== undefined))];
}

function shown(
  path: string,
  entry: Dirent,
  { covered, source }: Pick<RebuiltAmong, "source"> & { readonly covered: ReadonlySet<string> },
): readonly string[] {
  if (covered.has(path)) return [];
  if (entry.isSymbolicLink()) return ["--symlink", linkTarget(path), path];
  // One that may not be looked at could not be mounted either.
  return statOf(path) === undefined ? [] : ["--ro-bind-try", source(path), path];
}
