import { constants } from "node:fs";
import { dirname } from "node:path";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { makeFolder } from "../make-folder.ts";
import { inHeldFolder, PathMoved } from "../pinned-folder.ts";
import { openPlain, plainBytes } from "../read-plain-file.ts";
import { replaceFile } from "../whole-file.ts";

/**
 * A plan is a file of the project: others may read it, and what a repository brings, or a program that runs in it exchanges meanwhile,
 * leads it nowhere else.
 * @param path  its folder is real, or not there yet
 * @throws {UserError} where a link stands on the way
 */
export function replacePlanFile(path: string, content: string, { mustReachDisk = true } = {}): void {
  try {
    inHeldFolder(path, (held) => replaceFile(held, content, { mode: 0o644, mustReachDisk }));
  } catch (error) {
    if (!(error instanceof PathMoved)) throw error;
    throw new UserError(
      phrase`${path} leads elsewhere by a link, or is no plain file; plans are not kept through those. Move it away.`,
      EXIT.badInput,
      { cause: error },
    );
  }
}

/** A new file in a folder of our own that may not be there yet. */
export function writeInto(path: string, content: string | Uint8Array): void {
  makeFolder(dirname(path), { mode: 0o700 });
  replaceFile(path, content);
}

/** More is no text that was kept here. */
const TEXT_BYTES_MAX = 64 * 1024 * 1024;

/** Undefined where no file is that is one, or a larger one: a repository may bring a link or a pipe by that name. */
export function bytesIfThere(path: string, bytesMax = Number.POSITIVE_INFINITY): Buffer | undefined {
  const read = plainBytes(() => openPlain(path, constants.O_NOFOLLOW ?? 0), bytesMax);
  return read.kind === "bytes" ? read.bytes : undefined;
}

export const readIfThere = (path: string, bytesMax = TEXT_BYTES_MAX): string | undefined =>
  bytesIfThere(path, bytesMax)?.toString("utf8");

/** What names a kept text: nothing else is looked for by it. */
export const isSha256 = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);
