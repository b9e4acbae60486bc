import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  type Dir,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { errorCode, errorText } from "../base/error-text.ts";
import { sortedInParts } from "../base/merge-sorted.ts";
import type { Steps } from "../base/steps.ts";
import { faithfulName, nativePath } from "../engines/paths/file-names.ts";

/** Names of a folder that are read at a stretch. */
const NAMES_AT_ONCE = 5_000;

/** What a folder holds; nothing where it cannot be listed, whatever the reason. Names stand for their bytes, as in all looks below: {@link faithfulName}. */
export function entriesIn(folder: string): readonly Dirent[] {
  try {
    const all = readdirSync(nativePath(folder), { withFileTypes: true });
    return all.some(({ name }) => isLossy(name)) ? eachEntryIn(folder).toArray() : all;
  } catch {
    return [];
  }
}

/** The same, but no more than that: of a folder of a million names the first, in whatever order the file system has them. */
export const firstEntriesIn = (folder: string, max: number): readonly Dirent[] =>
  eachEntryIn(folder).take(Math.max(0, max)).toArray();

/**
 * Those of them that are meant, in the order of their names: of a folder of a million names most are passed over, and neither kept nor sorted.
 * @returns `seen`: how many there are; `failures`: for what reasons some may be missing
 */
export function* meantEntriesIn(
  folder: string,
  isMeant: (entry: Dirent) => boolean,
): Steps<{ readonly meant: readonly Dirent[]; readonly seen: number; readonly failures: readonly unknown[] }> {
  const meant: Dirent[] = [];
  const failures: unknown[] = [];
  let seen = 0;
  for (const entry of eachEntryIn(folder, failures)) {
    if (isMeant(entry)) meant.push(entry);
    seen += 1;
    if (seen % NAMES_AT_ONCE === 0) yield;
  }
  return { meant: meant.sort((one, other) => (one.name < other.name ? -1 : 1)), seen, failures };
}

/** As far as the folder can be listed, in whatever order the file system has them; names that are no text come last. */
function* eachEntryIn(folder: string, failures: unknown[] = []): Generator<Dirent> {
  let hasOthers = false;
  for (const entry of listedIn(folder, "utf8", failures)) {
    if (isLossy(entry.name)) hasOthers = true;
    else yield entry;
  }
  if (!hasOthers) return;
  // To take all in bytes would cost three times as much.
  for (const entry of listedIn(folder, "buffer", failures)) {
    const name = entry.name as unknown as Buffer;
    if (isLossy(name.toString())) yield Object.assign(entry, { name: faithfulName(name) });
  }
}

const isLossy = (name: string): boolean => name.includes("\ufffd");

function* listedIn(folder: string, encoding: "utf8" | "buffer", failures: unknown[]): Generator<Dirent> {
  let open: Dir;
  try {
    open = opendirSync(nativePath(folder), { encoding: encoding as "utf8" });
  } catch (error) {
    failures.push(error);
    return;
  }
  try {
    for (let entry = nextOf(open, failures); entry !== null; entry = nextOf(open, failures)) yield entry;
  } finally {
    open.closeSync();
  }
}

function nextOf(open: Dir, failures: unknown[]): Dirent | null {
  try {
    return open.readSync();
  } catch (error) {
    failures.push(error);
    return null;
  }
}

/**
 * The names in a folder, in their order.
 * @returns nothing where it cannot be listed; where there are more than `max`, some that are more than that
 */
export const namesUpTo = (folder: string, max: number): Steps<readonly string[]> =>
  sortedInParts(
    eachEntryIn(folder)
      .take(max + 1)
      .map(({ name }) => name),
  );

/** Whether it may be listed, and what lies in it looked at. */
export function isOpenToUs(folder: string): boolean {
  try {
    accessSync(nativePath(folder), constants.R_OK | constants.X_OK);
    return true;
  } catch (error) {
    return errorCode(error) !== "EACCES";
  }
}

/** Whether a file may be started, or a folder be entered. */
export function mayExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const isProgram = (path: string): boolean => mayExecute(path) && (statIfThere(path)?.isFile() ?? false);

/** Opens what it stands for without asking to read it: of Linux, and not among Node's constants. */
const O_PATH = 0o10000000;
/** To hold a folder itself, also one that may not be listed. */
export const HELD_FOLDER = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Gives a folder of ours its bits for us again, where somebody took them away: what lies in it could neither be looked at nor put back. @returns whether that was done */
export function openToUs(folder: string): boolean {
  try {
    const descriptor = openSync(nativePath(folder), HELD_FOLDER);
    try {
      return openBitsToUs(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

/** The same of one that is held. */
export function openBitsToUs(descriptor: number): boolean {
  const { mode } = fstatSync(descriptor);
  if ((mode & 0o700) === 0o700) return false;
  try {
    chmodSync(`/proc/self/fd/${descriptor}`, (mode & 0o7777) | 0o700);
    return true;
  } catch {
    return false;
  }
}

/** Takes from what is at a path, itself, all bits of its mode. @returns what tells it from all others; nothing where that could not be done */
export function closeToUs(path: string): string | undefined {
  try {
    const descriptor = openSync(nativePath(path), O_PATH | constants.O_NOFOLLOW);
    try {
      const { dev, ino } = fstatSync(descriptor);
      chmodSync(`/proc/self/fd/${descriptor}`, 0);
      return `${dev} ${ino}`;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** The names in a folder; none where it cannot be listed, whatever the reason. */
export const namesIn = (folder: string): readonly string[] => entriesIn(folder).map(({ name }) => name);

/** The names in a folder that may not be there yet. @throws where it is there and cannot be listed */
export function namesIfThere(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** Of faithful names, as are the next two. */
export const isThere = (path: string): boolean => existsSync(nativePath(path));
export const linkTarget = (path: string): string => faithfulName(readlinkSync(nativePath(path), "buffer"));
/** The path behind all links. */
export const realOf = (path: string): string => faithfulName(realpathSync.native(nativePath(path), "buffer"));

/** What a file says that another process may take away; empty where it is not there. @throws where it is there and cannot be read */
export function textIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}

/** What is at a path, itself or behind a link; nothing where it cannot be looked at, as behind a link to itself. */
export function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** What a look at a path comes to. */
export type Look =
  | { readonly kind: "something"; readonly stat: Stats }
  | { readonly kind: "nothing" }
  /** Something may be there: somebody may have made it so that the look fails. */
  | { readonly kind: "unknown"; readonly why: string };

/** What is at a path, of a faithful name: behind a link, or itself. */
export const lookBehind = (path: string): Look => lookWith(statSync, path);
export const lookAt = (path: string): Look => lookWith(lstatSync, path);

function lookWith(statOf: typeof statSync | typeof lstatSync, path: string): Look {
  try {
    const stat = statOf(nativePath(path), { throwIfNoEntry: false });
    return stat === undefined ? { kind: "nothing" } : { kind: "something", stat };
  } catch (error) {
    return isNotThere(error) ? { kind: "nothing" } : { kind: "unknown", why: errorCode(error) ?? errorText(error) };
  }
}

/** Whether an error says that there is nothing at a path; every other says that it is not known. */
export const isNotThere = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");

/** Changes whenever a file may have: of its times the one of the last change is set by nobody. */
export const stampOf = ({ dev, ino, size, mtimeMs, ctimeMs, mode }: Stats): string =>
  `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs} ${mode}`;

/** What the clock of a file system tells apart; some count whole seconds. */
const TICK_MS = 30;
const SECOND_MS = 2_000;

/** Whether a further change would show in its stamp. */
export const isAtRest = ({ ctimeMs }: Pick<Stats, "ctimeMs">): boolean =>
  Date.now() - ctimeMs > (ctimeMs % 1_000 === 0 ? SECOND_MS : TICK_MS);
