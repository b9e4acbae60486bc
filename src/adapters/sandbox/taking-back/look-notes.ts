import { hash, randomBytes } from "node:crypto";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { errorCode } from "../../../base/error-text.ts";
import { namesIn } from "../../folder-entries.ts";
import { isInside } from "../../inside.ts";
import { makeFolder } from "../../make-folder.ts";
import {
  isAlive,
  isSilent,
  keepFresh,
  type ProcessIdentity,
  parseIdentity,
  processName,
  thisProcess,
} from "../../process-identity.ts";
import { replaceFile, syncFolder } from "../../whole-file.ts";
import type { KeptLook } from "./kept-look.ts";
import { ENDED, NOTE } from "./notes-folder.ts";

/** What is known of a look at once, whatever it holds. */
export interface LookNote {
  readonly owner: ProcessIdentity;
  /** Begins the marks of the processes of all commands that may still run when the owner is no more. */
  readonly mark: string | undefined;
  /** Absolute; says when the command ended, of one that goes on without the owner. */
  readonly endFile: string | undefined;
  readonly beganMs: number;
  /** Nobody else is known to work there meanwhile: the end of the look may take back. */
  readonly mayTakeBack: boolean;
  /** Nothing confines what runs: a person agreed to that. */
  readonly isUnconfined: boolean;
  /** Absolute: where is looked. */
  readonly places: readonly string[];
}

export type LookBegun = Omit<LookNote, "owner" | "beganMs">;

/** A note on disk. */
export interface NotedLook {
  readonly note: LookNote;
  readonly path: string;
}

const LOOK = ".look";

export interface OpenNote {
  readonly path: string;
  readonly beganMs: number;
  /** From now on others may work there meanwhile. */
  isShared(): void;
  close(): void;
}

/**
 * Notes a look, so that whoever comes after a kill, or a loss of power, can end it. Both files are on the disk when this returns.
 * @returns nothing where no note can be made: that keeps nobody from working
 */
export function noteLook(folder: string, begun: LookBegun, look: KeptLook, beganMs: number): OpenNote | undefined {
  const stem = join(folder, `${processName()}.${randomBytes(4).toString("hex")}`);
  const path = `${stem}${NOTE}`;
  try {
    makeFolder(folder, { mode: 0o700 });
    replaceFile(`${stem}${LOOK}`, bytesOfLook(look));
    const write = (more: Partial<LookNote> = {}): (() => void) => {
      const text = JSON.stringify({ ...thisProcess(), note: { ...begun, ...more, beganMs } });
      replaceFile(path, text);
      return keepFresh(path, text);
    };
    let end = write();
    syncFolder(folder);
    return {
      path,
      beganMs,
      isShared() {
        end();
        end = write({ mayTakeBack: false });
      },
      close() {
        end();
        remove(path);
      },
    };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    remove(path);
    return undefined;
  }
}

function remove(path: string): void {
  rmSync(path, { force: true });
  rmSync(path.slice(0, -NOTE.length) + LOOK, { force: true });
}

/** Every look of which there is a note; one that was never wholly written says nothing, for nothing was begun yet. */
export function notedLooks(folder: string): readonly NotedLook[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(NOTE))
    .flatMap((name) => {
      const path = join(folder, name);
      const text = textOf(path);
      const owner = parseIdentity(text);
      if (owner === undefined) {
        if (isSilent(path)) remove(path);
        return [];
      }
      const { note } = JSON.parse(text) as { readonly note: Omit<LookNote, "owner"> };
      return [{ path, note: { ...note, owner } }];
    });
}

export const isOwned = ({ note, path }: NotedLook): boolean => isAlive(note.owner, path);

/** Whether it looks into one of these folders, or at one of them. */
export const concerns = ({ note }: NotedLook, folders: readonly string[]): boolean =>
  note.places.some((place) => folders.some((folder) => isInside(folder, place) || isInside(place, folder)));

export function lookOf({ path }: NotedLook): KeptLook | undefined {
  try {
    return lookInBytes(readFileSync(path.slice(0, -NOTE.length) + LOOK));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** With the last note of its owner goes what was noted of its end. */
export function closeNote({ path }: NotedLook, folder: string): void {
  remove(path);
  const owner = ownerName(path, folder);
  if (!namesIn(folder).some((name) => name.startsWith(`${owner}.`) && name.endsWith(NOTE)))
    rmSync(join(folder, `${owner}${ENDED}`), { force: true });
}

const ownerName = (path: string, folder: string): string => path.slice(folder.length + 1).split(".")[0] ?? "";

/** When the watchdog of the owner had ended all that was left; undefined where it has not, or not yet. */
export function endedMs({ path, note }: NotedLook, folder: string): number | undefined {
  const ms = statSync(join(folder, `${ownerName(path, folder)}${ENDED}`), { throwIfNoEntry: false })?.ctimeMs;
  return ms !== undefined && ms >= note.beganMs ? ms : undefined;
}

/** When the owner gave its last sign. */
export const lastSignMs = ({ path, note }: NotedLook): number =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? note.beganMs;

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return "";
  }
}

const DIGEST_BYTES = 32;

/** A file that tells of itself whether it is whole. */
function bytesOfLook(look: KeptLook): Buffer {
  const bytes = serialize(look);
  return Buffer.concat([hash("sha256", bytes, "buffer"), bytes]);
}

/** @returns nothing for what is not whole, or was written by another Node */
function lookInBytes(bytes: Buffer): KeptLook | undefined {
  const [digest, rest] = [bytes.subarray(0, DIGEST_BYTES), bytes.subarray(DIGEST_BYTES)];
  if (!hash("sha256", rest, "buffer").equals(digest)) return undefined;
  try {
    return deserialize(rest) as KeptLook;
  } catch {
    return undefined;
  }
}
