import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { globFolder } from "../../base/glob.ts";
import { givenGlob } from "../../core/given-glob.ts";
import type { SearchQuery, Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import type { NativePath } from "../../engines/paths/file-names.ts";
import { compileSearchPattern, type SearchPattern } from "../../engines/text/search-pattern.ts";
import { translated } from "./file-errors.ts";
import { closedBelow, type GuardScope, guardedPath, nativeOf, showsContent } from "./guarded-path.ts";

/** A query with everything worked out that both engines need. */
export interface PreparedSearch {
  /** Absolute, real; a file or a folder. */
  readonly start: string;
  readonly isFile: boolean;
  /** `start` as paths show it; `.` for the working folder. */
  readonly shown: string;
  readonly pattern: SearchPattern;
  /** Whether a file's path below `start` (empty where `start` is the file) is wanted, and may be shown: nothing of a result depends on what lies in another one. */
  readonly accepts: (path: string) => boolean;
  /** Whether it is wanted, and may not. */
  readonly leavesOut: (path: string) => boolean;
  /** A glob on the name alone, which an engine may use to leave files out early. */
  readonly nameGlob: string | undefined;
  /** Where a file lies that a match shows. */
  readonly nativeOf: (shown: string) => NativePath;
  readonly includeHidden: boolean;
  readonly contextLines: number;
  readonly matchesMax: number;
  readonly signal: AbortSignal;
  /** Aborts when the caller does, or when time is up. */
  readonly deadline: AbortSignal;
}

/** @throws {ToolFailure} on an invalid pattern, and a path that is not there or leads outside */
export function prepareSearch(
  query: SearchQuery,
  workspace: Workspace,
  scope: GuardScope,
  { signal, deadline }: Pick<PreparedSearch, "signal" | "deadline">,
): PreparedSearch {
  const pattern = compileSearchPattern(query.pattern, query);
  if (pattern.kind === "invalid")
    throw new ToolFailure(
      `The pattern ${query.pattern} is not valid: ${pattern.problem}. Set literal to search for the text itself.`,
    );
  const asked = guardedPath(query.path, "list", scope, "searched");
  const stat = translated(query.path, "searched", () => statSync(asked));
  const isFile = stat.isFile();
  if (!isFile && !stat.isDirectory())
    throw new ToolFailure(`${query.path} is a pipe, socket or device, not a file or folder.`);
  const wanted = scopeOf(query, asked, isFile, workspace);
  // A glob may begin within one of them.
  const isClosed = closedBelow(asked, scope);
  const shows = (path: string): boolean =>
    isClosed?.(join(wanted.start, path)) !== true &&
    showsContent(path === "" ? wanted.shown : join(wanted.shown, path), query.path, scope);
  return {
    ...wanted,
    accepts: (path) => wanted.accepts(path) && shows(path),
    leavesOut: (path) => wanted.accepts(path) && !shows(path),
    nativeOf: (path) => nativeOf(path, scope),
    isFile,
    pattern,
    signal,
    deadline,
  };
}

type Scope = Omit<PreparedSearch, "nativeOf" | "isFile" | "pattern" | "signal" | "deadline" | "leavesOut">;

function scopeOf(query: SearchQuery, asked: string, isFile: boolean, workspace: Workspace): Scope {
  const { glob, contextLines, matchesMax } = query;
  const shown = workspace.show(query.path);
  const whole = { start: asked, shown, contextLines, matchesMax, nameGlob: undefined, includeHidden: false };
  if (glob === undefined || glob === "" || glob === "*" || isFile) return { ...whole, accepts: () => true };
  const isNegated = glob.startsWith("!");
  const matches = givenGlob(isNegated ? glob.slice(1) : glob);
  const includeHidden = !isNegated && /(?:^|[/{,])\.[^./]/.test(glob);
  const accepts = (path: string): boolean =>
    matches(path) !== isNegated && (includeHidden || !path.slice(path.lastIndexOf("/") + 1).startsWith("."));
  const folder = isNegated ? "" : globFolder(glob);
  if (folder !== "" && isRealFolder(`${asked}/${folder}`)) {
    const shownFolder = shown === "." ? folder : `${shown}/${folder}`;
    const acceptsBelow = (path: string): boolean => accepts(`${folder}/${path}`);
    return { ...whole, start: `${asked}/${folder}`, shown: shownFolder, accepts: acceptsBelow, includeHidden };
  }
  return { ...whole, accepts, includeHidden, nameGlob: isEarlyGlob(glob) ? glob : undefined };
}

/** Whether a folder is where its path says, with no link on the way. */
function isRealFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && realpathSync.native(path) === path;
}

/** Whether a glob is on names alone and cannot be read in two ways: `*.ts`, `*.{c,h}`, `Makefile`. */
function isEarlyGlob(glob: string): boolean {
  return /^(?:\*\.[\w*.+-]+|\*\.\{[\w,.+-]+\}|[A-Za-z0-9][\w*.+-]*)$/.test(glob);
}
