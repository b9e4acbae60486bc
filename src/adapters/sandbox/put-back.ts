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
import { basename, dirname, join, relative, sep } from "node:path";
import { nativePath } from "../../engines/paths/file-names.ts";
import { isProtectedName, isProtectedPair } from "../../engines/paths/protected-names.ts";
import { openToUs, realOf } from "../folder-entries.ts";
import { isInside } from "../inside.ts";
import { type PinnedFolder, pinFolder } from "../pinned-folder.ts";
import { type Kept, statOf } from "./kept.ts";

/** The ending under which what a command made is kept beside. */
export const TAKEN_BACK = ".taken-back";
const KEPT_FOLDERS_MAX = 20;
const NAME_BYTES_MAX = 255;

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
    const asideIn = standsForItself(relative(place.path, path)) ? folder : place.path;
    const pinned: PinnedFolder[] = [];
    const pin = (one: string): PinnedFolder => {
      const held = pinFolder(join(place.real, relative(place.path, one)), roots);
      pinned.push(held);
      held.verify();
      // A command may take the bits away by which it could be put back.
      openToUs(one);
      return held;
    };
    try {
      const at = join(pin(folder).directory, basename(path));
      const aside = setAside(at, pin(asideIn).directory);
      if (aside !== undefined) asides.add(join(asideIn, aside));
      return was === undefined || restore(at, was);
    } catch {
      return false;
    } finally {
      for (const held of pinned) held.close();
    }
  };
}

const asides = new Set<string>();

/** Whether this process has set something aside there: a name alone says nothing, as a command may give it. */
export const isAside = (path: string): boolean => asides.has(path);

/**
 * Whether it counts by its own name, or lies in a git folder: beside it, under another name, it does not. What counts for the folder that it lies in,
 * as each folder among skills is a skill, goes out of that.
 */
function standsForItself(path: string): boolean {
  const parts = path.split(sep);
  const isProtected = (at: number): boolean =>
    isProtectedName(parts[at] ?? "") || isProtectedPair(parts[at - 1] ?? "", parts[at] ?? "");
  const last = parts.length - 1;
  // Each name there stands in the place of a commit.
  if (parts.join("/").includes("refs/replace/")) return false;
  return parts.includes(".git") || (isProtected(last) && parts.every((_, at) => at === last || !isProtected(at)));
}

function realAsFarAsThere(path: string): string {
  try {
    return realOf(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realAsFarAsThere(folder), basename(path));
  }
}

/** Never deletes below a folder, which a process that is left may exchange meanwhile. @returns the name that it has now */
function setAside(path: string, folder: string): string | undefined {
  if (kindAt(path) === "nothing") return undefined;
  const numbers = Array.from({ length: KEPT_FOLDERS_MAX }, (_, at) => (at === 0 ? "" : `.${at + 1}`));
  // A command that takes all of these names must not keep what it made.
  for (const number of [...numbers, `.${randomUUID()}`]) {
    const wanted = `${basename(path)}${number}${TAKEN_BACK}`;
    const name = Buffer.byteLength(wanted) <= NAME_BYTES_MAX ? wanted : `${randomUUID()}${TAKEN_BACK}`;
    const aside = join(folder, name);
    const kind = kindAt(aside);
    if (kind === "folder") continue;
    if (kind === "other") unlinkSync(nativePath(aside));
    renameSync(nativePath(path), nativePath(aside));
    return name;
  }
  return undefined;
}

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
