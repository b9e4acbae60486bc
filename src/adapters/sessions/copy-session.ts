import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { makeFolder } from "../make-folder.ts";
import { syncFolder } from "../whole-file.ts";
import { encodeLine, LOG_FORMAT } from "./log-line.ts";
import { givenName, nameSession } from "./session-catalogue.ts";
import { noteLast } from "./session-order.ts";

/**
 * A copy under a new id that goes its own way; the original is left as it is.
 * @throws {UserError} when there is a session of that id, or it cannot be written
 */
export function forkSession(source: string, target: string): void {
  makeWhole(target, (beside) => copyFileSync(source, beside, constants.COPYFILE_EXCL));
  const name = givenName(source);
  if (name !== undefined) nameSession(target, name);
}

/** A new session that begins with these events. @throws {UserError} as `forkSession` */
export function writeSession(target: string, events: readonly RecordedEvent[]): void {
  const at = new Date().toISOString();
  const lines = events.map((event, index) =>
    encodeLine({ n: index + 1, ...(index === 0 ? { v: LOG_FORMAT } : {}), at, event }),
  );
  makeWhole(target, (beside) => writeFileSync(beside, Buffer.concat(lines), { mode: 0o600, flag: "wx" }));
}

/** It has its name only once all of it is on the disk: the beginning of a session would be gone on with as if it were all. */
function makeWhole(target: string, write: (beside: string) => void): void {
  const beside = `${target}.copy`;
  try {
    makeFolder(dirname(target), { mode: 0o700 });
    rmSync(beside, { force: true });
    write(beside);
    const file = openSync(beside, "r+");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    nameIt(beside, target);
    syncFolder(dirname(target));
    noteLast(target);
  } catch (error) {
    throw cannotCopy(basename(target, ".jsonl"), error);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** @throws with EEXIST where something has that name already */
function nameIt(beside: string, target: string): void {
  try {
    linkSync(beside, target);
  } catch (error) {
    // There are file systems without second names.
    if (errorCode(error) === "EEXIST" || existsSync(target)) throw error;
    renameSync(beside, target);
  }
}

function cannotCopy(id: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  return code === "EEXIST"
    ? new UserError(
        phrase`There is a session ${id} already; continue it with -r ${id}, or take another id.`,
        EXIT.badInput,
      )
    : new UserError(
        phrase`The session cannot be copied (${code}); it is as it was. Make room and try again.`,
        EXIT.badInput,
        { cause: error },
      );
}
