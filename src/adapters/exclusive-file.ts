import { closeSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../base/error-text.ts";
import { namesIn } from "./folder-entries.ts";
import { isAlive, isThere, type ProcessIdentity, parseIdentity, thisProcess } from "./process-identity.ts";

const TRIES_MAX = 50;
const BETWEEN_TRIES_MS = 1;

export type Taken =
  | { readonly kind: "taken"; readonly release: () => void }
  | { readonly kind: "held"; readonly holder: ProcessIdentity }
  /** Others took and left it faster than we could look. */
  | { readonly kind: "contended" };

/**
 * A lock file that one living process holds. It appears whole, with its holder in it; one left by a dead process is taken over.
 * Waits for nobody but those who take the same one over, a few milliseconds. @throws what the file system reports when none can be made here
 */
export function takeFile(lockFile: string): Taken {
  const own = `${lockFile}.${process.pid}`;
  writeNew(own, JSON.stringify(thisProcess()));
  try {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      if (isLinked(own, lockFile)) {
        // Whoever died while it wanted the lock left something, too.
        if (tries > 0) sweep(lockFile);
        return { kind: "taken", release: () => rmSync(lockFile, { force: true }) };
      }
      const found = readText(lockFile);
      const holder = found === undefined ? undefined : parseIdentity(found);
      if (holder && isAlive(holder)) return { kind: "held", holder };
      if (found !== undefined && !isRemoved(lockFile, { own, stale: found })) pause(BETWEEN_TRIES_MS);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return { kind: "contended" };
}

/** Takes a lock away that a dead process left; nobody need want it. */
export function removeIfStale(lockFile: string): void {
  const found = readText(lockFile);
  if (found === undefined || isHeld(lockFile)) return;
  const own = `${lockFile}.${process.pid}`;
  writeNew(own, JSON.stringify(thisProcess()));
  try {
    isRemoved(lockFile, { own, stale: found });
  } finally {
    rmSync(own, { force: true });
  }
}

function pause(waitMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
}

const POLL_MS = 10;

/** As `takeFile`, once whoever holds it has let go or the time is over. */
export async function awaitFile(lockFile: string, waitMs: number): Promise<Taken> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    const taken = takeFile(lockFile);
    if (taken.kind === "taken" || performance.now() >= endMs) return taken;
    await sleep(POLL_MS);
  }
}

/** Who keeps a lock from being taken, in words for a sentence. */
export const holderName = (taken: Exclude<Taken, { readonly kind: "taken" }>): string =>
  taken.kind === "held" ? `process ${taken.holder.pid}` : "other processes";

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

/**
 * One process at a time takes a stale lock away, and looks once more whether it is the one it saw: else the lock of whoever took it over
 * meanwhile would go.
 * @returns false where another process is at it
 */
function isRemoved(lockFile: string, { own, stale }: { readonly own: string; readonly stale: string }): boolean {
  const turn = `${lockFile}.takeover`;
  if (!isLinked(own, turn)) {
    const found = readText(turn);
    const holder = parseIdentity(found ?? "");
    if (found !== undefined && !(holder && isAlive(holder))) rmSync(turn, { force: true });
    return false;
  }
  try {
    if (readText(lockFile) === stale) rmSync(lockFile, { force: true });
  } finally {
    rmSync(turn, { force: true });
  }
  return true;
}

/** Removes what processes that are no more left beside a lock. */
function sweep(lockFile: string): void {
  const start = `${basename(lockFile)}.`;
  for (const name of namesIn(dirname(lockFile))) {
    const pid = name.startsWith(start) ? /^\d+$/.exec(name.slice(start.length))?.[0] : undefined;
    if (pid !== undefined && !isThere(Number(pid))) rmSync(join(dirname(lockFile), name), { force: true });
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
