import type { Access } from "../permissions/accesses.ts";
import type { DecidedPath } from "../permissions/decision.ts";

// The files an agent works on.

export interface FileStat {
  readonly kind: "file" | "folder" | "other";
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** One file of an all-or-nothing change. `expected` is the SHA-256 (hex) of the bytes it was planned on; null means absent. */
export type FileChange =
  | {
      readonly kind: "write";
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly expected: string | null;
      readonly mode?: number;
      /** A file whose permission bits go along, never those that run it as another user. */
      readonly permissionsOf?: string;
    }
  | { readonly kind: "delete"; readonly path: string; readonly expected: string }
  | {
      readonly kind: "move";
      readonly from: string;
      readonly to: string;
      readonly bytes: Uint8Array;
      readonly expected: string;
    };

/**
 * The files an agent may touch: the working folder and those added to it. Every method takes a path relative to the
 * working folder or absolute, and throws {@link ToolFailure} when it leads outside, is not a regular file where one
 * is meant, or cannot be read.
 */
export interface Workspace {
  /** Absolute, real path of the working folder. */
  readonly root: string;
  /** All roots, `root` first. */
  readonly roots: readonly string[];
  /** How a path is shown: relative to `root` with forward slashes, absolute when it is in an added folder. */
  show(path: string): string;
  /**
   * The same files for a call that was decided: what the guard asks about (protected names, secret files, files with several names) is open
   * where the decision lifted it, and nowhere else; a path that leads elsewhere than it did then is refused, and so is every change that is not
   * at, or below, a place that was decided.
   * @param decided  absent: the call was not, so that nothing is lifted for it
   */
  allowing(accesses: readonly Access[], decided?: readonly DecidedPath[]): Workspace;
  /** Whether a file holds secrets by its name or, where only that can tell, its content: a model sees it masked. */
  isSecret(path: string): boolean;
  stat(path: string): Promise<FileStat | undefined>;
  /**
   * Bytes `offset` to `offset + length` of a regular file; the whole of it by default (100 MB at most). Read whole, the file counts as
   * seen as it is now; whoever only computes with it and shows it to nobody gives a range.
   */
  readBytes(path: string, range?: { readonly offset: number; readonly length: number }): Promise<Uint8Array>;
  list(path: string): Promise<readonly FolderEntry[]>;
  /** Files below a folder, gitignore-aware unless told otherwise, in a stable order, as paths like `show` gives. */
  walk(path: string, options?: WalkOptions): AsyncIterable<string>;
  /** The same in parts of some hundred: one wait each, for those who take a hundred thousand. */
  walkParts(path: string, options?: WalkOptions): AsyncIterable<readonly string[]>;
  /** Writes all of them or none, byte for byte, atomically and journalled. @throws the signal's reason where it aborts before the first byte */
  commit(changes: readonly FileChange[], signal?: AbortSignal): Promise<void>;
  /**
   * Runs a command of the agent's own. What it does to files that were read is no stranger's change: a part of them may be
   * changed without another look, by a change that says what it expects. Absent: whoever changed a file, it is read again first.
   */
  duringCommand?<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Whether a file was read or written here, so that a change by others since would be noticed. Absent: nobody would notice. */
  knows?(path: string): boolean;
  /** Where a link leads, in its own words; undefined where none is, and for a path that ends in a slash: that is the folder behind it. */
  linkAt(path: string): string | undefined;
  /** Takes a link away, and nothing of what it leads to. */
  removeLink(path: string): Promise<void>;
  /** Takes away the folder and those below it, as far as nothing is in them. Of use after a commit that emptied it. */
  removeEmptyFolders(path: string): Promise<void>;
}

export interface WalkOptions {
  readonly includeHidden?: boolean;
  readonly includeIgnored?: boolean;
  readonly signal?: AbortSignal;
}

export interface SearchQuery {
  /** A regular expression in the syntax ripgrep and JavaScript share. */
  readonly pattern: string;
  readonly path: string;
  /** A glob that files must match, such as `*.cbl` or `src/**`. */
  readonly glob?: string;
  readonly ignoreCase: boolean;
  readonly literal: boolean;
  readonly contextLines: number;
  readonly matchesMax: number;
  /** As for a workspace: where the call that searches may begin. */
  readonly decided?: readonly DecidedPath[];
}

export interface SearchMatch {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[];
  /** Why the search was cut, where there may be more: as many matches as were wanted, time, or lines too large to be kept. */
  readonly stopped?: "matches" | "time" | "size";
  /**
   * Nothing was found, and files were passed over because they may hold secrets or a rule forbids them. Whether they match is told by
   * nothing: who may ask as often as they like would read them letter by letter.
   */
  readonly isPartial?: true;
}

export interface Search {
  /** @throws {ToolFailure} on an invalid pattern */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchResult>;
}
