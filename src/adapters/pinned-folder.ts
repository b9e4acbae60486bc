import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { errorCode } from "../base/error-text.ts";
import { type NativePath, nativePath } from "../engines/paths/file-names.ts";
import { isInside } from "./inside.ts";

/** A folder held open: names below `directory` are looked up in it even when its path leads elsewhere by now. */
export interface PinnedFolder {
  /** Join a single name to this; on Linux a path through the open descriptor. */
  readonly directory: string;
  /** Throws `PathMoved` where the system has no descriptor paths and the folder was exchanged. */
  verify(): void;
  close(): void;
}

/** Between the check and the act the path came to mean something else. */
export class PathMoved extends Error {
  override readonly name = "PathMoved";
}

const DESCRIPTORS = "/proc/self/fd";
const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Opens a folder that was found to be real, one component after the other from a root on, following no link.
 *  @param roots  real; where there are any, the folder must lie in one
 *  @throws PathMoved when a component was exchanged meanwhile */
export function pinFolder(folder: string, roots: readonly string[]): PinnedFolder {
  // The outermost: what lies between it and a root in it could be exchanged as well.
  const [root] = roots.filter((candidate) => isInside(folder, candidate)).sort((a, b) => a.length - b.length);
  if (root === undefined && roots.length > 0) throw new PathMoved(`${basename(folder)} lies elsewhere now`);
  const names = relative(root ?? folder, folder)
    .split(sep)
    .filter((name) => name !== "");
  return existsSync(DESCRIPTORS) ? pinByDescriptor(root ?? folder, names) : pinByIdentity(root ?? folder, names);
}

function pinByDescriptor(root: string, names: readonly string[]): PinnedFolder {
  const expected = statSync(root, { bigint: true });
  let descriptor = openOrMoved(root, FOLDER_FLAGS);
  try {
    const actual = fstatSync(descriptor, { bigint: true });
    if (actual.dev !== expected.dev || actual.ino !== expected.ino) throw new PathMoved(`${root} was exchanged`);
    for (const component of names) {
      const opened = openOrMoved(`${DESCRIPTORS}/${descriptor}/${component}`, FOLDER_FLAGS);
      closeSync(descriptor);
      descriptor = opened;
    }
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  const held = descriptor;
  return { directory: `${DESCRIPTORS}/${held}`, verify: () => undefined, close: () => closeSync(held) };
}

/** Without descriptor paths: every folder on the way is remembered by device and inode and compared after the act began. */
function pinByIdentity(root: string, names: readonly string[]): PinnedFolder {
  const folders = [root];
  for (const component of names) folders.push(join(folders.at(-1) ?? root, component));
  const directory = folders.at(-1) ?? root;
  const identify = (): string =>
    folders
      .map((folder) => lstatSync(folder, { bigint: true }))
      .map((stats) => {
        if (!stats.isDirectory()) throw new PathMoved(`${directory} was exchanged`);
        return `${stats.dev}:${stats.ino}`;
      })
      .join(" ");
  const before = identify();
  const verify = (): void => {
    if (identify() !== before) throw new PathMoved(`${directory} was exchanged`);
  };
  return { directory, verify, close: () => undefined };
}

/**
 * Holds a folder open in which something is written, made where it is not there: a program that still runs could exchange it, or one above it,
 * for a link to elsewhere between a look and the act.
 * @throws {PathMoved} where a link stands on the way, or a file
 */
export function holdFolder(folder: string): PinnedFolder {
  if (lstatSync(nativePath(folder), { throwIfNoEntry: false }) === undefined) makeInHeld(folder);
  const native = nativePath(folder);
  if (!realpathSync.native(native, "buffer").equals(Buffer.from(native)))
    throw new PathMoved("its folder is a link now");
  return pinFolder(folder, [outermostReadable(folder)]);
}

/** @param act  is given the path by way of its folder, which is held open as in `holdFolder` */
export function inHeldFolder<Value>(absolute: string, act: (held: string) => Value): Value {
  const folder = holdFolder(dirname(absolute));
  try {
    const value = act(join(folder.directory, basename(absolute)));
    folder.verify();
    return value;
  } finally {
    folder.close();
  }
}

function makeInHeld(folder: string): void {
  const outer = holdFolder(dirname(folder));
  try {
    mkdirSync(nativePath(join(outer.directory, basename(folder))));
  } catch (error) {
    // Another process was faster; whoever holds it sees what it is.
    if (errorCode(error) !== "EEXIST") throw error;
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

/** How far apart two changes lie at least that the times of a file system tell apart, and where it counts whole seconds. */
const TICK_MS = 30;
const SECONDS_MS = 2000;

export interface Way {
  /** Stays the same as long as nobody makes the path lead elsewhere, be it for a moment. */
  readonly stamp: string;
  /** So long it takes until another change would show. */
  readonly restMs: number;
}

/**
 * The way to a regular file through folders that are none of them links, for what is read by another program that goes by the path: each
 * change of a name in a folder is a change of the time that it notes, which nobody can set.
 * @param root  real; the way begins there
 */
export function wayTo(path: string, root: string): Way | undefined {
  const names = relative(root, path).split(sep);
  const folders = [root];
  for (const name of names.slice(0, -1)) folders.push(join(folders.at(-1) ?? root, name));
  const look = (at: string) => lstatSync(nativePath(at), { bigint: true, throwIfNoEntry: false });
  const [ways, file] = [folders.map(look), look(path)];
  if (file?.isFile() !== true || ways.some((folder) => folder?.isDirectory() !== true)) return undefined;
  const rests = ways.map((folder) => {
    const changed = folder?.ctimeNs ?? 0n;
    return Number(changed / 1_000_000n) + (changed % 1_000_000_000n === 0n ? SECONDS_MS : TICK_MS) - Date.now();
  });
  return {
    stamp: [file, ...ways].map((one) => `${one?.dev}:${one?.ino}:${one === file ? "" : one?.ctimeNs}`).join(" "),
    restMs: Math.max(0, ...rests),
  };
}

/** Leads to what is open, whatever is exchanged; where there are no such paths it is the one that it was opened by. */
export const pathTo = (descriptor: number, path: string): string =>
  existsSync(DESCRIPTORS) ? `${DESCRIPTORS}/${descriptor}` : path;

const FILE_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens the regular file at a path that was found to be free of links. A folder above it may be one by now: the kernel is asked where
 * that which was opened lies, which no exchange undoes.
 * @throws PathMoved when it lies elsewhere or is no regular file; system errors as they are
 */
export const openFileAt = (path: NativePath): number => openAt(path, openFileOrMoved(path));

/** The same without that question: in a folder that is held open. */
export function openFileOrMoved(path: NativePath): number {
  const descriptor = openOrMoved(path, FILE_FLAGS);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new PathMoved(`${basename(String(path))} is no regular file`);
}

/** The same of a folder, to list it; where there are no descriptor paths it is the path itself. */
export function holdFolderAt(path: NativePath): { readonly directory: NativePath; close(): void } {
  if (!existsSync(DESCRIPTORS)) return { directory: path, close: () => undefined };
  const descriptor = openAt(path, openFolder(path));
  return { directory: `${DESCRIPTORS}/${descriptor}`, close: () => closeSync(descriptor) };
}

/** @throws ENOTDIR where a plain file stands: nothing was exchanged */
function openFolder(path: NativePath): number {
  try {
    return openOrMoved(path, FOLDER_FLAGS);
  } catch (error) {
    const isFile = lstatSync(nativePath(path), { throwIfNoEntry: false })?.isFile() === true;
    throw error instanceof PathMoved && isFile ? error.cause : error;
  }
}

function openAt(path: NativePath, descriptor: number): number {
  try {
    if (!liesAt(descriptor, path)) throw new PathMoved(`${basename(String(path))} was exchanged while it was opened`);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Whether what is open lies at that very path, without a link on the way. True where the system does not tell. A file system without regard to case may tell another spelling. */
export function liesAt(descriptor: number, path: NativePath): boolean {
  if (!existsSync(DESCRIPTORS)) return true;
  const place = readlinkSync(`${DESCRIPTORS}/${descriptor}`, "buffer").toString("latin1");
  const meant = Buffer.from(nativePath(path)).toString("latin1");
  return place === meant || place.toLowerCase() === meant.toLowerCase();
}

/**
 * Where what is open lies; undefined where its path was exchanged or taken away since.
 * @param path  it was opened by
 */
export function placeOfOpen(descriptor: number, path: string): string | undefined {
  const open = fstatSync(descriptor, { bigint: true });
  if (open.nlink === 0n) return undefined;
  if (existsSync(DESCRIPTORS)) return readlinkSync(`${DESCRIPTORS}/${descriptor}`);
  const real = realpathSync(path);
  const there = statSync(real, { bigint: true });
  return there.dev === open.dev && there.ino === open.ino ? real : undefined;
}

/** @throws PathMoved where a link or a special file stands */
export function openOrMoved(path: NativePath, flags: number, mode = 0o666): number {
  try {
    return openSync(nativePath(path), flags, mode);
  } catch (error) {
    // ELOOP and ENOTDIR: a link stands where the check saw none. EXDEV: never followed over a magic link.
    if (["ELOOP", "ENOTDIR", "EMLINK", "ENXIO"].includes(errorCode(error) ?? ""))
      throw new PathMoved(`${basename(String(path))} was exchanged for a link or a special file`, {
        cause: error,
      });
    throw error;
  }
}
