import { readFileSync } from "node:fs";
import { join } from "node:path";
import { processName } from "../../process-identity.ts";
import { replaceFile } from "../../whole-file.ts";

/** What a folder holds that is of interest; read again only when the folder, its ignore file or one above it has changed. */
export interface KnownFolder {
  readonly inode: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly readMs: number;
  /** Which ignore files above it there were, and when they last changed. */
  readonly above: string;
  /** When its own ignore file last changed; 0 when it has none. */
  readonly ignoreMs: number;
  /** Paths below the root. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
  readonly links: readonly string[];
  readonly deniedCount: number;
}

/** By the path of the folder, with a slash at its end; in the file the names in it stand without that path. */
type Row = readonly [path: string, folder: KnownFolder];

/** Reading so many folders again costs less than writing all of them down. */
const UNWRITTEN_MAX = 50;

/**
 * What folders hold, kept for the next process: a look into each of thousands takes longer than a question. It is never
 * believed over a folder: its number and its times must be those that are written here.
 */
export class FolderBook {
  private readonly path: string;
  private readonly key: string;

  /** @param key  what decides which files are listed; what was written for another one is not there */
  constructor(path: string, key: string) {
    this.path = path;
    this.key = key;
  }

  load(): Map<string, KnownFolder> {
    try {
      const { key, rows } = JSON.parse(readFileSync(this.path, "utf8")) as { key: string; rows: readonly Row[] };
      if (key !== this.key) return new Map();
      return new Map(rows.map(([path, folder]) => [path, withNames(folder, (name) => path + name)]));
    } catch {
      // Not there or damaged: the folders are read.
      return new Map();
    }
  }

  /**
   * @param unwritten  how many were read since they were written
   * @returns          whether they are written now
   */
  save(known: ReadonlyMap<string, KnownFolder>, unwritten: number): boolean {
    if (unwritten <= UNWRITTEN_MAX) return false;
    const rows = [...known].map(([path, folder]) => [path, withNames(folder, (name) => name.slice(path.length))]);
    const beside = `${this.path}.${processName()}`;
    try {
      replaceFile(this.path, JSON.stringify({ key: this.key, rows }), { beside, mustReachDisk: false });
    } catch {
      // A full disk costs the next process the time to read them.
    }
    return true;
  }
}

function withNames(folder: KnownFolder, renamed: (name: string) => string): KnownFolder {
  const { inode, modifiedMs, changedMs, readMs, above, ignoreMs, deniedCount } = folder;
  const [files, folders, links] = [folder.files, folder.folders, folder.links].map((names) => names.map(renamed)) as [
    string[],
    string[],
    string[],
  ];
  return { inode, modifiedMs, changedMs, readMs, above, ignoreMs, files, folders, links, deniedCount };
}

/** Where the book of one of the roots of an index is kept. */
export const folderBookPath = (folder: string, at: number): string => join(folder, `${FOLDER_BOOK}${at}.json`);
/** How the names of these files begin. */
export const FOLDER_BOOK = "folders-";
