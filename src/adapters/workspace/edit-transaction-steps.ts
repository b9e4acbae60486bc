import { hash } from "node:crypto";
import { accessSync, closeSync, constants, lstatSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileChange } from "../../core/ports/workspace.ts";
import { openFileOrMoved, PathMoved } from "../pinned-folder.ts";
import { errorCode } from "./file-errors.ts";

/** Why a transaction does not take place. */
export interface Refusal {
  readonly kind: "refused";
  readonly code: "conflict" | "exists" | "missing-file" | "permission" | "too-large" | "not-text";
  readonly path: string;
  readonly message: string;
  /** Changed all the same, and could not be put back. Absent where nothing was. */
  readonly stuck?: readonly string[];
}

/** What is to happen at one real path; `bytes` null removes what is there. */
export interface Step {
  readonly path: string;
  readonly target: string;
  readonly bytes: Uint8Array | null;
  readonly expected: string | null;
  readonly stat: Stats | undefined;
  /** Of what lies at the target itself: where a link is removed, of that link. */
  readonly own: Stats | undefined;
  readonly mode: number | undefined;
}

export type WantedStep = Pick<Step, "path" | "bytes" | "expected" | "mode">;

export function stepsOf(change: FileChange): readonly WantedStep[] {
  switch (change.kind) {
    case "write":
      return [
        {
          path: change.path,
          bytes: change.bytes,
          expected: change.expected,
          mode: change.mode ?? permissionsOf(change.permissionsOf),
        },
      ];
    case "delete":
      return [{ path: change.path, bytes: null, expected: change.expected, mode: undefined }];
    case "move":
      return [
        { path: change.to, bytes: change.bytes, expected: null, mode: permissionsOf(change.from) },
        { path: change.from, bytes: null, expected: change.expected, mode: undefined },
      ];
  }
}

/** Without the bits that run a program as somebody else: those were given to the file that was there. */
function permissionsOf(path: string | undefined): number | undefined {
  const mode = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? undefined : mode & 0o777;
}

export const refuse = (path: string, code: Refusal["code"], reason: string): Refusal => ({
  kind: "refused",
  code,
  path,
  message: `${path}: ${reason}. ${NOTHING}`,
});

const NOTHING = "Nothing was written.";

/** The same where some of the changes stand, because the way back was refused as well. */
export const halfDone = (refusal: Refusal, stuck: readonly string[]): Refusal => ({
  ...refusal,
  stuck,
  message: refusal.message.replace(
    NOTHING,
    `Not put back, and perhaps changed: ${stuck.join(", ")}; the next change, or the next start, brings all to one side if it can.`,
  ),
});

const REASONS: Readonly<Record<string, readonly [Refusal["code"], string]>> = {
  EACCES: ["permission", "permission denied"],
  EPERM: ["permission", "the system does not permit it"],
  EROFS: ["permission", "the file system is read-only"],
  EBUSY: ["permission", "the file is in use"],
  ETXTBSY: ["permission", "the file is being run"],
  ENOSPC: ["too-large", "the disk is full"],
  EDQUOT: ["too-large", "the disk quota is used up"],
  EFBIG: ["too-large", "the file system holds no file of that size"],
  ENAMETOOLONG: ["permission", "the name is too long"],
  ELOOP: ["permission", "its symbolic links go in a circle"],
  ENOTDIR: ["permission", "a part of the path is a file, not a folder"],
  EEXIST: ["conflict", "something else was put there meanwhile"],
  EISDIR: ["conflict", "a folder was put there meanwhile"],
  ENOENT: ["conflict", "it or its folder is gone"],
  EIO: ["permission", "the disk reported an error"],
};

/** @throws the error itself when it is none of the file system */
export function refusalOf(path: string, error: unknown): Refusal {
  if (error instanceof PathMoved) return refuse(path, "conflict", error.message);
  const reported = errorCode(error);
  if (reported === undefined) throw error;
  const [code, reason] = REASONS[reported] ?? ["permission", `the system reports ${reported}`];
  return refuse(path, code, reason);
}

/** @param isReal  its path is the one that was judged: a link on the way came since, and is not followed */
export function checkStep(wanted: WantedStep, isReal: boolean): Step | Refusal {
  try {
    const target = isReal ? wanted.path : targetOf(wanted);
    const own = lstatSync(target, { throwIfNoEntry: false });
    const stat = isReal && wanted.bytes !== null ? own : statSync(target, { throwIfNoEntry: false });
    const refused = checkTarget(wanted, target, stat);
    return refused ?? { ...wanted, target, stat, own };
  } catch (error) {
    return refusalOf(wanted.path, error);
  }
}

/** Writing goes through a link to its target; deleting takes the link itself. */
export function targetOf(wanted: Pick<WantedStep, "path" | "bytes">): string {
  const own = lstatSync(wanted.path, { throwIfNoEntry: false });
  if (own !== undefined && wanted.bytes !== null) return realpathSync.native(wanted.path);
  const folder = existingFolder(dirname(wanted.path));
  return join(realpathSync.native(folder), wanted.path.slice(folder.length));
}

function existingFolder(path: string): string {
  let folder = path;
  while (statSync(folder, { throwIfNoEntry: false }) === undefined && folder !== dirname(folder))
    folder = dirname(folder);
  return folder;
}

function checkTarget(wanted: WantedStep, target: string, stat: Stats | undefined): Refusal | undefined {
  const { path, expected } = wanted;
  if (stat === undefined) {
    if (expected !== null) return refuse(path, "conflict", "the file is gone");
    accessSync(existingFolder(dirname(target)), constants.W_OK | constants.X_OK);
    return undefined;
  }
  if (!stat.isFile()) return refuse(path, "not-text", "it is not a regular file");
  if (expected === null) return refuse(path, "exists", "it exists already");
  if (hashOf(target) !== expected) return refuse(path, "conflict", "the file has changed since it was read");
  // Root may write anything, so the mode is asked as well as the system.
  if (wanted.bytes !== null && (stat.mode & 0o222) === 0) return refuse(path, "permission", "the file is read-only");
  if (wanted.bytes !== null) accessSync(target, constants.W_OK);
  accessSync(dirname(target), constants.W_OK | constants.X_OK);
  return undefined;
}

/** Of what a file holds, or the one that a link leads to. @throws PathMoved where that is no regular file; system errors as they are */
export function hashOf(path: string): string {
  const file = openFileOrMoved(realpathSync.native(path));
  try {
    return hash("sha256", readFileSync(file));
  } finally {
    closeSync(file);
  }
}

/** Folders that must be made, outermost first. */
export function missingFolders(step: Step): readonly string[] {
  const missing: string[] = [];
  if (step.bytes === null) return missing;
  for (let folder = dirname(step.target); statSync(folder, { throwIfNoEntry: false }) === undefined; ) {
    missing.push(folder);
    folder = dirname(folder);
  }
  return missing.reverse();
}
