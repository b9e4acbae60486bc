import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, isAbsolute, resolve, sep } from "node:path";
import type { FileChange, FileStat, FolderEntry, Workspace } from "../../core/ports.ts";
import { ToolFailure } from "../../core/tool.ts";
import { commitChanges } from "./commit.ts";
import { asFailure, translated } from "./file-errors.ts";
import { type NativePath, nativeNames, showName, showNameBytes } from "./file-names.ts";
import { isInside, resolveInside } from "./inside-roots.ts";
import { walkFiles } from "./walk.ts";

export interface WorkspaceOptions {
  readonly root: string;
  /** Folders that may be touched besides the working folder. */
  readonly addedRoots?: readonly string[];
  /** How changes become durable; by default without a journal. `resolvePath` gives the real path, or throws. */
  readonly commit?: (
    changes: readonly FileChange[],
    resolvePath: (path: string) => string,
  ) => Promise<void> | undefined;
}

const READ_BYTES_MAX = 100 * 1024 * 1024;

/** The files of this machine below the working folder and the added ones. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const root = realFolder(options.root);
  const roots = [root, ...(options.addedRoots ?? []).map((path) => realFolder(resolve(root, path)))];
  const inside = (path: string): string => resolveInside(path, root, roots);
  const show = (path: string): string => showPath(path, root);

  return {
    root,
    roots,
    show,
    async stat(path) {
      const stat = statOf(path, inside);
      return stat && fileStat(stat);
    },
    async readBytes(path, range) {
      return readRegular(findExisting(path, inside), show(path), range);
    },
    async list(path) {
      return listFolder(findExisting(path, inside), show(path));
    },
    walk(path, walkOptions) {
      const start = inside(path);
      const stat = translated(show(path), "listed", () => statSync(start));
      if (!stat.isDirectory()) throw new ToolFailure(`${show(path)} is not a folder.`);
      return walkFiles(start, show(path), walkOptions);
    },
    async commit(changes) {
      if (options.commit === undefined) commitChanges(changes, inside);
      else await options.commit(changes, inside);
    },
  };
}

function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    throw asFailure(path, "opened", error);
  }
}

function showPath(path: string, root: string): string {
  const absolute = isAbsolute(path) ? path : resolve(root, path);
  if (!isInside(absolute, root)) return showName(sep === "/" ? absolute : absolute.split(sep).join("/"));
  const below = absolute.slice(root.length + (root.endsWith(sep) ? 0 : 1));
  return below === "" ? "." : showName(sep === "/" ? below : below.split(sep).join("/"));
}

function statOf(path: string, inside: (path: string) => string): Stats | undefined {
  const real = inside(path);
  const stat = translated(path, "read", () => statSync(real, { throwIfNoEntry: false }));
  if (stat !== undefined) return stat;
  const native = nativePath(path, inside);
  return native === undefined ? undefined : statSync(native, { throwIfNoEntry: false });
}

/** The path as it stands, or, where nothing is there, the one that its escapes stand for. */
function findExisting(path: string, inside: (path: string) => string): NativePath {
  const real = inside(path);
  if (statSync(real, { throwIfNoEntry: false }) !== undefined) return real;
  return nativePath(path, inside) ?? real;
}

function nativePath(shown: string, inside: (path: string) => string): NativePath | undefined {
  const native = nativeNames(shown);
  if (native === undefined) return undefined;
  if (typeof native === "string") return inside(native);
  // Only the last name may be no UTF-8: its folder is checked like any other, and a link is not followed.
  const slash = native.lastIndexOf("/");
  const folder = inside(slash < 0 ? "." : native.toString("utf8", 0, slash));
  const path = Buffer.concat([Buffer.from(`${folder}/`), native.subarray(slash + 1)]);
  const target = statSync(path, { throwIfNoEntry: false }) && realpathSync.native(path, "utf8");
  return target === undefined || isInside(dirname(target), folder) ? path : undefined;
}

function readRegular(
  path: NativePath,
  shown: string,
  range: { readonly offset: number; readonly length: number } | undefined,
): Uint8Array {
  // Non-blocking, so that a pipe without a writer cannot hang the session before its kind is known.
  const file = translated(shown, "read", () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw new ToolFailure(`${shown} is a folder; list_files shows what is in it.`);
    if (!stat.isFile()) throw new ToolFailure(`${shown} is a pipe, socket or device, not a regular file.`);
    if (range === undefined && stat.size > READ_BYTES_MAX) throw tooLarge(shown, stat.size);
    const offset = range?.offset ?? 0;
    const length = Math.max(0, Math.min(range?.length ?? stat.size, stat.size - offset, READ_BYTES_MAX));
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const count = readSync(file, bytes, read, length - read, offset + read);
      if (count === 0) break;
      read += count;
    }
    return bytes.subarray(0, read);
  } catch (error) {
    throw asFailure(shown, "read", error);
  } finally {
    closeSync(file);
  }
}

function tooLarge(shown: string, sizeBytes: number): ToolFailure {
  const megabytes = Math.round(sizeBytes / 1024 / 1024);
  return new ToolFailure(
    `${shown} has ${megabytes} MB, more than can be read at once (100 MB). Use search_code, or shell with sed or tail.`,
  );
}

function listFolder(path: NativePath, shown: string): readonly FolderEntry[] {
  const entries = translated(shown, "listed", () => readdirSync(path, { withFileTypes: true, encoding: "buffer" }));
  return entries
    .map((entry) => ({ name: showNameBytes(entry.name), kind: entryKind(entry) }))
    .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

function entryKind(entry: {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}): FolderEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

function fileStat(stat: Stats): FileStat {
  const kind = stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
  return { kind, sizeBytes: stat.size, modifiedMs: stat.mtimeMs };
}
