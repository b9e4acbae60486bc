import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { errorCode } from "../../base/error-text.ts";

const PIECE_BYTES = 256 * 1024;
/** Of more than that it is told by the file system whether it was written since. */
const BYTES_MAX = 64 * 1024 * 1024;

/** The SHA-256 of a file; why there is none of what is no file, or cannot be read; undefined where nothing is, or a folder. */
export function contentHash(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : code;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return stat.isDirectory() ? undefined : "no regular file";
    const sum = createHash("sha256");
    if (stat.size > BYTES_MAX) return sum.update(`${stat.ino} ${stat.size} ${stat.ctimeMs}`).digest("hex");
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (let count = -1; count !== 0; sum.update(piece.subarray(0, count))) count = readSync(file, piece);
    return sum.digest("hex");
  } finally {
    closeSync(file);
  }
}
