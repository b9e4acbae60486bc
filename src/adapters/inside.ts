import { realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";

/** Whether a path is a folder or lies below it; both absolute and real. */
export function isInside(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return between === "" || (between !== ".." && !between.startsWith(`..${sep}`) && !isAbsolute(between));
}

/** Whether a path lies below one of some folders, of which it may be one itself; all absolute and real. */
export function isBelowAnother(path: string, folders: ReadonlySet<string>): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (folder !== path && folders.has(folder)) return true;
    if (folder === dirname(folder)) return false;
  }
}

/** Where a path leads to once links are followed; undefined where nothing is there, or may be looked at. */
export function realIfThere(path: string): string | undefined {
  try {
    // An exception costs more than a question, and often nothing is there.
    return statSync(path, { throwIfNoEntry: false }) ? realpathSync.native(path) : undefined;
  } catch {
    return undefined;
  }
}

/** The same, or the path itself. */
export const realOr = (path: string): string => realIfThere(path) ?? path;

/** Whether what lies at a path lies in a folder once links are followed; not where one of them is not there. */
export function leadsInside(path: string, folder: string): boolean {
  try {
    return isInside(realpathSync(path), realpathSync(folder));
  } catch {
    return false;
  }
}
