import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { errorCode } from "../base/error-text.ts";
import { isAlive, type ProcessIdentity, parseIdentity, thisProcess } from "./process-identity.ts";

const TRIES_MAX = 5;

export type Taken =
  | { readonly kind: "taken"; readonly release: () => void }
  | { readonly kind: "held"; readonly holder: ProcessIdentity }
  /** Others took and left it faster than we could look. */
  | { readonly kind: "contended" };

/**
 * A lock file that one living process holds. It appears whole, with its holder in it; one left by a dead process is taken over.
 * Never waits. @throws what the file system reports when none can be made here
 */
export function takeFile(lockFile: string): Taken {
  const own = `${lockFile}.${process.pid}`;
  writeNew(own, JSON.stringify(thisProcess()));
  try {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      if (isLinked(own, lockFile)) return { kind: "taken", release: () => rmSync(lockFile, { force: true }) };
      const found = readText(lockFile);
      const holder = found === undefined ? undefined : parseIdentity(found);
      if (holder && isAlive(holder)) return { kind: "held", holder };
      if (found !== undefined) removeStale(lockFile, found);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return { kind: "contended" };
}

/** Whether a living process holds the lock file. Takes nothing. */
export function isHeld(lockFile: string): boolean {
  const found = readText(lockFile);
  const holder = found === undefined ? undefined : parseIdentity(found);
  return holder !== undefined && isAlive(holder);
}

function writeNew(path: string, text: string): void {
  rmSync(path, { force: true });
  const descriptor = openSync(path, "wx", 0o600);
  try {
    writeSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** A link is made or not, in one step: nobody ever sees a lock without its holder. */
function isLinked(own: string, lockFile: string): boolean {
  try {
    linkSync(own, lockFile);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Another process may have taken the stale lock over meanwhile: what is moved away is looked at, and put back if it lives. */
function removeStale(lockFile: string, stale: string): void {
  const aside = `${lockFile}.${process.pid}.stale`;
  try {
    renameSync(lockFile, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  if (readText(aside) !== stale) isLinked(aside, lockFile);
  rmSync(aside, { force: true });
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
