import { constants, lstatSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { makeFolder } from "../make-folder.ts";
import { openPlain, plainBytes } from "../read-plain-file.ts";
import { type ReplaceOptions, replaceFile } from "../whole-file.ts";

/** A plan is a file of the project: others may read it. */
export function replacePlanFile(path: string, content: string | Uint8Array, options: ReplaceOptions = {}): void {
  replaceFile(unlinked(path), content, { mode: 0o644, ...options });
}

/** A new file in a folder that may not be there yet. */
export function writeInto(path: string, content: string | Uint8Array): void {
  makeFolder(dirname(unlinked(path)));
  replacePlanFile(path, content);
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

/**
 * The path itself, where no link stands on the way to it, nor at it: what a repository brings leads neither what is written
 * nor what is taken away to another place.
 * @param path  below a folder that is real
 * @throws {UserError} where one does, or something that is neither file nor folder
 */
export function unlinked(path: string): string {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    if ((stats.isFile() || stats.isDirectory()) && realpathSync(at) === at) return path;
    throw new UserError(
      phrase`${path} leads elsewhere by a link, or is no plain file; plans are not kept through those. Move it away.`,
      EXIT.badInput,
    );
  }
  return path;
}

/** What names a kept text: nothing else is looked for by it. */
export const isSha256 = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);
