import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  readdirSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { entryAt, ledAway, realAsFarAsThere } from "../../adapters/given-file.ts";
import { isInside, realIfThere } from "../../adapters/inside.ts";
import { inHeldFolder, openOrMoved, PathMoved } from "../../adapters/pinned-folder.ts";
import { processName } from "../../adapters/process-identity.ts";
import { openReplaced } from "../../adapters/whole-file.ts";
import { errorCode } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";

/**
 * Where something is written that a person asked for. A folder of others may hold a link by that name: what goes into a folder
 * stays in it, and nothing is made where a link leads to nothing, nor changed that starts programs or holds secrets and was not named so.
 * A pipe in it would be waited for without end, past Ctrl-C.
 * @param path    as it was given, or by default; outside of the folder it is what the person named
 * @param folder  that relative paths begin at
 * @throws {UserError} where a link on the way leads elsewhere, or a pipe is there
 */
export function outputPath(path: string, folder: string): string {
  const target = isAbsolute(path) ? path : resolve(folder, path);
  const away = ledAway(target, [folder]);
  if (away?.kind === "out")
    throw new UserError(
      phrase`${away.link} is a link that leads out of ${folder}, or to nothing, and is not written through; name another place.`,
      EXIT.badInput,
    );
  if (away !== undefined)
    throw new UserError(
      phrase`${away.link} is a link that leads to ${away.part}, and is not written through; name that place itself, or another.`,
      EXIT.badInput,
    );
  if (!isInside(target, folder) || !isPipe(target)) return target;
  throw new UserError(phrase`${target} is a pipe or a socket, no file; name another place.`, EXIT.badInput);
}

/** A folder as it is called, and where that lay when it was looked up: what is written bit by bit, or in many files, stays there. */
export interface SeenFolder {
  readonly path: string;
  readonly real: string;
}

export const seenFolder = (path: string): SeenFolder => ({ path, real: realAsFarAsThere(path) });

/**
 * Acts on a place that is named so through its folder, which is made where it is missing and held open meanwhile: whatever is exchanged for
 * a link after the look leads nothing elsewhere.
 * @param folders  that the path is held against, relative ones from the first; each as in `outputPath`
 * @param act      is given the path by way of the folder, and how a file there is opened without following a link
 * @throws {UserError} as `outputPath` does, also where something was exchanged
 */
export function inOutput<Value>(
  path: string,
  folders: readonly (string | SeenFolder)[],
  act: (at: string, flags: number) => Value,
): Value {
  const target = folders.map(nameOf).reduce(outputPath, path);
  const around = folders.filter((folder) => isInside(target, nameOf(folder)));
  if (around.length === 0 && isOfNoFolder(target)) return act(target, 0);
  const real = realAsFarAsThere(target);
  try {
    // The outermost lets links lead to all of it; one that was seen before must lie where it lay.
    const [outer] = around.toSorted((one, other) => nameOf(one).length - nameOf(other).length);
    if (outer !== undefined && !isInside(real, realAsFarAsThere(nameOf(outer)))) throw new PathMoved(target);
    if (around.some((folder) => typeof folder === "object" && !isInside(real, folder.real)))
      throw new PathMoved(target);
    refuseFileAround(real);
    return inHeldFolder(real, (at) => act(at, constants.O_NOFOLLOW | constants.O_NONBLOCK));
  } catch (error) {
    if (!(error instanceof PathMoved)) throw error;
    throw new UserError(
      phrase`${target} was exchanged for a link while it was written; nothing was written there.`,
      EXIT.badInput,
      {
        cause: error,
      },
    );
  }
}

/** A file in the place of a folder was not exchanged for one: the path is wrong. @throws ENOTDIR */
function refuseFileAround(path: string): void {
  const around = dirname(path);
  const stats = statSync(around, { throwIfNoEntry: false });
  if (stats === undefined && around !== dirname(around)) refuseFileAround(around);
  else if (stats?.isDirectory() === false)
    throw Object.assign(new Error(`${around} is no folder`), { code: "ENOTDIR" });
}

const nameOf = (folder: string | SeenFolder): string => (typeof folder === "string" ? folder : folder.path);

/** A device, a pipe, or a link to nothing that a folder has: what a person names outside of their folders is opened as they call it. */
function isOfNoFolder(target: string): boolean {
  if (entryAt(target) === undefined) return false;
  const stats = statSync(target, { throwIfNoEntry: false });
  return !(stats?.isFile() || stats?.isDirectory()) || realIfThere(target) === undefined;
}

interface OutputOpening {
  readonly mode?: number;
  /** `first`: only where nothing has the name yet. */
  readonly as?: "anew" | "first";
}

/**
 * Opens a file there, for what is written bit by bit. A new one takes the place of what has the name: another name of that, which whatever
 * runs in the folder may have given it, is left as it is.
 * @returns its descriptor, which the caller closes
 */
export const openOutput = (
  path: string,
  folders: readonly (string | SeenFolder)[],
  { mode = 0o666, as = "anew" }: OutputOpening = {},
): number =>
  inOutput(path, folders, (at, flags) => {
    const isPlain = flags !== 0;
    if (as === "first") return openOrMoved(at, WRITTEN | flags | constants.O_EXCL, mode);
    return isPlain ? openAnew(at, mode) : openOrMoved(at, WRITTEN | constants.O_TRUNC, mode);
  });

const WRITTEN = constants.O_WRONLY | constants.O_CREAT;
/** What keeps a file from being replaced that may be written: its folder takes no other, or it is mounted by itself. */
const UNREPLACED = new Set(["EACCES", "EPERM", "EROFS", "EBUSY"]);

/** @param at  by way of its folder, which is held open */
function openAnew(at: string, mode: number): number {
  const before = entryAt(at);
  try {
    const file = openReplaced(at, { beside: `${at}.${processName()}.tmp`, mode });
    if (before?.isFile()) likeBefore(file, before);
    return file;
  } catch (error) {
    if (before === undefined || !UNREPLACED.has(errorCode(error) ?? "")) throw error;
    return openSole(at);
  }
}

/** In its place, where it has no other name. */
function openSole(at: string): number {
  const file = openOrMoved(at, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = fstatSync(file);
  if (stats.isFile() && stats.nlink === 1) {
    ftruncateSync(file);
    return file;
  }
  closeSync(file);
  throw new PathMoved(`${basename(at)} has other names, or is no file`);
}

/** Whoever could read what had the name can read the new one, and nobody else. */
function likeBefore(file: number, { mode, uid, gid }: Stats): void {
  try {
    fchownSync(file, uid, gid);
  } catch {
    // It is another's, and is ours from now on.
  }
  fchmodSync(file, mode & 0o777);
}

/** Writes a file there. @param write  the whole of it, or what writes it into the file */
export function writeOutput(
  path: string,
  folders: readonly (string | SeenFolder)[],
  write: string | Uint8Array | ((file: number) => void),
  opening?: OutputOpening,
): void {
  const file = openOutput(path, folders, opening);
  try {
    if (typeof write === "function") write(file);
    else writeFileSync(file, write);
  } finally {
    closeSync(file);
  }
}

/** Writes a file there under the first name that is not taken. @param nameOf  told 1, 2, 3 … */
export function writeUntaken(
  folder: string,
  folders: readonly string[],
  nameOf: (count: number) => string,
  { content, mode }: { readonly content: string | Uint8Array; readonly mode?: number },
): string {
  const taken = new Set(inOutput(join(folder, nameOf(1)), folders, (at) => readdirSync(dirname(at))));
  for (let count = 1; ; count++) {
    const path = join(folder, nameOf(count));
    if (taken.has(nameOf(count))) continue;
    try {
      writeOutput(path, folders, content, { as: "first", ...(mode !== undefined && { mode }) });
      return path;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}

function isPipe(path: string): boolean {
  if (entryAt(path) === undefined) return false;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFIFO() || stats.isSocket());
}
