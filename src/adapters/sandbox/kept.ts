import { constants, type Stats } from "node:fs";
import { nativePath } from "../../engines/paths/file-names.ts";
import { lookAt } from "../folder-entries.ts";
import { liesAt } from "../pinned-folder.ts";
import { openPlain, plainBytes } from "../read-plain-file.ts";

/** What is there under a protected name; the content of a small file is kept, so that it can be put back. */
export interface Kept {
  readonly kind: "file" | "link" | "folder" | "other";
  readonly mode: number;
  /** Changes whenever what it starts or allows may have. */
  readonly stamp: string;
  readonly content?: Buffer;
  /** It is a repository's configuration, in which git itself writes where branches go. */
  readonly isGitSettings?: boolean;
  /** It is a repository's index: harmless as long as it can be told what it leads git into. */
  readonly isIndex?: boolean;
  /** False: the file has a second name (hard link), under which it could be changed later. */
  readonly hasOneName?: boolean;
  readonly target?: string;
}

/** The stamp of a file that starts nothing: it may come and go. */
export const HARMLESS = "";
export const KEPT_FILE_BYTES_MAX = 256 * 1024;

/** Undefined also for what may not be looked at. */
export function statOf(path: string): Stats | undefined {
  const look = lookAt(path);
  return look.kind === "something" ? look.stat : undefined;
}

/** A folder is itself wherever it is moved to. */
export const identityOf = ({ dev, ino }: Stats): string => `${dev} ${ino}`;

/**
 * Of a plain file alone, whatever came into its place since it was looked at: a pipe would be waited for.
 * @param way  to it; from a folder that is held open, or it may lead elsewhere
 */
export function contentOf(way: string): Buffer | undefined {
  const read = plainBytes(() => openPlain(nativePath(way), constants.O_NOFOLLOW), KEPT_FILE_BYTES_MAX);
  return read.kind === "bytes" ? read.bytes : undefined;
}

/** The same by a path without links. @returns nothing of what was found elsewhere, as a folder on the way was exchanged */
export function contentAt(path: string): Buffer | undefined {
  let isThere = false;
  const read = plainBytes(
    () => openPlain(nativePath(path), constants.O_NOFOLLOW),
    KEPT_FILE_BYTES_MAX,
    (file) => {
      isThere = liesAt(file, nativePath(path));
    },
  );
  return read.kind === "bytes" && isThere ? read.bytes : undefined;
}

export const UNKNOWN = "unknown";

/** Tells what is at a path from all that may come into its place. */
export function whatIsAt(path: string): string | undefined {
  const look = lookAt(path);
  if (look.kind === "unknown") return UNKNOWN;
  return look.kind === "nothing" ? undefined : identityOf(look.stat);
}
