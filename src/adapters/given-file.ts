import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { nameFacts } from "../engines/paths/name-facts.ts";
import { gitPartAt } from "./git-folder.ts";
import { isInside, leadsInside, realIfThere, realOr } from "./inside.ts";
import type { KeptElsewhere } from "./linked-files.ts";
import { placeOfOpen } from "./pinned-folder.ts";

/** What a person named for this process, by a flag, a variable or their settings: as it is called, and where it led then. */
const given = new Set<string>();

/**
 * What a person named decides what a run is and what it starts, as files of protected names do: no call and no command changes it unasked.
 * @param path  absolute, or from the folder of this process
 */
export function noteGiven(path: string): void {
  const named = resolve(path);
  given.add(named).add(realOr(named));
}

/** What of that lies below some folders. @param roots  absolute and real */
export const givenIn = (roots: readonly string[]): readonly KeptElsewhere[] =>
  [...given]
    .filter((path) => !roots.includes(path) && roots.some((root) => isInside(path, root)))
    .map((path) => ({ name: basename(path), path }));

/** What a shell puts in the place of `<(command)`: somebody writes into it. */
const SUBSTITUTION = /^\/(?:dev|proc\/(?:self|\d+))\/fd\/\d+$/;

/**
 * The text of a file that a person named. Never waits for a pipe into which nobody writes, nor reads a device without end. What lies in a
 * folder that is worked in may be a link by now that a command left there: none is followed to what it could not read itself.
 * @param folders  absolute, that are worked in
 * @throws what the file system reports; an error whose code says what it is, for what is no file or is such a link
 */
export function readGivenFile(path: string, folders: readonly string[] = [process.cwd()]): string {
  if (path === "/dev/null") return "";
  const file = openGiven(path, folders);
  try {
    const stat = fstatSync(file);
    if (stat.isFile() || stat.isDirectory()) return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
  if (SUBSTITUTION.test(path)) return readFileSync(path, "utf8");
  throw Object.assign(new Error(`${path} is a pipe or device, not a file`), { code: "a pipe or device" });
}

function openGiven(path: string, folders: readonly string[]): number {
  const named = resolve(path);
  noteGiven(named);
  const away = ledAway(named, folders);
  if (away !== undefined) throw ledElsewhere(away);
  if (SUBSTITUTION.test(path) || !folders.some((folder) => isInside(named, folder))) return openSync(path, READ_FLAGS);
  const real = realpathSync(named);
  const file = openSync(real, READ_FLAGS | constants.O_NOFOLLOW);
  if (placeOfOpen(file, real) === real) return file;
  closeSync(file);
  throw ledElsewhere({ kind: "part", link: named, part: "another place by now" });
}

const READ_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

function ledElsewhere(away: LedAway): Error {
  const to = away.kind === "out" ? `out of ${away.folder}, or to nothing` : `to ${away.part}`;
  return Object.assign(new Error(`${away.link} is a link that leads ${to}`), { code: "a link that leads away" });
}

/** A link in a folder that is worked in, which leads out of it or to nothing, or to a part of it that nobody named. */
export type LedAway =
  | { readonly kind: "out"; readonly link: string; readonly folder: string }
  | { readonly kind: "part"; readonly link: string; readonly part: string };

/**
 * Whether a link on the way to what a person named in a folder that is worked in leads where they did not mean: out of that folder, to nothing,
 * or to what is protected or secret there, unless they named such a place themselves. Whatever runs in the folder can put one there.
 * @param path  absolute
 */
export function ledAway(path: string, folders: readonly string[]): LedAway | undefined {
  for (const folder of folders.filter((one) => isInside(path, one))) {
    const link = linkOut(path, folder);
    if (link !== undefined) return { kind: "out", link, folder };
    const part = partLedTo(path, folder);
    if (part !== undefined) return { kind: "part", link: path, part };
  }
  return undefined;
}

/** What is protected, secret or named by the person, and is not called so by the path. */
function partLedTo(path: string, folder: string): string | undefined {
  const [real, root] = [realAsFarAsThere(path), realOr(folder)];
  const [written, led] = [relative(folder, path), relative(root, real)];
  if (written === led) return undefined;
  const [asked, found] = [nameFacts(written), nameFacts(led)];
  const isUnmeant =
    (given.has(real) && !given.has(path)) ||
    gitPartAt(real, root) !== undefined ||
    (found.protectedBy !== undefined && asked.protectedBy === undefined) ||
    (found.secrecy === "secret" && asked.secrecy !== "secret");
  return isUnmeant ? led : undefined;
}

function linkOut(path: string, folder: string): string | undefined {
  let at = folder;
  for (const name of relative(folder, path).split(sep)) {
    at = join(at, name);
    const stats = entryAt(at);
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink() && !leadsInside(at, folder)) return at;
  }
  return undefined;
}

/** Links followed, of what is there. */
export function realAsFarAsThere(path: string): string {
  const folder = dirname(path);
  return realIfThere(path) ?? (folder === path ? path : join(realAsFarAsThere(folder), basename(path)));
}

export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Below what is no folder: whoever writes is told why it cannot.
    return undefined;
  }
}
