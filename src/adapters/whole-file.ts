import { closeSync, constants, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { errorCode } from "../base/error-text.ts";

export interface ReplaceOptions {
  /** Where the new content is written first; in the same folder. */
  readonly beside?: string;
  readonly mode?: number;
  /** False: it may be lost by a crash of the system, not of the process. */
  readonly mustReachDisk?: boolean;
}

/** Whatever has that name is another's: a link would have the content written elsewhere, and so would a second name of a file. */
const BESIDE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Writes a file so that a crash leaves the old or the new one, never a part. @throws what the file system reports */
export function replaceFile(path: string, content: string | Uint8Array, options: ReplaceOptions = {}): void {
  const { beside = `${path}.tmp`, mode = 0o600, mustReachDisk = true } = options;
  const descriptor = openBeside(beside, mode);
  try {
    try {
      writeWhole(descriptor, content);
      if (mustReachDisk) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** A new file, empty yet, in the place of whatever had the name. @returns its descriptor, which the caller closes */
export function openReplaced(path: string, { beside = `${path}.tmp`, mode = 0o600 }: ReplaceOptions = {}): number {
  const descriptor = openBeside(beside, mode);
  try {
    renameSync(beside, path);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    rmSync(beside, { force: true });
    throw error;
  }
}

function openBeside(beside: string, mode: number): number {
  rmSync(beside, { force: true });
  return openSync(beside, BESIDE_FLAGS, mode);
}

/** Makes names in a folder durable, where the system can. */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

/** The system may take less at once than it is given. */
export function writeWhole(descriptor: number, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

/** The system may give less at once than it is asked for. @returns fewer bytes where the file ends before */
export function readWhole(descriptor: number, length: number, offset = 0): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let read = 0;
  for (let count = -1; read < length && count !== 0; read += count)
    count = readSync(descriptor, bytes, read, length - read, offset + read);
  return bytes.subarray(0, read);
}
