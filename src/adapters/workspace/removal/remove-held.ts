import { lstatSync, readdirSync, readlinkSync, rmdirSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { holdFolderAt, PathMoved, pinFolder } from "../../pinned-folder.ts";

/** Where the link at a path leads, in its own words. */
export function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

/** Takes a link away, in a folder that is held open. @param roots  real; it lies in one */
export function removeLink(path: string, roots: readonly string[]): void {
  const folder = pinFolder(dirname(path), roots);
  try {
    const link = join(folder.directory, basename(path));
    if (linkTarget(link) === undefined) throw new PathMoved(`${basename(path)} is no link any more`);
    folder.verify();
    unlinkSync(link);
  } finally {
    folder.close();
  }
}

/** Takes a folder and those below it away, as far as nothing is in them. No link is followed: one is something that is in a folder. */
export function removeEmptyFolders(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  const above = holdFolderAt(dirname(folder));
  const held = holdFolderAt(folder);
  try {
    for (const entry of readdirSync(held.directory, { withFileTypes: true }))
      if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
    if (readdirSync(held.directory).length === 0) rmdirSync(join(String(above.directory), basename(folder)));
  } finally {
    held.close();
    above.close();
  }
}
