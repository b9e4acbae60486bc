import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { entriesIn } from "../../adapters/folder-entries.ts";
import { realOr } from "../../adapters/inside.ts";
import { openFileOrMoved, PathMoved, pinFolder } from "../../adapters/pinned-folder.ts";
import { errorCode } from "../../base/error-text.ts";

export interface CopyOptions {
  /** Of a name: its path from the folder. */
  readonly isLeft: (path: string) => boolean;
  readonly entriesMax: number;
}

/**
 * A copy of a folder, with links as they are and modes, while others may work in it: what is a link, or gone, by the time it is read is none of
 * it, so that nothing of elsewhere comes along. Pipes, sockets and devices stay behind.
 * @param to  not there yet
 * @throws {Error} where there are more names than that
 */
export function copyFolder(from: string, to: string, { isLeft, entriesMax }: CopyOptions): void {
  const root = realOr(from);
  let entries = 0;
  const copy = (below: string): void => {
    const held = pinFolder(join(root, below), [root]);
    try {
      mkdirSync(join(to, below));
      for (const entry of entriesIn(held.directory)) {
        const path = join(below, entry.name);
        if (isLeft(path)) continue;
        if (++entries > entriesMax) throw new Error(`it has more than ${entriesMax} entries`);
        if (entry.isDirectory()) folders.push(path);
        else whereItStands(() => copyEntry(join(held.directory, entry.name), join(to, path), entry.isSymbolicLink()));
      }
      held.verify();
    } finally {
      held.close();
    }
  };
  const folders = [""];
  for (const below of folders) whereItStands(() => copy(below));
}

function copyEntry(from: string, to: string, isLink: boolean): void {
  if (isLink) return symlinkSync(readlinkSync(from), to);
  const file = openFileOrMoved(from);
  try {
    const opened = `/proc/self/fd/${file}`;
    copyFileSync(existsSync(opened) ? opened : from, to);
    chmodSync(to, fstatSync(file).mode & 0o7777);
  } finally {
    closeSync(file);
  }
}

/** What was exchanged or taken away meanwhile is passed over. */
function whereItStands(copy: () => void): void {
  try {
    copy();
  } catch (error) {
    if (!(error instanceof PathMoved) && !["ENOENT", "ENOTDIR", "EINVAL"].includes(errorCode(error) ?? "")) throw error;
  }
}
