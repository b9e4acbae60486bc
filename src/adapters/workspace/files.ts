import { closeSync, fstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { isAbsolute, resolve, sep } from "node:path";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { FileChange, FileStat, Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import { type NativePath, nativeNames, showName } from "../../engines/paths/file-names.ts";
import type { PathOperation, PathRules } from "../../engines/paths/path-rules.ts";
import { isBelow, slashed } from "../path-walk.ts";
import { openFileAt } from "../pinned-folder.ts";
import { readWhole } from "../whole-file.ts";
import { asFailure, errorCode, isMissing, translated } from "./file-errors.ts";
import { keptFrom, withoutKept } from "./guard/kept-files.ts";
import {
  type GuardScope,
  guardedPath,
  guardShown,
  judge,
  judgeShown,
  openGuarded,
  openIfThere,
  type ResolvePath,
} from "./guarded-path.ts";
import { listFolder } from "./list-folder.ts";
import { leaveFor } from "./path-leave.ts";
import { linkTarget, removeEmptyFolders, removeLink } from "./removal/remove-held.ts";
import { SeenFiles } from "./seen-files.ts";
import { parted } from "./shown-paths.ts";
import { walkParts } from "./walk.ts";

export interface WorkspaceOptions {
  readonly root: string;
  /** Folders that may be touched besides the working folder; the list may change. */
  readonly addedRoots?: readonly string[];
  /** Denials hold for everything that goes through this workspace, whatever was approved; what asks, for what no call named. */
  readonly rules?: PathRules;
  /** Real folders of Waymark itself: what lies in them is not come across. */
  readonly closed?: readonly string[];
  /** How changes are made; without it nothing can be written. `roots` are real: every change lies in one of them. */
  readonly commit?: (
    changes: readonly FileChange[],
    resolvePath: ResolvePath,
    wanted: { readonly roots: readonly string[]; readonly signal?: AbortSignal | undefined },
  ) => Promise<void> | undefined;
}

const READ_BYTES_MAX = 100 * 1024 * 1024;

/** The files of this machine below the working folder and the added ones, behind the one path guard. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const root = realFolder(options.root);
  const roots = rootsOf(root, options.addedRoots ?? []);
  // What cannot be used is told at the start.
  roots();
  const scope = {
    root,
    get roots() {
      return roots();
    },
    ...(options.rules === undefined ? {} : { rules: options.rules }),
    ...(options.closed === undefined ? {} : { closed: options.closed }),
  };
  return workspaceIn(scope, options, { seen: new SeenFiles(), written: new Map() });
}

/** The working folder and the added ones by their real paths, as each was found first: one that leads elsewhere later is another folder. */
function rootsOf(root: string, added: readonly string[]): () => readonly string[] {
  const known = new Map<string, string>();
  let of: readonly string[] = [];
  let roots: readonly string[] = [root];
  return () => {
    if (of.length === added.length && of.every((path, index) => path === added[index])) return roots;
    for (const path of added) if (!known.has(path)) known.set(path, addedFolder(resolve(root, path)));
    roots = [root, ...added.map((path) => known.get(path) ?? path)];
    of = [...added];
    return roots;
  };
}

interface Sight {
  /** What the model has seen, over all calls. */
  readonly seen: SeenFiles;
  /** Paths that this call declared to write, and whether it replaces all of them: it reads them in order to change them. */
  readonly written: ReadonlyMap<string, boolean>;
}

function workspaceIn(scope: GuardScope, options: WorkspaceOptions, { seen, written }: Sight): Workspace {
  const { root } = scope;
  const show = (path: string): string => showPath(path, root);
  const partsBelow: Workspace["walkParts"] = (path, walkOptions) => {
    const start = guardedPath(path, "list", scope, "listed");
    if (!statSync(start).isDirectory()) throw new ToolFailure(`${show(path)} is not a folder.`);
    return withoutKept(walkParts(start, show(path), walkOptions), keptFrom(path, { start, shown: show(path) }, scope));
  };
  return {
    root,
    get roots() {
      return rootsOfCall(scope);
    },
    show,
    allowing(accesses, decided) {
      const leave = decided === undefined ? {} : { leave: leaveFor(decided) };
      const targets = accesses.flatMap((access) =>
        access.kind === "write" ? [[resolve(root, access.path), access.replaces === true] as const] : [],
      );
      return workspaceIn({ ...scope, ...leave }, options, { seen, written: new Map(targets) });
    },
    duringCommand: (work) => seen.duringCommand(work),
    knows: (path) => seen.knows(resolve(root, path)),
    isSecret: (path) =>
      scope.leave?.isSecret(path) ?? judgeShown(path, "read", { root, roots: scope.roots }).refusal === "secret",
    async stat(path) {
      return statOf(path, scope);
    },
    async readBytes(path, range) {
      // A large file is read in pieces: whoever waits for a key has a turn between them.
      if (range !== undefined && range.offset > 0) await new Promise((turn) => setImmediate(turn));
      const bytes = readRegular(path, scope, range);
      const absolute = resolve(root, path);
      const replaces = written.get(absolute);
      if (replaces !== undefined) seen.check(absolute, bytes, { shown: show(path), replaces });
      else if (range === undefined) seen.note(absolute, bytes);
      return bytes;
    },
    async list(path) {
      return listFolder(findFolder(path, scope), show(path));
    },
    async *walk(path, walkOptions) {
      for await (const part of partsBelow(path, walkOptions)) yield* part;
    },
    walkParts: partsBelow,
    linkAt(path) {
      const { realPath } = judge(path, "delete", scope);
      return realPath === undefined ? undefined : linkTarget(realPath);
    },
    async removeLink(path) {
      if (options.commit === undefined) throw new ToolFailure(ONLY_READ);
      const link = changedPath(path, "delete", scope);
      translated(show(path), "deleted", () => removeLink(link, scope.roots));
    },
    async removeEmptyFolders(path) {
      if (options.commit === undefined) throw new ToolFailure(ONLY_READ);
      if (judge(path, "delete", scope).refusal === "missing") return;
      const folder = changedPath(path, "delete", scope);
      translated(show(path), "deleted", () => removeEmptyFolders(folder));
    },
    async commit(changes, signal) {
      const resolvePath: ResolvePath = (path, operation) => changedPath(path, operation, scope);
      if (options.commit === undefined) throw new ToolFailure(ONLY_READ);
      await options.commit(changes, resolvePath, { roots: rootsOfCall(scope), signal });
      for (const change of changes) {
        if (change.kind === "write") seen.note(resolve(root, change.path), change.bytes);
        else seen.forget(resolve(root, change.kind === "move" ? change.from : change.path));
        if (change.kind === "move") seen.note(resolve(root, change.to), change.bytes);
      }
    },
  };
}

/** With the folders elsewhere of what this call was decided to change. */
const rootsOfCall = ({ roots, leave }: GuardScope): readonly string[] => [...roots, ...(leave?.foldersElsewhere ?? [])];

/** Where a change is made, or what it reads. @throws {ToolFailure} where the guard refuses it, or where it is none of the places that were decided */
function changedPath(path: string, operation: PathOperation, scope: GuardScope): string {
  if (operation === "read") return guardedPath(path, operation, scope, "read");
  const real = guardedPath(path, operation, scope, operation === "delete" ? "deleted" : "written");
  if (scope.leave?.mayChange(real) !== false) return real;
  throw new ToolFailure(
    `${showPath(path, scope.root)} is no place that this call was decided for: nothing was changed.`,
  );
}

const ONLY_READ = "These files can only be read here.";

function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    throw asFailure(path, "opened", error);
  }
}

/** @throws {UserError} a person named it, by a flag or in the settings */
function addedFolder(path: string): string {
  let problem = "is not a folder";
  try {
    const real = realpathSync.native(path);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    problem = isMissing(error) ? "does not exist" : `cannot be opened (${errorCode(error) ?? "unknown"})`;
  }
  throw new UserError(
    phrase`The added folder ${path} ${problem}; check --add-dir and the setting addDirs.`,
    EXIT.badInput,
  );
}

function showPath(path: string, root: string): string {
  const absolute = isAbsolute(path) ? path : resolve(root, path);
  if (!isBelow(absolute, root)) return showName(slashed(absolute));
  const below = absolute.slice(root.length + (root.endsWith(sep) ? 0 : 1));
  return below === "" ? "." : showName(slashed(below));
}

function statOf(path: string, scope: GuardScope): FileStat | undefined {
  const verdict = judge(path, "list", scope);
  if (verdict.allowed && verdict.realPath !== undefined) {
    const { realPath } = verdict;
    return fileStat(translated(path, "read", () => statSync(realPath)));
  }
  if (verdict.refusal === "special" && /^not a regular file/.test(verdict.reason))
    return { kind: "other", sizeBytes: 0, modifiedMs: 0 };
  if (verdict.refusal !== "missing" && verdict.refusal !== "malformed") {
    const asked = guardedPath(path, "list", scope, "read");
    return fileStat(translated(path, "read", () => statSync(asked)));
  }
  const native = nativePath(path, "list", scope);
  const stat = native === undefined ? undefined : statSync(native, { throwIfNoEntry: false });
  if (stat === undefined && verdict.refusal === "malformed") guardedPath(path, "list", scope, "read");
  return stat && fileStat(stat);
}

/** The folder as it stands, or, where nothing is there, the one that its escapes stand for. */
function findFolder(path: string, scope: GuardScope): NativePath {
  const verdict = judge(path, "list", scope);
  const native = verdict.refusal === "missing" ? nativePath(path, "list", scope) : undefined;
  return native ?? guardedPath(path, "list", scope, "listed");
}

/** What the escapes of a shown path stand for, judged like any other. */
function nativePath(shown: string, operation: "list" | "read", scope: GuardScope): NativePath | undefined {
  const native = nativeNames(shown);
  if (native === undefined) return undefined;
  guardShown(shown, operation, scope, "read");
  if (typeof native === "string") return judge(native, "list", scope).realPath;
  const { folder, last } = parted(native);
  const above = guardedPath(folder.toString("utf8") || ".", "list", scope, "read");
  return Buffer.concat([Buffer.from(`${above}/`), last]);
}

function openRegular(path: string, scope: GuardScope): number {
  const opened = translated(path, "read", () => openIfThere(path, scope));
  if (opened !== undefined) return opened.descriptor;
  const native = nativePath(path, "read", scope);
  if (typeof native === "string") return openGuarded(native, scope).descriptor;
  if (native === undefined) return translated(path, "read", () => openGuarded(path, scope).descriptor);
  return translated(path, "read", () => openFileAt(native));
}

function readRegular(
  path: string,
  scope: GuardScope,
  range: { readonly offset: number; readonly length: number } | undefined,
): Uint8Array {
  const file = openRegular(path, scope);
  const shown = showPath(path, scope.root);
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw new ToolFailure(`${shown} is a folder; list_files shows what is in it.`);
    if (!stat.isFile()) throw new ToolFailure(`${shown} is a pipe, socket or device, not a regular file.`);
    if (range === undefined && stat.size > READ_BYTES_MAX) throw tooLarge(shown, stat.size);
    const offset = range?.offset ?? 0;
    const length = Math.max(0, Math.min(range?.length ?? stat.size, stat.size - offset, READ_BYTES_MAX));
    return readWhole(file, length, offset);
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

function fileStat(stat: Stats): FileStat {
  const kind = stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
  return { kind, sizeBytes: stat.size, modifiedMs: stat.mtimeMs };
}
