import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { readWhole } from "./whole-file.ts";

const BYTES_MAX = 1024 * 1024;

export type PlainFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  /** There is something, and it is not to be read: a pipe, a device, a huge or unreadable file. */
  | { readonly kind: "refused"; readonly why: string };

/** A small text file of a folder that nobody has vouched for: never hangs on a pipe, never reads without a bound. */
export function readPlainFile(path: string, bytesMax = BYTES_MAX): PlainFile {
  const read = readSmallFile(path, bytesMax);
  return read.kind === "text" && read.text.includes("\0") ? { kind: "refused", why: "binary" } : read;
}

/** The same, where a NUL does not make it another's than a text. */
export function readSmallFile(path: string, bytesMax = BYTES_MAX): PlainFile {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return code === "ENOENT" || code === "ENOTDIR" ? { kind: "missing" } : { kind: "refused", why: code };
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return stat.isDirectory() ? { kind: "missing" } : { kind: "refused", why: "no regular file" };
    if (stat.size > bytesMax) return { kind: "refused", why: `larger than ${bytesMax / 1024 / 1024} MB` };
    return { kind: "text", text: readWhole(file, stat.size).toString("utf8") };
  } finally {
    closeSync(file);
  }
}

/** The text of that; nothing where there is none, or it is not to be read. */
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
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
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
