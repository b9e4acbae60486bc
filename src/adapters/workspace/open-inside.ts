import { type BigIntStats, closeSync, constants, fstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isBelow, rootsOf } from "../path-walk.ts";
import { openOrMoved, PathMoved, pinFolder } from "../pinned-folder.ts";
import { checkPath, type PathRequest, type PathVerdict } from "./path-guard.ts";

export interface OpenedFile {
  readonly kind: "open";
  readonly descriptor: number;
  readonly realPath: string;
  readonly stats: BigIntStats;
  close(): void;
}

export type Refused = { readonly kind: "refused"; readonly verdict: PathVerdict };

export interface ReadRequest extends Omit<PathRequest, "op"> {
  /** The verdict with what was decided of the path before. */
  readonly settled?: (verdict: PathVerdict) => PathVerdict;
}

const FILE_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Checks and opens a regular file to be read.
 *  @throws PathMoved when the file is not the one that was checked; system errors as they are */
export function openInside(path: string, request: ReadRequest): OpenedFile | Refused {
  const judged = checkPath(path, { ...request, op: "read" });
  const verdict = request.settled?.(judged) ?? judged;
  const { realPath } = verdict;
  if (realPath === undefined || !verdict.allowed) return { kind: "refused", verdict };
  // Elsewhere that one file was decided about, and its folder is where it was then.
  const isElsewhere = verdict.refusal === "outside";
  const roots = isElsewhere ? [dirname(realPath)] : rootsOf(request);
  if (!roots.some((root) => isBelow(realPath, root))) return { kind: "refused", verdict };
  const folder = pinFolder(dirname(realPath), roots);
  try {
    const descriptor = openOrMoved(join(folder.directory, basename(realPath)), FILE_FLAGS);
    const stats = fstatSync(descriptor, { bigint: true });
    try {
      folder.verify();
      if (!stats.isFile()) throw new PathMoved(`${path} is no longer a regular file`);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    return { kind: "open", descriptor, realPath, stats, close: () => closeSync(descriptor) };
  } finally {
    folder.close();
  }
}
