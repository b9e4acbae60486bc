import { hash } from "node:crypto";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { entriesIn } from "../folder-entries.ts";
import { makeFolder } from "../make-folder.ts";

export interface FolderFile {
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

/** Files by their paths, which are relative, with slashes. */
export type FileSet = ReadonlyMap<string, FolderFile>;

export const FILES_MAX = 5_000;
export const BYTES_MAX = 64 * 1024 * 1024;

/** What the file systems of all machines take. */
const PATH_BYTES_MAX = 1_000;
const NAME_BYTES_MAX = 255;

/** Whether a path stays where it is put, and reads as what it is. */
export function isPlainPath(path: string): boolean {
  return (
    path !== "" &&
    Buffer.byteLength(path) <= PATH_BYTES_MAX &&
    !/^[/\\]|^[A-Za-z]:|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(path) &&
    path.split("/").every((part) => !["", ".", ".."].includes(part) && Buffer.byteLength(part) <= NAME_BYTES_MAX)
  );
}

/** Under each name that a file system takes for it. */
const REPOSITORY = /^(?:\.git|git~1)[. ]*(?::.*)?$/i;

/** A repository is not part of what is in it: its files may change by themselves, and its settings start programs. */
export const isOfRepository = (path: string): boolean =>
  path.split("/").some((part) => REPOSITORY.test(part.replace(/\p{Cf}/gu, "")));

/** The regular files below a folder, but for its repository; links are left out. @throws {Error} when there are too many */
export function readFolder(folder: string): FileSet {
  const files = new Map<string, FolderFile>();
  let sizeBytes = 0;
  for (const path of pathsBelow(folder)) {
    const { size, mode } = statSync(join(folder, path));
    sizeBytes += size;
    if (files.size >= FILES_MAX || sizeBytes > BYTES_MAX)
      throw new Error(`it has more than ${FILES_MAX} files or ${BYTES_MAX / 1024 / 1024} MB`);
    files.set(path, { bytes: readFileSync(join(folder, path)), isExecutable: (mode & 0o111) !== 0 });
  }
  return files;
}

function* pathsBelow(folder: string, below = ""): Generator<string, void> {
  for (const entry of entriesIn(join(folder, below))) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && !isOfRepository(entry.name)) yield* pathsBelow(folder, path);
    if (entry.isFile() && !isOfRepository(entry.name)) yield path;
  }
}

/** Writes them below a folder that is not there yet. */
export function writeFolder(folder: string, files: FileSet): void {
  for (const [path, { bytes, isExecutable }] of files) {
    const whole = join(folder, path);
    makeFolder(dirname(whole), { mode: 0o700 });
    writeFileSync(whole, bytes);
    chmodSync(whole, isExecutable ? 0o700 : 0o600);
  }
}

/** The same for the same files, wherever they lie. */
export function hashOf(files: FileSet): string {
  const lines = [...files]
    .map(([path, { bytes, isExecutable }]) => JSON.stringify([path, isExecutable, hash("sha256", bytes)]))
    .toSorted();
  return hash("sha256", lines.join("\n"));
}
