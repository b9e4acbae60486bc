import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { nativePath } from "../../../engines/paths/file-names.ts";
import { isProtectedName, isProtectedPair } from "../../../engines/paths/protected-names.ts";
import { closeToUs, openToUs, realOf } from "../../folder-entries.ts";
import { isInside } from "../../inside.ts";
import { type PinnedFolder, pinFolder } from "../../pinned-folder.ts";
import { identityOf, type Kept, statOf } from "../kept.ts";

/** The ending under which what a command made is kept beside. */
export const TAKEN_BACK = ".taken-back";
const KEPT_FOLDERS_MAX = 20;
const NAME_BYTES_MAX = 255;

/**
 * `back`: it is as it was, and what was there lies beside. `gone`: it is as it was, and there was no room for what was there. `stays`: it is not
 * as it was; a folder, or a file that could not be written, may at least be entered or read by nobody. `later`: somebody was at it after
 * whoever is looked after had ended, and it is left to them.
 */
export type PutBackEnd = "back" | "gone" | "stays" | "later";

/** Puts what was at a path there again. Never throws. */
export type PutBack = (path: string, was: Kept | undefined) => PutBackEnd;

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
    if (place === undefined) return "stays";
    const pinned: PinnedFolder[] = [];
    const hold = (one: string): string => {
      const held = pinFolder(join(place.real, relative(place.path, one)), roots);
      pinned.push(held);
      held.verify();
      return held.directory;
    };
    const pin = (one: string): string => {
      const opened = (): string => {
        const directory = hold(one);
        openToUs(`${directory}/.`);
        return directory;
      };
      try {
        return opened();
      } catch {
        // A command may take the bits away by which it could be put back.
        for (const at of foldersTo(one, place.path)) openToUs(at);
        return opened();
      }
    };
    try {
      const at = join(pin(folder), basename(path));
      const outs = waysOut(path, place.path);
      return exchange(
        at,
        was,
        outs.map((out) => ({ path: out, hold: () => pin(out) })),
      );
    } catch {
      return "stays";
    } finally {
      for (const held of pinned) held.close();
    }
  };
}

const asides = new Set<string>();
const closed = new Set<string>();

/** Another process has set something aside there. */
export const asideSet = (path: string): void => void asides.add(path);

/** Where this process has set something aside, the last at the end. */
export const allAsides = (): readonly string[] => [...asides];

/** Whether this process has set something aside there: a name alone says nothing, as a command may give it. */
export const isAside = (path: string): boolean => asides.has(path);

export function isBelowAside(path: string): boolean {
  for (let at = path; at !== dirname(at); at = dirname(at)) if (asides.has(at)) return true;
  return false;
}

/** Whether this process has made a folder one that nobody enters, for want of another way. */
export function isClosed(path: string): boolean {
  const stat = closed.size === 0 ? undefined : statOf(path);
  return stat !== undefined && closed.has(identityOf(stat));
}

interface Out {
  readonly path: string;
  /** Opens it. @returns the path by which it is held */
  hold(): string;
}

/** A way out without room or rights is none: another volume, a full disk. */
function exchange(at: string, was: Kept | undefined, outs: readonly Out[]): PutBackEnd {
  if (was?.kind !== "file" || was.content === undefined) {
    const end = takeAway(at, outs);
    return end === "stays" || was === undefined || isMade(at, was) ? end : "stays";
  }
  // Whole before anything goes: no room for it is no reason to lose both.
  const whole = writtenBeside(at, was);
  if (whole === undefined) return writtenOver(at, was) ? "gone" : close(at);
  try {
    const end = takeAway(at, outs);
    if (end !== "stays") renameSync(nativePath(whole), nativePath(at));
    return end;
  } finally {
    if (statOf(whole) !== undefined) unlinkSync(nativePath(whole));
  }
}

function isMade(at: string, { kind, mode, target }: Kept): boolean {
  if (kind === "folder") mkdirSync(nativePath(at), { mode });
  else if (kind === "link" && target !== undefined) symlinkSync(nativePath(target), nativePath(at));
  else return false;
  return true;
}

/** Without a copy only where none can be made. Never deletes below a folder, which a process that is left may exchange meanwhile. */
function takeAway(at: string, outs: readonly Out[]): PutBackEnd {
  const stat = lstatSync(nativePath(at), { throwIfNoEntry: false });
  if (stat === undefined) return "back";
  // Who gives a folder another parent writes in it.
  if (stat.isDirectory()) openToUs(at);
  for (const out of outs) {
    try {
      const directory = out.hold();
      const name = freeName(basename(at), directory);
      renameSync(nativePath(at), nativePath(join(directory, name)));
      asides.add(join(out.path, name));
      return "back";
    } catch {
      // No room, no rights, another device: the next is nearer.
    }
  }
  if (stat.isDirectory()) return close(at);
  try {
    unlinkSync(nativePath(at));
    return "gone";
  } catch {
    return close(at);
  }
}

/** A command that takes all of these names must not keep what it made; what lies there already is a person's perhaps. */
function freeName(name: string, folder: string): string {
  const numbers = Array.from({ length: KEPT_FOLDERS_MAX }, (_, at) => (at === 0 ? "" : `.${at + 1}`));
  for (const number of numbers) {
    const wanted = `${name}${number}${TAKEN_BACK}`;
    if (Buffer.byteLength(wanted) > NAME_BYTES_MAX) break;
    if (lstatSync(nativePath(join(folder, wanted)), { throwIfNoEntry: false }) === undefined) return wanted;
  }
  const wanted = `${name}.${randomUUID()}${TAKEN_BACK}`;
  return Buffer.byteLength(wanted) > NAME_BYTES_MAX ? `${randomUUID()}${TAKEN_BACK}` : wanted;
}

function close(at: string): "stays" {
  const identity = closeToUs(at);
  if (identity !== undefined) closed.add(identity);
  return "stays";
}

/** @returns where it lies; nothing where it cannot be written */
function writtenBeside(at: string, { content, mode }: Kept): string | undefined {
  if (content === undefined) return undefined;
  const path = join(dirname(at), `.${randomUUID()}`);
  try {
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, mode);
    try {
      writeFileSync(file, content);
      fchmodSync(file, mode);
    } finally {
      closeSync(file);
    }
    return path;
  } catch {
    if (statOf(path) !== undefined) unlinkSync(path);
    return undefined;
  }
}

/** What a file has it needs no room for. */
function writtenOver(at: string, { content, mode }: Kept): boolean {
  if (content === undefined) return false;
  try {
    const file = openSync(nativePath(at), constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = fstatSync(file);
      if (!stat.isFile() || stat.nlink !== 1) return false;
      writeFileSync(file, content);
      ftruncateSync(file, content.length);
      fchmodSync(file, mode);
      return true;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/**
 * Where what is taken away may lie, the best first. What counts by its own name, or lies in a git folder, does not count beside it under another.
 * What counts for the folder that it lies in, as each folder among skills is a skill, goes out of that: as far up as it can.
 */
function waysOut(path: string, root: string): readonly string[] {
  const parts = relative(root, path).split(sep);
  const isProtected = (at: number): boolean =>
    isProtectedName(parts[at] ?? "") || isProtectedPair(parts[at - 1] ?? "", parts[at] ?? "");
  const last = parts.length - 1;
  const first = parts.findIndex((_, at) => isProtected(at));
  // Each name there stands in the place of a commit.
  if (parts.join("/").includes("refs/replace/")) return [root];
  if (parts.includes(".git") || first === last) return [dirname(path)];
  return foldersTo(join(root, ...parts.slice(0, first < 0 ? last : first)), root);
}

/** A folder and those above it up to another, from the outermost on. */
const foldersTo = (folder: string, root: string): readonly string[] =>
  folder === root || !isInside(folder, root) ? [root] : [...foldersTo(dirname(folder), root), folder];

function realAsFarAsThere(path: string): string {
  try {
    return realOf(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realAsFarAsThere(folder), basename(path));
  }
}
