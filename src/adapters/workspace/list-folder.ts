import { type Dirent, opendirSync } from "node:fs";
import { inTurns } from "../../base/in-turns.ts";
import { sortedInParts } from "../../base/merge-sorted.ts";
import type { Steps } from "../../base/steps.ts";
import type { FolderEntry } from "../../core/ports/workspace.ts";
import { type NativePath, showNameBytes } from "../../engines/paths/file-names.ts";
import { holdFolderAt } from "../pinned-folder.ts";
import { asFailure } from "./file-errors.ts";

/** As the system gives it: of a hundred thousand names no second form is kept. */
export interface ListedEntry {
  /** As it is shown. */
  readonly name: string;
  /** Where it is not the name. */
  readonly native?: NativePath;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

const NAMES_AT_ONCE = 5_000;
/** Names that are not shown as they are: see showName. */
const UNSAFE_NAME = /[\u0000-\u001f\u007f\uFFFD]/;

/** What a folder holds, in the order of the names. */
export async function listFolder(path: NativePath, shown: string): Promise<readonly FolderEntry[]> {
  try {
    return await inTurns(described(path));
  } catch (error) {
    throw asFailure(shown, "listed", error);
  }
}

function* described(path: NativePath): Steps<readonly FolderEntry[]> {
  const found: FolderEntry[] = [];
  for (const entry of yield* listedEntries(path)) {
    if (found.push({ name: entry.name, kind: entryKind(entry) }) % NAMES_AT_ONCE === 0) yield;
  }
  return found;
}

function entryKind(entry: ListedEntry): FolderEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

/**
 * What a folder holds, in the order of the names. One of a hundred thousand names is read and sorted in parts. It is held open meanwhile:
 * whatever comes to stand at its path, it is this one that is listed.
 * @throws what the system answers
 */
export function* listedEntries(path: NativePath): Steps<readonly ListedEntry[]> {
  let isPlain = true;
  function* plain(): Generator<ListedEntry> {
    for (const entry of entriesOf(path, "utf8")) {
      isPlain = !UNSAFE_NAME.test(entry.name);
      if (!isPlain) return;
      yield entry;
    }
  }
  const sorted = yield* sortedInParts(plain(), byName);
  return isPlain ? sorted : yield* sortedInParts(entriesOf(path, "buffer").map(inBytes), byName);
}

/** The types know of no names in bytes here. */
type BytesEntry = Omit<Dirent, "name"> & { readonly name: unknown };

function inBytes(entry: BytesEntry): ListedEntry {
  const native = entry.name as Buffer;
  return {
    name: showNameBytes(native),
    native,
    isFile: () => entry.isFile(),
    isDirectory: () => entry.isDirectory(),
    isSymbolicLink: () => entry.isSymbolicLink(),
  };
}

function* entriesOf(path: NativePath, encoding: "utf8" | "buffer"): Generator<Dirent> {
  const held = holdFolderAt(path);
  try {
    const folder = opendirSync(held.directory as string, { encoding: encoding as "utf8" });
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) yield entry;
    } finally {
      folder.closeSync();
    }
  } finally {
    held.close();
  }
}

const byName = (one: ListedEntry, other: ListedEntry): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
