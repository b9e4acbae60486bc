import { closeSync, constants, lstatSync, readdirSync, type Stats, statSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isInside, leadsInside, realIfThere } from "../../adapters/inside.ts";
import { inHeldFolder, openOrMoved, PathMoved } from "../../adapters/pinned-folder.ts";
import { errorCode } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";

/**
 * Where something is written that a person asked for. A folder of others may hold a link by that name: what goes into a folder
 * stays in it, and nothing is made where a link leads to nothing. A pipe in it would be waited for without end, past Ctrl-C.
 * @param path    as it was given, or by default; outside of the folder it is what the person named
 * @param folder  that relative paths begin at
 * @throws {UserError} where a link on the way leads out of the folder, or a pipe is there
 */
export function outputPath(path: string, folder: string): string {
  const target = isAbsolute(path) ? path : resolve(folder, path);
  if (!isInside(target, folder)) return target;
  const link = linkOut(target, folder);
  if (link === undefined) {
    if (!isPipe(target)) return target;
    throw new UserError(phrase`${target} is a pipe or a socket, no file; name another place.`, EXIT.badInput);
  }
  throw new UserError(
    phrase`${link} is a link that leads out of ${folder}, or to nothing, and is not written through; name another place.`,
    EXIT.badInput,
  );
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

/** How a place is opened to be written: anew, or where it must not be there yet. */
const OPENED = { anew: constants.O_TRUNC, first: constants.O_EXCL } as const;

interface OutputOpening {
  readonly mode?: number;
  readonly as?: keyof typeof OPENED;
}

/** Opens a file there, for what is written bit by bit. @returns its descriptor, which the caller closes */
export const openOutput = (
  path: string,
  folders: readonly (string | SeenFolder)[],
  { mode = 0o666, as = "anew" }: OutputOpening = {},
): number =>
  inOutput(path, folders, (at, flags) =>
    openOrMoved(at, constants.O_WRONLY | constants.O_CREAT | flags | OPENED[as], mode),
  );

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

/** Links followed, of what is there. */
function realAsFarAsThere(path: string): string {
  const folder = dirname(path);
  return realIfThere(path) ?? (folder === path ? path : join(realAsFarAsThere(folder), basename(path)));
}

function linkOut(target: string, folder: string): string | undefined {
  let at = folder;
  for (const name of relative(folder, target).split(sep)) {
    at = join(at, name);
    const stats = entryAt(at);
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink() && !leadsInside(at, folder)) return at;
  }
  return undefined;
}

function isPipe(path: string): boolean {
  if (entryAt(path) === undefined) return false;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFIFO() || stats.isSocket());
}

function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Below what is no folder: whoever writes is told why it cannot.
    return undefined;
  }
}
