import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  mkdirSync,
  openSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { nativePath } from "../../engines/paths/file-names.ts";
import { openToUs, realOf } from "../folder-entries.ts";
import { isInside } from "../inside.ts";
import { pinFolder } from "../pinned-folder.ts";
import { type Kept, statOf } from "./kept.ts";

/** The ending under which what a command made is kept beside. */
export const TAKEN_BACK = ".taken-back";
const KEPT_FOLDERS_MAX = 20;

/** Puts what was at a path there again. @returns whether it is as it was */
export type PutBack = (path: string, was: Kept | undefined) => boolean;

/**
 * We write with a person's rights in a folder that a command has just arranged: a link that it put in the place of a folder would lead us
 * anywhere. So nothing is put back but below these folders, which are followed to where they lie now and held open on the way.
 *
 * @param places  absolute; one that is not there yet stands for where it would be made
 */
export function putBackBelow(places: readonly string[]): PutBack {
  const known = places.map((path) => ({ path, real: realAsFarAsThere(path) }));
  const roots = known.map(({ real }) => real);
  return (path, was) => {
    const folder = dirname(path);
    const [place] = known
      .filter((one) => isInside(folder, one.path))
      .sort((left, right) => right.path.length - left.path.length);
    if (place === undefined) return false;
    try {
      const held = pinFolder(join(place.real, relative(place.path, folder)), roots);
      try {
        const at = join(held.directory, basename(path));
        held.verify();
        // A command may take the bits away by which it could be put back.
        openToUs(folder);
        setAside(at);
        return was === undefined || restore(at, was);
      } finally {
        held.close();
      }
    } catch {
      return false;
    }
  };
}

function realAsFarAsThere(path: string): string {
  try {
    return realOf(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realAsFarAsThere(folder), basename(path));
  }
}

/** Never deletes below a folder, which a process that is left may exchange meanwhile. */
function setAside(path: string): void {
  if (kindAt(path) === "nothing") return;
  const numbers = Array.from({ length: KEPT_FOLDERS_MAX }, (_, at) => (at === 0 ? "" : `.${at + 1}`));
  // A command that takes all of these names must not keep what it made.
  for (const number of [...numbers, `.${randomUUID()}`]) {
    const aside = `${path}${number}${TAKEN_BACK}`;
    const kind = kindAt(aside);
    if (kind === "folder") continue;
    if (kind === "other") unlinkSync(nativePath(aside));
    renameSync(nativePath(path), nativePath(fits(aside) ? aside : join(dirname(path), `${randomUUID()}${TAKEN_BACK}`)));
    return;
  }
}

const NAME_BYTES_MAX = 255;
const fits = (path: string): boolean => Buffer.byteLength(basename(path)) <= NAME_BYTES_MAX;

function kindAt(path: string): "nothing" | "folder" | "other" {
  const stat = statOf(path);
  return stat === undefined ? "nothing" : stat.isDirectory() ? "folder" : "other";
}

function restore(at: string, { kind, mode, content, target }: Kept): boolean {
  const path = nativePath(at);
  if (kind === "folder") mkdirSync(path, { mode });
  else if (kind === "link" && target !== undefined) symlinkSync(nativePath(target), path);
  else if (kind === "file" && content !== undefined) {
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, mode);
    try {
      writeFileSync(file, content);
      fchmodSync(file, mode);
    } finally {
      closeSync(file);
    }
  } else return false;
  return true;
}
