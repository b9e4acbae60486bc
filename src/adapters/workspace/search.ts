import { closeSync, fstatSync, lstatSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Search, SearchMatch, SearchQuery, SearchResult, Workspace } from "../../core/ports/workspace.ts";
import type { NativePath } from "../../engines/paths/file-names.ts";
import type { PathRules } from "../../engines/paths/path-rules.ts";
import {
  type AcrossLines,
  AcrossLinesSearch,
  maskAcross,
  mayNeedLinesAbove,
} from "../../engines/secrets/across-lines.ts";
import { heavyWork } from "../ask-worker.ts";
import { isBelow } from "../path-walk.ts";
import { openFileAt, PathMoved } from "../pinned-folder.ts";

import { errorCode } from "./file-errors.ts";
import type { GuardScope } from "./guarded-path.ts";
import { leaveFor } from "./path-leave.ts";
import { type PreparedSearch, prepareSearch } from "./prepared-search.ts";
import { textPieces } from "./raw-text.ts";

export interface SearchOptions {
  readonly workspace: Workspace;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `own` never starts ripgrep. */
  readonly engine?: "ripgrep-if-found" | "own";
  readonly timeoutMs?: number;
  /** Files that a rule denies are never searched, those that one asks about only where the call names them. */
  readonly rules?: PathRules;
  /** Real folders of Waymark itself. */
  readonly closed?: readonly string[];
}

const TIMEOUT_MS = 30_000;
/** A change in the same tick of the clock may bear an earlier time. */
const TICK_MS = 20;
const LINE_CHARACTERS_MAX = 2000;
const CHARACTERS_BEFORE_MATCH = 100;
/** What is longer may be shown in part: by the search, or by who shows what it found. */
const LINE_WHOLE_MAX = 300;
/** How far a file is looked through for what its lines give away of those below. */
const LOOKED_THROUGH_BYTES = 64 * 1024 * 1024;

/**
 * Searches with ripgrep where it is installed and with our own walker otherwise; both give the same matches in the
 * order of path and line. Nothing is looked for, loaded or started before the first search.
 */
export function createSearch(options: SearchOptions): Search {
  let ripgrep: Promise<string | undefined> | undefined;
  const { workspace } = options;
  const scope: GuardScope = {
    root: workspace.root,
    // Folders are added while a session lasts.
    get roots() {
      return workspace.roots;
    },
    ...(options.rules === undefined ? {} : { rules: options.rules }),
    ...(options.closed === undefined ? {} : { closed: options.closed }),
  };
  return {
    search: (query, signal) => heavyWork.run(signal, () => searchNow(query, signal)),
  };

  async function searchNow(query: SearchQuery, signal: AbortSignal): Promise<SearchResult> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)]);
    // Where it begins was decided before; what it comes across there was not.
    const leave = query.decided === undefined ? {} : { leave: leaveFor(query.decided) };
    const prepared = prepareSearch(query, workspace, { ...scope, ...leave, roots: scope.roots }, { signal, deadline });
    if (!prepared.isFile && options.engine !== "own") {
      const { findRipgrep, searchWithRipgrep } = await import("./search-ripgrep.ts");
      ripgrep ??= findRipgrep(options.environment);
      const program = await ripgrep;
      const sinceMs = Date.now();
      const result = program === undefined ? undefined : await searchWithRipgrep(program, prepared);
      // It opens by path, and would follow what came into the place of a folder or a file meanwhile; our own walker looks where it is.
      if (result !== undefined && isUndisturbed(result, sinceMs, scope)) return finish(result, prepared, query);
    }
    const { searchOwn } = await import("./search-own.ts");
    return finish(await searchOwn(prepared), prepared, query);
  }
}

/** Whether in the folders above what was found nothing was made, taken away or exchanged since. */
function isUndisturbed({ matches }: SearchResult, sinceMs: number, { root, roots }: GuardScope): boolean {
  const folders = new Set(matches.map(({ path }) => dirname(resolve(root, path))));
  for (const folder of folders)
    if (roots.some((one) => folder !== one && isBelow(folder, one))) folders.add(dirname(folder));
  return folders.values().every((folder) => {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    return stats?.isDirectory() === true && stats.ctimeMs < sinceMs - TICK_MS;
  });
}

/** Cuts lines that are too long, tells of files that were passed over where nothing was found, and reports a cancelled search as cancelled. */
async function finish(result: SearchResult, prepared: PreparedSearch, query: SearchQuery): Promise<SearchResult> {
  const { leavesFilesOut } = await import("./search-own.ts");
  const isPartial = result.matches.length === 0 && (await leavesFilesOut(prepared));
  prepared.signal.throwIfAborted();
  const masked = result.matches.length === 0 ? undefined : await maskOf(prepared, query);
  return {
    ...result,
    matches: result.matches.map((match) => cutLines(masked?.(match) ?? match, query)),
    ...(isPartial ? { isPartial } : {}),
  };
}

/** A line does not say of itself what lines above it give away: the file is asked that it comes from. And a part of one says less than the whole. */
async function maskOf({ nativeOf }: PreparedSearch, query: SearchQuery): Promise<(match: SearchMatch) => SearchMatch> {
  const { maskedAround } = await import("../../engines/secrets/masked-line.ts");
  const known = new Map<string, AcrossLines>();
  const secretsIn = (path: string): AcrossLines => {
    const secrets = known.get(path) ?? lookedThrough(nativeOf(path));
    known.set(path, secrets);
    return secrets;
  };
  const lookedThrough = (path: NativePath): AcrossLines => {
    const look = new AcrossLinesSearch();
    return look.end({ isAll: pushText(path, look) });
  };
  return (match) => {
    const { path } = match;
    const mask = (line: string, at = 0): string => {
      const own = line.length > LINE_WHOLE_MAX ? maskedAround(line, at, LINE_CHARACTERS_MAX) : line;
      return mayNeedLinesAbove(own) ? maskAcross(own, secretsIn(path)) : own;
    };
    const [before, after] = [match.before, match.after].map((lines) => lines.map((line) => mask(line)));
    return { ...match, text: mask(match.text, placeIn(match.text, query)), before: before ?? [], after: after ?? [] };
  };
}

/** @returns whether all of it was seen: of what is no file any more there is nothing */
function pushText(path: NativePath, look: AcrossLinesSearch): boolean {
  try {
    const file = openFileAt(path);
    try {
      const { size } = fstatSync(file);
      for (const piece of textPieces(file, size, LOOKED_THROUGH_BYTES)) look.push(piece);
      return size <= LOOKED_THROUGH_BYTES;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof PathMoved || errorCode(error) !== undefined) return false;
    throw error;
  }
}

function cutLines(match: SearchMatch, query: SearchQuery): SearchMatch {
  return {
    ...match,
    text: cut(fromMatch(match.text, query)),
    before: match.before.map(cut),
    after: match.after.map(cut),
  };
}

/**
 * A line that is too long begins shortly before what was looked for, where that is plain text. A pattern is not run again: it
 * could take longer than the search did.
 */
function fromMatch(text: string, query: SearchQuery): string {
  const from = placeIn(text, query) - CHARACTERS_BEFORE_MATCH;
  return from <= 0 ? text : `…${text.slice(from)}`;
}

/** Where it stands in such a line; 0 where that is not known. */
function placeIn(text: string, { pattern, literal, ignoreCase }: SearchQuery): number {
  if (text.length <= LINE_CHARACTERS_MAX || !(literal || /^[\w -]+$/.test(pattern))) return 0;
  return Math.max(0, ignoreCase ? text.toLowerCase().indexOf(pattern.toLowerCase()) : text.indexOf(pattern));
}

function cut(text: string): string {
  return text.length > LINE_CHARACTERS_MAX ? `${text.slice(0, LINE_CHARACTERS_MAX)}…` : text;
}
