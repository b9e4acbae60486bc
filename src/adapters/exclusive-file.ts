import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../base/error-text.ts";
import { type Phrase, phrase } from "../base/phrase.ts";
import { namesIn } from "./folder-entries.ts";
import {
  holderWords,
  isAlive,
  isSilent,
  keepFresh,
  type ProcessIdentity,
  parseIdentity,
  thisProcess,
} from "./process-identity.ts";

const TRIES_MAX = 50;
const BETWEEN_TRIES_MS = 1;

export type Taken =
  | { readonly kind: "taken"; readonly release: () => void }
  | { readonly kind: "held"; readonly holder: ProcessIdentity; readonly lockFile: string }
  /** Others took and left it faster than we could look. */
  | { readonly kind: "contended" };

/**
 * A lock file that one living process holds. It appears whole, with its holder in it; one left by a dead process is taken over, at once
 * where that can be seen, else after `SILENT_MS_MAX` without a sign of its holder.
 * Waits for nobody but those who take the same one over, a few milliseconds. @throws what the file system reports when none can be made here
 */
export function takeFile(lockFile: string): Taken {
  return withOwn(lockFile, (own) => {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      if (isLinked(own, lockFile)) {
        // Whoever died while it wanted the lock left something, too.
        if (tries > 0) sweep(lockFile);
        return { kind: "taken", release: held(lockFile) };
      }
      const holder = holderOf(lockFile);
      if (holder) return { kind: "held", holder, lockFile };
      if (!isRemoved(lockFile, own)) pause(BETWEEN_TRIES_MS);
    }
    return { kind: "contended" };
  });
}

/** Takes a lock away that a dead process left; nobody need want it. */
export function removeIfStale(lockFile: string): void {
  if (isStale(lockFile)) withOwn(lockFile, (own) => isRemoved(lockFile, own));
}

/** @returns what lets go of it; one that others took over meanwhile is theirs */
function held(lockFile: string): () => void {
  const text = JSON.stringify(thisProcess());
  const end = keepFresh(lockFile, text);
  return () => {
    end();
    try {
      if (readText(lockFile) === text) rmSync(lockFile, { force: true });
    } catch (error) {
      // What it was held for is done: on a disk that is read-only by now it goes with this process.
      if (errorCode(error) === undefined) throw error;
    }
  };
}

/** For moments in which nothing else may happen. */
export function pause(waitMs: number): void {
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
export const holderName = (taken: Exclude<Taken, { readonly kind: "taken" }>): Phrase =>
  taken.kind === "held" ? holderWords(taken.holder, taken.lockFile) : phrase`other processes`;

/** Whether a living process holds the lock file. Takes nothing. */
export const isHeld = (lockFile: string): boolean => holderOf(lockFile) !== undefined;

/** Whether it is there and no living process stands in it: what is not there may be taken at any moment. */
function isStale(file: string): boolean {
  const text = readText(file);
  return text !== undefined && holderIn(text, file) === undefined;
}

/** The living process that stands in a file; undefined where none does. */
const holderOf = (file: string): ProcessIdentity | undefined => holderIn(readText(file) ?? "", file);

function holderIn(text: string, file: string): ProcessIdentity | undefined {
  const holder = parseIdentity(text);
  return holder && isAlive(holder, file) ? holder : undefined;
}

/** With a file beside the lock that has this process in it; in another container there may be one of the same number. */
function withOwn<Value>(lockFile: string, work: (own: string) => Value): Value {
  const own = `${lockFile}.${process.pid}-${randomUUID()}`;
  try {
    writeFileSync(own, JSON.stringify(thisProcess()), { flag: "wx", mode: 0o600 });
    return work(own);
  } finally {
    // Also where a full disk took its name and nothing more.
    rmSync(own, { force: true });
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
 * One process at a time takes a stale lock away, and looks once more whether it is one: else the lock of whoever took it over
 * meanwhile would go.
 * @returns false where another process is at it
 */
function isRemoved(lockFile: string, own: string): boolean {
  const turn = `${lockFile}.takeover`;
  if (!isLinked(own, turn)) {
    if (isStale(turn)) rmSync(turn, { force: true });
    return false;
  }
  try {
    if (isStale(lockFile)) rmSync(lockFile, { force: true });
  } finally {
    rmSync(turn, { force: true });
  }
  return true;
}

/** Removes what processes that are no more left beside a lock. */
function sweep(lockFile: string): void {
  const start = `${basename(lockFile)}.`;
  for (const name of namesIn(dirname(lockFile))) {
    if (!name.startsWith(start) || !/^\d+(?:-[0-9a-f-]+)?$/.test(name.slice(start.length))) continue;
    const path = join(dirname(lockFile), name);
    // One with nobody in it yet is being written.
    const isLeft = parseIdentity(readText(path) ?? "") === undefined ? isSilent(path) : !isHeld(path);
    if (isLeft) rmSync(path, { force: true });
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
