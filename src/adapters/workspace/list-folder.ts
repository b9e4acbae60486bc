import { type Dirent, opendirSync } from "node:fs";
import type { FolderEntry } from "../../core/ports/workspace.ts";
import { translated } from "./file-errors.ts";
import { type NativePath, showNameBytes } from "./file-names.ts";

const NAMES_AT_ONCE = 5_000;

/**
 * What a folder holds, in the order of the names. One of a hundred thousand names is read in parts: whoever waits for a key has a turn
 * between them. It is held open meanwhile: whatever comes to stand at its path, it is this one that is listed.
 */
export async function listFolder(path: NativePath, shown: string): Promise<readonly FolderEntry[]> {
  const folder = translated(shown, "listed", () => opendirSync(path as string, { encoding: "buffer" as "utf8" }));
  // A name and its kind in one text: a sort of plain texts takes half as long as one that is told how to compare.
  const entries: string[] = [];
  try {
    for (;;) {
      // The types know of no names in bytes here.
      const entry = translated(shown, "listed", () => folder.readSync()) as unknown as Dirent<Buffer> | null;
      if (entry === null) break;
      entries.push(`${showNameBytes(entry.name)}\0${entryKind(entry)}`);
      if (entries.length % NAMES_AT_ONCE === 0) await new Promise((turn) => setImmediate(turn));
    }
  } finally {
    folder.closeSync();
  }
  await new Promise((turn) => setImmediate(turn));
  return entries.sort().map((entry) => {
    const end = entry.indexOf("\0");
    return { name: entry.slice(0, end), kind: entry.slice(end + 1) as FolderEntry["kind"] };
  });
}

function entryKind(entry: Dirent<Buffer>): FolderEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}
