import { type BigIntStats, closeSync, constants, existsSync, fstatSync, lstatSync, openSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { checkPath, type PathRequest, type PathVerdict } from "./path-guard.ts";
import { isBelow, isSystemError, realFolder } from "./path-walk.ts";

/** A folder held open: names below `directory` are looked up in it even when its path leads elsewhere by now. */
export interface PinnedFolder {
  /** Join a single name to this; on Linux a path through the open descriptor. */
  readonly directory: string;
  /** Throws `PathMoved` where the system has no descriptor paths and the folder was exchanged. */
  verify(): void;
  close(): void;
}

export interface OpenedFile {
  readonly kind: "open";
  readonly descriptor: number;
  readonly realPath: string;
  readonly stats: BigIntStats;
  close(): void;
}

export type Refused = { readonly kind: "refused"; readonly verdict: PathVerdict };

/** Between the check and the act the path came to mean something else. */
export class PathMoved extends Error {
  override readonly name = "PathMoved";
}

/** What a person has overruled may follow: `protected`, `secret`, `ask` and `shared` only. */
export interface ReadRequest extends Omit<PathRequest, "op"> {
  readonly approved?: boolean;
}

const DESCRIPTORS = "/proc/self/fd";
const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const FILE_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Opens a folder that was found to be real, one component after the other from a root on, following no link.
 *  @param roots  real; without one above the folder it is opened by itself
 *  @throws PathMoved when a component was exchanged meanwhile */
export function pinFolder(folder: string, roots: readonly string[]): PinnedFolder {
  const root = roots.find((candidate) => isBelow(folder, candidate)) ?? folder;
  const names = relative(root, folder)
    .split(sep)
    .filter((name) => name !== "");
  return existsSync(DESCRIPTORS) ? pinByDescriptor(root, names) : pinByIdentity(root, names);
}

/** Checks and opens a regular file to be read.
 *  @throws PathMoved when the file is not the one that was checked; system errors as they are */
export function openInside(path: string, request: ReadRequest): OpenedFile | Refused {
  const verdict = checkPath(path, { ...request, op: "read" });
  const { realPath } = verdict;
  const roots = [request.root, ...(request.extraRoots ?? [])].map(realFolder).filter((root) => root !== undefined);
  const isOpen = verdict.allowed || (request.approved === true && verdict.askable);
  if (realPath === undefined || !isOpen || !roots.some((root) => isBelow(realPath, root)))
    return { kind: "refused", verdict };
  const folder = pinFolder(dirname(realPath), roots);
  try {
    const descriptor = openOrMoved(join(folder.directory, basename(realPath)), FILE_FLAGS);
    const stats = fstatSync(descriptor, { bigint: true });
    try {
      folder.verify();
      if (!stats.isFile()) throw new PathMoved(`${path} is no longer a regular file`);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    return { kind: "open", descriptor, realPath, stats, close: () => closeSync(descriptor) };
  } finally {
    folder.close();
  }
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

function openOrMoved(path: string, flags: number): number {
  try {
    return openSync(path, flags, 0o666);
  } catch (error) {
    // ELOOP and ENOTDIR: a link stands where the check saw none. EXDEV: never followed over a magic link.
    if (isSystemError(error) && ["ELOOP", "ENOTDIR", "EMLINK", "ENXIO"].includes(error.code ?? ""))
      throw new PathMoved(`${path.split(sep).at(-1) ?? path} was exchanged for a link or a special file`, {
        cause: error,
      });
    throw error;
  }
}
