import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { checkPath, type PathRequest, type PathVerdict } from "./path-guard.ts";
import { isBelow, isSystemError, realFolder } from "./path-walk.ts";

/** A folder held open: names below `directory` are looked up in it even when its path leads elsewhere by now. */
export interface PinnedParent {
  readonly kind: "pinned";
  /** Join a single name to this; on Linux a path through the open descriptor. */
  readonly directory: string;
  readonly name: string;
  readonly realPath: string;
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

/** What may follow a `checkPath` that a person has overruled: `protected`, `secret`, `ask` and `shared` only. */
export interface ActRequest extends PathRequest {
  readonly approved?: boolean;
}

const DESCRIPTORS = "/proc/self/fd";
const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Checks a path and opens its parent folder, one component after the other, following no link.
 *  @param request  `createParents` makes missing folders on the way
 *  @throws PathMoved when a component was exchanged for a link or another folder meanwhile */
export function pinParent(
  path: string,
  request: ActRequest & { readonly createParents?: boolean },
): PinnedParent | Refused {
  const verdict = checkPath(path, request);
  const { realPath } = verdict;
  if (realPath === undefined || !(verdict.allowed || (request.approved === true && verdict.askable)))
    return { kind: "refused", verdict };
  const root = [request.root, ...(request.extraRoots ?? [])]
    .map(realFolder)
    .find((folder) => folder !== undefined && isBelow(realPath, folder));
  if (root === undefined) return { kind: "refused", verdict };
  const names = relative(root, realPath).split(sep);
  const name = names.pop() ?? "";
  const createParents = request.createParents === true;
  return existsSync(DESCRIPTORS)
    ? pinByDescriptor({ root, names, createParents }, name, realPath)
    : pinByIdentity({ root, names, createParents }, name, realPath);
}

/** Opens a folder that was found to be real, one component after the other from a root on, following no link.
 *  @param roots  real; without one above the folder it is opened by itself
 *  @throws PathMoved when a component was exchanged meanwhile */
export function pinFolder(
  folder: string,
  roots: readonly string[],
): Pick<PinnedParent, "directory" | "verify" | "close"> {
  const root = roots.find((candidate) => isBelow(folder, candidate)) ?? folder;
  const names = relative(root, folder)
    .split(sep)
    .filter((name) => name !== "");
  const way = { root, names, createParents: false };
  return existsSync(DESCRIPTORS) ? pinByDescriptor(way, "", folder) : pinByIdentity(way, "", join(folder, "."));
}

/** Checks and opens a regular file; a `create` fails where something stands already.
 *  @param request  `op` is `read`, `write` (an existing file, read and write) or `create` (a new one, mode 0666 less umask)
 *  @throws PathMoved when the file is not the one that was checked; system errors as they are */
export function openInside(
  path: string,
  request: ActRequest & { readonly createParents?: boolean },
): OpenedFile | Refused {
  const parent = pinParent(path, request);
  if (parent.kind === "refused") return parent;
  try {
    const access = request.op === "read" || request.op === "list" ? constants.O_RDONLY : constants.O_RDWR;
    const creation = request.op === "create" ? constants.O_CREAT | constants.O_EXCL : 0;
    const descriptor = openOrMoved(
      join(parent.directory, parent.name),
      access | creation | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    const stats = fstatSync(descriptor, { bigint: true });
    try {
      parent.verify();
      if (!stats.isFile()) throw new PathMoved(`${path} is no longer a regular file`);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    return { kind: "open", descriptor, realPath: parent.realPath, stats, close: () => closeSync(descriptor) };
  } finally {
    parent.close();
  }
}

/** Removes one file or link. Never follows a link, never removes a folder.
 *  @returns the refusal, or undefined when it is gone */
export function removeInside(path: string, request: Omit<ActRequest, "op">): Refused | undefined {
  const parent = pinParent(path, { ...request, op: "delete" });
  if (parent.kind === "refused") return parent;
  try {
    parent.verify();
    unlinkSync(join(parent.directory, parent.name));
    return undefined;
  } finally {
    parent.close();
  }
}

interface Way {
  readonly root: string;
  readonly names: readonly string[];
  readonly createParents: boolean;
}

function pinByDescriptor({ root, names, createParents }: Way, name: string, realPath: string): PinnedParent {
  const expected = statSync(root, { bigint: true });
  let descriptor = openOrMoved(root, FOLDER_FLAGS);
  try {
    const actual = fstatSync(descriptor, { bigint: true });
    if (actual.dev !== expected.dev || actual.ino !== expected.ino) throw new PathMoved(`${root} was exchanged`);
    for (const component of names) {
      const next = `${DESCRIPTORS}/${descriptor}/${component}`;
      if (createParents) makeFolder(next);
      const opened = openOrMoved(next, FOLDER_FLAGS);
      closeSync(descriptor);
      descriptor = opened;
    }
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  const held = descriptor;
  return {
    kind: "pinned",
    directory: `${DESCRIPTORS}/${held}`,
    name,
    realPath,
    verify: () => undefined,
    close: () => closeSync(held),
  };
}

/** Without descriptor paths: every folder on the way is remembered by device and inode and compared after the act began. */
function pinByIdentity({ root, names, createParents }: Way, name: string, realPath: string): PinnedParent {
  const folders = [root];
  for (const component of names) {
    const folder = join(folders.at(-1) ?? root, component);
    if (createParents) makeFolder(folder);
    folders.push(folder);
  }
  const identify = (): string =>
    folders
      .map((folder) => lstatSync(folder, { bigint: true }))
      .map((stats) => {
        if (!stats.isDirectory()) throw new PathMoved(`${dirname(realPath)} was exchanged`);
        return `${stats.dev}:${stats.ino}`;
      })
      .join(" ");
  const before = identify();
  const verify = (): void => {
    if (identify() !== before) throw new PathMoved(`${dirname(realPath)} was exchanged`);
  };
  return { kind: "pinned", directory: dirname(realPath), name, realPath, verify, close: () => undefined };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isSystemError(error) || error.code !== "EEXIST") throw error;
  }
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
