import { accessSync, constants, lstatSync, mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nativePath } from "../../engines/paths/file-names.ts";
import { realOf } from "../folder-entries.ts";
import { PathMoved, type PinnedFolder, pinFolder } from "../pinned-folder.ts";

/**
 * Holds a folder open in which a file is put back, made where it is not there: a program that still runs could exchange it, or one above it,
 * for a link to elsewhere between a look and the act.
 * @throws {PathMoved} where a link stands on the way
 */
export function holdFolder(folder: string): PinnedFolder {
  if (lstatSync(nativePath(folder), { throwIfNoEntry: false }) === undefined) makeInHeld(folder);
  if (realOf(folder) !== folder) throw new PathMoved("its folder is a link now");
  return pinFolder(folder, [outermostReadable(folder)]);
}

function makeInHeld(folder: string): void {
  const outer = holdFolder(dirname(folder));
  try {
    mkdirSync(nativePath(join(outer.directory, basename(folder))));
  } finally {
    outer.close();
  }
}

/** Each folder on the way is opened, so that the way begins where all of them may be. */
function outermostReadable(folder: string): string {
  let top = folder;
  while (dirname(top) !== top && isReadable(dirname(top))) top = dirname(top);
  return top;
}

function isReadable(folder: string): boolean {
  try {
    accessSync(nativePath(folder), constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
