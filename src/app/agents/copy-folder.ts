import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { holdFolderAt, openFileOrMoved, PathMoved, pathTo } from "../../adapters/pinned-folder.ts";
import { errorCode } from "../../base/error-text.ts";

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
    mkdirSync(to);
    for (const name of readdirSync(directory))
      if (isMeant(join(from, name))) unlessGone(() => copyEntry({ from, directory, name }, join(to, name), isMeant));
    chmodSync(to, lstatSync(`${directory}/.`).mode);
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
  const stat = lstatSync(source);
  if (stat.isSymbolicLink()) symlinkSync(readlinkSync(source), to);
  else if (stat.isDirectory()) copyFolder(join(from, name), to, isMeant);
  else if (stat.isFile()) copyFile(source, to);
}

function copyFile(source: string, to: string): void {
  const file = openFileOrMoved(source);
  try {
    copyFileSync(pathTo(file, source), to, constants.COPYFILE_FICLONE);
    chmodSync(to, fstatSync(file).mode);
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
