import { type Dirent, opendirSync, readdirSync, type Stats, statSync } from "node:fs";
import { errorCode } from "../base/error-text.ts";

/** What a folder holds; nothing where it cannot be listed, whatever the reason. */
export function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The same, but no more than that: of a folder of a million names the first, in whatever order the file system has them. */
export function firstEntriesIn(folder: string, max: number): readonly Dirent[] {
  const found: Dirent[] = [];
  try {
    const open = opendirSync(folder, { bufferSize: 1_000 });
    try {
      for (let entry = open.readSync(); entry !== null && found.length < max; entry = open.readSync())
        found.push(entry);
    } finally {
      open.closeSync();
    }
  } catch {
    return found;
  }
  return found;
}

/** The names in a folder; none where it cannot be listed, whatever the reason. */
export const namesIn = (folder: string): readonly string[] => entriesIn(folder).map(({ name }) => name);

/** The names in a folder that may not be there yet. @throws where it is there and cannot be listed */
export function namesIfThere(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** What is at a path, itself or behind a link; nothing where it cannot be looked at, as behind a link to itself. */
export function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
