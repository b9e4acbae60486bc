import { chmodSync, closeSync, constants, copyFileSync, fstatSync, lstatSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { linkTarget, namesIn } from "../../adapters/folder-entries.ts";
import { holdFolderAt, openFileOrMoved, PathMoved, pathTo } from "../../adapters/pinned-folder.ts";
import { errorCode } from "../../base/error-text.ts";
import { nativePath } from "../../engines/paths/file-names.ts";

/**
 * Copies a folder, links as they are. What lies in it may be exchanged meanwhile: each folder is listed, and each file read, where it was
 * opened, and what is gone or lies elsewhere by now is left out, as are pipes, sockets and devices.
 * @param from     real
 * @param isMeant  by the path of each entry, below `from`
 */
export function copyFolder(from: string, to: string, isMeant: (path: string) => boolean): void {
  const held = unlessGone(() => holdFolderAt(from));
  if (held === undefined) return;
  const directory = String(held.directory);
  try {
    mkdirSync(nativePath(to));
    for (const name of namesIn(directory))
      if (isMeant(join(from, name))) unlessGone(() => copyEntry({ from, directory, name }, join(to, name), isMeant));
    chmodSync(nativePath(to), lstatSync(`${directory}/.`).mode);
  } finally {
    held.close();
  }
}

interface Entry {
  readonly from: string;
  /** The same folder, held open. */
  readonly directory: string;
  readonly name: string;
}

function copyEntry({ from, directory, name }: Entry, to: string, isMeant: (path: string) => boolean): void {
  const source = join(directory, name);
  const stat = lstatSync(nativePath(source));
  if (stat.isSymbolicLink()) symlinkSync(nativePath(linkTarget(source)), nativePath(to));
  else if (stat.isDirectory()) copyFolder(join(from, name), to, isMeant);
  else if (stat.isFile()) copyFile(source, to);
}

function copyFile(source: string, to: string): void {
  const file = openFileOrMoved(source);
  try {
    copyFileSync(pathTo(file, source), nativePath(to), constants.COPYFILE_FICLONE);
    chmodSync(nativePath(to), fstatSync(file).mode);
  } finally {
    closeSync(file);
  }
}

function unlessGone<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch (error) {
    // EINVAL: what was a link is none any more.
    if (error instanceof PathMoved || ["ENOENT", "ENOTDIR", "EINVAL"].includes(errorCode(error) ?? ""))
      return undefined;
    throw error;
  }
}
