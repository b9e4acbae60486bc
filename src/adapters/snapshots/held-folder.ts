import { accessSync, constants, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PathMoved, type PinnedFolder, pinFolder } from "../pinned-folder.ts";

/**
 * Holds a folder open in which a file is put back, made where it is not there: a program that still runs could exchange it, or one above it,
 * for a link to elsewhere between a look and the act.
 * @throws {PathMoved} where a link stands on the way
 */
export function holdFolder(folder: string): PinnedFolder {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) makeInHeld(folder);
  if (realpathSync.native(folder) !== folder) throw new PathMoved("its folder is a link now");
  return pinFolder(folder, [outermostReadable(folder)]);
}

function makeInHeld(folder: string): void {
  const outer = holdFolder(dirname(folder));
  try {
    mkdirSync(join(outer.directory, basename(folder)));
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
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
