import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { errorCode } from "../base/error-text.ts";
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
 *  @param roots  real; without one above the folder it is opened by itself
 *  @throws PathMoved when a component was exchanged meanwhile */
export function pinFolder(folder: string, roots: readonly string[]): PinnedFolder {
  // The outermost: what lies between it and a root in it could be exchanged as well.
  const [root = folder] = roots.filter((candidate) => isInside(folder, candidate)).sort((a, b) => a.length - b.length);
  const names = relative(root, folder)
    .split(sep)
    .filter((name) => name !== "");
  return existsSync(DESCRIPTORS) ? pinByDescriptor(root, names) : pinByIdentity(root, names);
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

/** @throws PathMoved where a link or a special file stands */
export function openOrMoved(path: string, flags: number): number {
  try {
    return openSync(path, flags, 0o666);
  } catch (error) {
    // ELOOP and ENOTDIR: a link stands where the check saw none. EXDEV: never followed over a magic link.
    if (["ELOOP", "ENOTDIR", "EMLINK", "ENXIO"].includes(errorCode(error) ?? ""))
      throw new PathMoved(`${path.split(sep).at(-1) ?? path} was exchanged for a link or a special file`, {
        cause: error,
      });
    throw error;
  }
}
