import type { ParseState } from "../../engines/citadel/model.ts";

/** Raised whenever facts, entries or packs change their form, or which files are listed: an older index is then built anew. */
export const INDEX_SCHEMA = 12;

/** What the index knows of one file without opening its facts. */
export interface FileEntry {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** When the file's bytes or attributes last changed; unlike `modifiedMs` no program can set it back. */
  readonly changedMs: number;
  /** When it was read: a file that changed in the same moment is looked at again. */
  readonly readMs: number;
  /** Of the bytes; empty for files that no language takes. */
  readonly sha256: string;
  /** Empty for files that no language takes. */
  readonly language: string;
  readonly lines: number;
  readonly parse: ParseState;
  /** Members that were expanded into the file; a change in one parses it again. */
  readonly members: readonly string[];
  /** Names, upper case, that were looked up as members: a file that comes or goes under one of them parses it again. */
  readonly asked: readonly string[];
  /** Whether it runs programs, as jobs, procedures and transactions do: their DDs say what a program's files are. */
  readonly runs: boolean;
  /** Whether it has procedure code that is expanded into programs and becomes part of them. */
  readonly isCopiedCode: boolean;
  /** Why the file could not be read, when it could not. */
  readonly trouble?: string;
  readonly pack: string;
  /** Where the block with its facts lies in the pack, in bytes, and its place among the files of the block. */
  readonly offset: number;
  readonly blockBytes: number;
  readonly place: number;
  /** How many bytes its facts are, unpacked. */
  readonly length: number;
  /** Those of them that hold data items and data flow, which most questions do without. */
  readonly dataLength: number;
  /** Where its names lie in the file beside the pack, in words, and how many each of the lists has. */
  readonly names: ArrayLike<number>;
}

/** An entry as plain data, as it is written and sent: those that were kept make what they say when it is asked for. */
export function plainEntry(entry: FileEntry): FileEntry {
  const { path, sizeBytes, modifiedMs, changedMs, readMs, sha256, asked, trouble, language, lines, parse } = entry;
  const { members, runs, isCopiedCode, pack, offset, blockBytes, place, length, dataLength, names } = entry;
  return {
    ...{ path, sizeBytes, modifiedMs, changedMs, readMs, sha256, asked, language, lines, parse },
    ...{ members, runs, isCopiedCode, pack, offset, blockBytes, place, length, dataLength },
    names: Array.from(names),
    ...(trouble !== undefined && { trouble }),
  };
}

/** File names without folder and extension are how members are asked for. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.indexOf(".");
  return (dot <= 0 ? name : name.slice(0, dot)).toUpperCase();
}

/** Where an entry stands in a list in the order of paths; -1 when it is not there. */
export function placeOf(entries: readonly FileEntry[], path: string): number {
  let low = 0;
  let high = entries.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = (entries[middle] as FileEntry).path;
    if (found === path) return middle;
    if (found < path) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
