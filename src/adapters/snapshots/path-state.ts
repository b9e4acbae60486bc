import { hash as digest } from "node:crypto";
import { existsSync, lstatSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import type { FileState } from "../../core/undo.ts";
import { nativePath } from "../../engines/paths/file-names.ts";
import { entriesIn, linkTarget, realOf } from "../folder-entries.ts";
import type { BlobStore } from "./blob-store.ts";
import { isLeftOut } from "./left-out.ts";
import { readRegular, SCAN_LIMITS } from "./scan-tree.ts";

/** How a checkpoint names a path: relative to the working folder with forward slashes, absolute when it is outside. */
export function checkpointPath(root: string, absolute: string): string {
  const below = relative(root, absolute);
  if (below === "" || below.startsWith("..") || isAbsolute(below)) return absolute;
  return below.split(sep).join("/");
}

/**
 * What stands at a path now. Links are not followed: below a link, and below a file, there is nothing.
 * @param store  keeps the content as well, when given
 */
export function stateAt(root: string, path: string, store?: BlobStore): FileState | null {
  const absolute = resolve(root, path);
  const stat = statOf(absolute);
  if (stat === undefined || !hasRealFolder(absolute)) return null;
  if (stat.isSymbolicLink()) return { kind: "link", target: linkTarget(absolute) };
  const mode = stat.mode & 0o7777;
  if (stat.isDirectory())
    return isLeftOut(basename(absolute))
      ? { kind: "uncovered", why: "a folder that tools can make again is left out", mark: "left-out" }
      : { kind: "folder", mode };
  const mark = `${stat.size}-${stat.mtimeMs}-${stat.ino}`;
  if (!stat.isFile()) return { kind: "uncovered", why: "a pipe, socket or device", mark };
  const bytes = stat.size > SCAN_LIMITS.fileBytesMax ? undefined : readRegular(absolute);
  if (bytes === undefined) return { kind: "uncovered", why: "too large or not readable", mark };
  const hash = store ? store.put(bytes) : digest("sha256", bytes, "hex");
  return { kind: "file", mode, hash, sizeBytes: bytes.length };
}

/** @returns nothing also where a part of the path is a file */
export function statOf(absolute: string): Stats | undefined {
  try {
    return lstatSync(nativePath(absolute), { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Whether the nearest folder above that exists is reached without any link. */
export function hasRealFolder(absolute: string): boolean {
  let folder = dirname(absolute);
  while (statOf(folder) === undefined && folder !== dirname(folder)) folder = dirname(folder);
  try {
    return realOf(folder) === folder;
  } catch {
    return false;
  }
}

/**
 * The absolute paths that a declared write may change: the path itself, where its links lead, what lies below it, and
 * the folders that would have to be made for it.
 */
export function touchedPaths(root: string, declared: readonly string[]): readonly string[] {
  const paths = new Set<string>();
  for (const path of declared) {
    const absolute = resolve(root, path);
    for (const touched of existsSync(absolute)
      ? [realPathOf(absolute), ...linkItself(absolute)]
      : [realTarget(absolute)]) {
      for (const folder of missingFolders(touched)) paths.add(folder);
      paths.add(touched);
      for (const below of belowOf(touched)) paths.add(below);
    }
  }
  return [...paths];
}

function realPathOf(absolute: string): string {
  return realpathSync.native(absolute);
}

function linkItself(absolute: string): readonly string[] {
  return lstatSync(absolute).isSymbolicLink() ? [realTarget(absolute)] : [];
}

/** The path with its existing folders made real, its last name as it is. */
function realTarget(absolute: string): string {
  let folder = dirname(absolute);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return join(realpathSync.native(folder), relative(folder, absolute));
}

/** Outermost first. */
function missingFolders(absolute: string): readonly string[] {
  const missing: string[] = [];
  for (let folder = dirname(absolute); !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder))
    missing.unshift(folder);
  return missing;
}

const BELOW_MAX = 10_000;

function belowOf(folder: string): readonly string[] {
  if (!statOf(folder)?.isDirectory() || isLeftOut(basename(folder))) return [];
  const found: string[] = [];
  for (const entry of entriesIn(folder)) {
    const path = join(folder, entry.name);
    found.push(path);
    if (entry.isDirectory()) found.push(...belowOf(path));
    if (found.length > BELOW_MAX) break;
  }
  return found;
}
