import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { errorCode, errorText } from "../base/error-text.ts";
import { phrase } from "../base/phrase.ts";
import { EXIT, UserError } from "../base/user-error.ts";
import { nativePath } from "../engines/paths/file-names.ts";
import { HELD_FOLDER, namesIn } from "./folder-entries.ts";
import { makeFolder } from "./make-folder.ts";
import { isThere, placeMark } from "./process-identity.ts";

/**
 * A new folder (0700) for temporary files of this process, `waymark-PURPOSE-PLACE-PID-…`. Those of the same purpose whose process
 * is gone, and so could not remove them, are swept first.
 */
export const makeTemporaryFolder = (purpose: string): string => makeSwept(tmpdir(), `waymark-${purpose}-`);

/**
 * A new folder (0700) of this process in a place of Waymark's own, by its real path. Where the system's temporary files lie somebody may
 * work, whose commands then reach what is there. Those whose process is gone are swept first.
 */
export function makeOwnFolder(place: string): string {
  makeFolder(place, { mode: 0o700 });
  return realpathSync(makeSwept(place, ""));
}

/**
 * A new folder (0700) in a place of Waymark's own; only where nothing can be written there, beside the system's temporary files.
 * @throws {UserError} where neither takes one
 */
export function makeWorkFolder(place: string, purpose: string): string {
  try {
    return makeOwnFolder(place);
  } catch {
    // A home that cannot be written: nothing of ours is there then.
  }
  try {
    return realpathSync(makeTemporaryFolder(purpose));
  } catch (error) {
    throw new UserError(
      phrase`Neither ${place} nor ${tmpdir()} takes a new folder (${errorText(error)}); set TMPDIR to one that can be written.`,
      EXIT.badInput,
      { cause: error },
    );
  }
}

function makeSwept(place: string, prefix: string): string {
  const here = placeMark();
  // It may be written and not listed: then nothing is swept.
  for (const name of namesIn(place)) {
    const [, where, pid] = (name.startsWith(prefix) && OWN_NAME.exec(name.slice(prefix.length))) || [];
    if (pid === undefined) continue;
    const path = join(place, name);
    if (where === here ? !isThere(Number(pid)) : isUnused(path)) removeFolder(path);
  }
  return mkdtempSync(join(place, `${prefix}${here}-${process.pid}-`));
}

const OWN_NAME = /^([0-9a-f]{8})-(\d+)-/;
/** Of another machine or a container that has the same home: whether its process is there cannot be told from here. */
const UNUSED_MS_MAX = 30 * 86_400_000;

function isUnused(path: string): boolean {
  const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return changedMs !== undefined && Date.now() - changedMs > UNUSED_MS_MAX;
}

function removeFolder(path: string): void {
  try {
    removeTree(path);
  } catch {
    // Another user's, or somebody else was quicker.
  }
}

const DESCRIPTORS = "/proc/self/fd";
/** Each is a descriptor. */
const DEPTH_MAX = 200;
/** Somebody may put more there all the time. */
const PASSES_MAX = 10_000;

/**
 * Removes a folder in which a program that still runs may exchange names: each is looked up in the folder that is held open, so that no link put in
 * the place of a folder is followed, as Node 22's own removal does. Modes that stand in the way are put right, what lies deep is moved up, and what
 * cannot be removed keeps nothing else there.
 * @throws where something stays
 */
export function removeTree(path: string): void {
  if (!existsSync(dirname(path))) return;
  if (!existsSync(DESCRIPTORS)) {
    rmSync(nativePath(path), { recursive: true, force: true });
    return;
  }
  const above = openSync(nativePath(dirname(path)), HELD_FOLDER);
  try {
    removeIn(above, Buffer.from(nativePath(basename(path))), { depth: 0 });
  } finally {
    closeSync(above);
  }
}

interface Place {
  readonly depth: number;
  /** The outermost folder that is removed, held open; absent: this is it. */
  readonly top?: number;
}

function removeIn(folder: number, name: Buffer, { depth, top }: Place): void {
  const path = Buffer.concat([Buffer.from(`${DESCRIPTORS}/${folder}/`), name]);
  try {
    unlinkSync(path);
    return;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return;
    if (code !== "EISDIR") throw error;
  }
  const held = openSync(path, HELD_FOLDER);
  try {
    chmodSync(`${DESCRIPTORS}/${held}`, 0o700);
    // Then it is among those that are removed in the next pass.
    if (top !== undefined && depth > DEPTH_MAX) return renameSync(path, `${DESCRIPTORS}/${top}/${randomUUID()}`);
    const passesMax = top === undefined ? PASSES_MAX : 1;
    for (let passes = 0; passes < passesMax && emptied(held, { depth: depth + 1, top: top ?? held }) > 0; passes++);
  } finally {
    closeSync(held);
  }
  rmdirSync(path);
}

/** @returns how many names there were @throws after all that can be removed is */
function emptied(held: number, place: Place): number {
  const names = readdirSync(`${DESCRIPTORS}/${held}`, { encoding: "buffer" });
  const failures = names.flatMap((one) => {
    try {
      removeIn(held, one, place);
      return [];
    } catch (error) {
      return [error];
    }
  });
  if (failures.length > 0) throw failures[0];
  return names.length;
}
