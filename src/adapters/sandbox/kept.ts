import { constants, type Stats } from "node:fs";
import { nativePath } from "../../engines/paths/file-names.ts";
import { strayGitSettings } from "../../engines/shell/meaning/stray-git-settings.ts";
import type { GitSettingsWrite } from "../../engines/shell/programs/git/git-settings-written.ts";
import { lookAt } from "../folder-entries.ts";
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

/**
 * Whether what was there is what is there, be it written anew.
 * @param writes  what may be changed in the configuration of a repository besides where branches go; absent: what git does not start
 */
export function isUnchanged(was: Kept, now: Kept, writes?: readonly GitSettingsWrite[]): boolean {
  // What could not be read before is not made worse by being written anew.
  if (now.isIndex && (now.stamp === HARMLESS || was.stamp !== HARMLESS)) return true;
  if (was.kind !== now.kind) return false;
  if (was.mode === now.mode && now.hasOneName === true && hasSameContent(was, now)) return true;
  if (writes !== undefined && was.isGitSettings && now.isGitSettings)
    return strayGitSettings(`${was.content}`, `${now.content}`, [{ kind: "branches" }, ...writes])?.length === 0;
  return was.stamp === now.stamp;
}

const hasSameContent = (was: Kept, now: Kept): boolean =>
  was.content !== undefined && now.content !== undefined && was.content.equals(now.content);

/** Undefined also for what may not be looked at. */
export function statOf(path: string): Stats | undefined {
  const look = lookAt(path);
  return look.kind === "something" ? look.stat : undefined;
}

/** A folder is itself wherever it is moved to. */
export const identityOf = ({ dev, ino }: Stats): string => `${dev} ${ino}`;

/** Of a plain file alone, whatever came into its place since it was looked at: a pipe would be waited for. */
export function contentOf(path: string): Buffer | undefined {
  const read = plainBytes(() => openPlain(nativePath(path), constants.O_NOFOLLOW), KEPT_FILE_BYTES_MAX);
  return read.kind === "bytes" ? read.bytes : undefined;
}
