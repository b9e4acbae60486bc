import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { ToolFailure } from "../../core/tool.ts";
import type { FileState } from "../../engines/edits/model.ts";
import { errorCode, isMissing } from "./file-errors.ts";
import { resolveInside } from "./inside-roots.ts";

const EDITED_BYTES_MAX = 100 * 1024 * 1024;

/**
 * What stands at a path below a root, for an edit: its bytes, nothing, or why it cannot be edited.
 * @param root  absolute and real
 * @param path  relative to the root
 */
export function readForEdit(root: string, path: string): FileState {
  const refused = (code: Extract<FileState, { kind: "refused" }>["code"], reason: string): FileState => ({
    kind: "refused",
    code,
    message: `${path} ${reason}.`,
  });
  try {
    const real = resolveInside(path, root, [root]);
    const stat = statSync(real, { throwIfNoEntry: false });
    if (stat === undefined) return { kind: "missing" };
    if (stat.isDirectory()) return refused("not-text", "is a folder");
    if (!stat.isFile()) return refused("not-text", "is a pipe, a socket or a device");
    // A pipe that took the file's place meanwhile must not block.
    const file = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const opened = fstatSync(file);
      if (!opened.isFile()) return refused("not-text", "is a pipe, a socket or a device");
      if (opened.size > EDITED_BYTES_MAX) return refused("too-large", "is larger than 100 MB");
      return { kind: "file", bytes: readAll(file, opened.size) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof ToolFailure) return { kind: "refused", code: "outside-root", message: error.message };
    if (isMissing(error)) return { kind: "missing" };
    const code = errorCode(error);
    if (code === "EACCES" || code === "EPERM") return refused("permission", "cannot be read: permission denied");
    if (code === "ENAMETOOLONG") return refused("permission", "has a name that is too long");
    throw error;
  }
}

function readAll(file: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    const count = readSync(file, bytes, length, size - length, null);
    if (count === 0) break;
    length += count;
  }
  return length === size ? bytes : bytes.subarray(0, length);
}
