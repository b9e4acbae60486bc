import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { errorCode } from "../base/error-text.ts";
import { type NativePath, nativePath } from "../engines/paths/file-names.ts";
import { readWhole } from "./whole-file.ts";

export const BYTES_MAX = 1024 * 1024;

export const NO_REGULAR_FILE = "no regular file";

export type PlainFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  /** There is something, and it is not to be read: a pipe, a device, a huge or unreadable file. */
  | { readonly kind: "refused"; readonly why: string };

/**
 * A small text file of a folder that nobody has vouched for: never hangs on a pipe, never reads without a bound.
 * @param flags  such as O_NOFOLLOW
 */
export function readPlainFile(path: string, bytesMax = BYTES_MAX, flags = 0): PlainFile {
  const read = readSmallFile(path, bytesMax, flags);
  return read.kind === "text" && read.text.includes("\0") ? { kind: "refused", why: "binary" } : read;
}

function readSmallFile(path: string, bytesMax = BYTES_MAX, flags = 0): PlainFile {
  const read = plainBytes(() => openPlain(path, flags), bytesMax);
  return read.kind === "bytes" ? { kind: "text", text: read.bytes.toString("utf8") } : read;
}

export type PlainBytes =
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  | Exclude<PlainFile, { readonly kind: "text" }>;

/** A pipe is opened without waiting for its other end. @param flags  such as O_NOFOLLOW */
export const openPlain = (path: NativePath, flags = 0): number =>
  openSync(nativePath(path), constants.O_RDONLY | constants.O_NONBLOCK | flags);

/**
 * The content of a regular file, however it is opened; it is closed again.
 * @param look  at what is open
 * @throws what is no error of the file system
 */
export function plainBytes(open: () => number, bytesMax: number, look?: (file: number) => void): PlainBytes {
  let file: number | undefined;
  try {
    file = open();
    look?.(file);
    const stat = fstatSync(file);
    if (!stat.isFile()) return stat.isDirectory() ? { kind: "missing" } : { kind: "refused", why: NO_REGULAR_FILE };
    if (stat.size > bytesMax) return { kind: "refused", why: `larger than ${bytesMax / 1024 / 1024} MB` };
    return { kind: "bytes", bytes: readWhole(file, stat.size) };
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return code === "ENOENT" || code === "ENOTDIR" ? { kind: "missing" } : { kind: "refused", why: code };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The same, where a NUL does not make it another's than a text. */
export function smallText(path: string): string | undefined {
  const file = readSmallFile(path);
  return file.kind === "text" ? file.text : undefined;
}

/** The text of such a file; nothing where there is none, or it is not to be read. */
export function plainText(path: string, { bytesMax = BYTES_MAX } = {}): string | undefined {
  const file = readPlainFile(path, bytesMax);
  return file.kind === "text" ? file.text : undefined;
}

/** How such a file begins, where what is behind is not used. @returns nothing of what is no regular file */
export function fileHead(path: string, bytesMax: number, { flags = 0 } = {}): string | undefined {
  return filePart(path, flags, (size) => ({ offset: 0, length: Math.min(size, bytesMax) }));
}

/** How it ends. */
export function fileEnd(path: string, bytesMax: number): string | undefined {
  return filePart(path, 0, (size) => ({ offset: Math.max(0, size - bytesMax), length: Math.min(size, bytesMax) }));
}

function filePart(
  path: string,
  flags: number,
  partOf: (sizeBytes: number) => { readonly offset: number; readonly length: number },
): string | undefined {
  try {
    const file = openPlain(path, flags);
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) return undefined;
      const { offset, length } = partOf(stat.size);
      return readWhole(file, length, offset).toString("utf8");
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
