import { systemCode as errorCode } from "../../base/error-text.ts";
import { ToolFailure } from "../../core/tool.ts";
import { PathMoved } from "../pinned-folder.ts";

/** Runs a file system call and turns what the system answers into one sentence for the model. */
export function translated<Result>(shown: string, action: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw asFailure(shown, action, error);
  }
}

/** @returns the error itself when it is none of the file system's */
export function asFailure(shown: string, action: string, error: unknown): unknown {
  if (error instanceof PathMoved)
    return new ToolFailure(`${shown} cannot be ${action}: ${error.message}.`, { cause: error });
  const code = errorCode(error);
  const words = code === undefined ? undefined : WORDS[code];
  if (code === undefined) return error;
  return new ToolFailure(`${shown} cannot be ${action}: ${words ?? code}.`, { cause: error });
}

export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "it, or a part of its path, is a file and no folder",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EPERM: "the system does not permit it",
  ELOOP: "its symbolic links go in a circle",
  ENAMETOOLONG: "its name is too long",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EBUSY: "it is in use",
  EMFILE: "too many files are open",
  ENXIO: "it is a pipe or a device without a reader",
  EIO: "the disk reported an error",
};

export { errorCode };
