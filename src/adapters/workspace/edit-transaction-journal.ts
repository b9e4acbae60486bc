import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Phrase } from "../../base/phrase.ts";
import { namesIfThere } from "../folder-entries.ts";
import { makeFolder } from "../make-folder.ts";
import { holdFolderAt, PathMoved } from "../pinned-folder.ts";
import {
  bootId,
  holderWords,
  isAlive,
  isInSight,
  isSilent,
  isThere,
  isThisProcess,
  type ProcessIdentity,
  placeMark,
  processName,
} from "../process-identity.ts";
import { replaceFile, syncFolder } from "../whole-file.ts";
import { hashOf } from "./edit-transaction-steps.ts";
import { errorCode, isMissing } from "./file-errors.ts";

/** One path of a transaction. Hashes are SHA-256 in hex; null stands for no file. */
export interface JournalEntry {
  readonly target: string;
  /** The new content, beside the target; null where the target is deleted. */
  readonly temporary: string | null;
  /** Where the old content is kept until all is done; null where there is none. */
  readonly backup: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * `prepare`: no target was touched yet. `commit`: every new content is safe on disk, so it goes forward.
 * `rollback`: a step failed, so it goes back.
 */
export interface Journal {
  readonly version: 1;
  readonly state: "prepare" | "commit" | "rollback";
  readonly owner: ProcessIdentity;
  readonly entries: readonly JournalEntry[];
  /** Folders made for new files, outermost first. */
  readonly folders: readonly string[];
}

/** Replaces the journal in one step, so that a reader sees the old or the new one whole. */
export function writeJournal(path: string, journal: Journal): void {
  if (journal.entries.length === 1) {
    // One rename is all or nothing by itself; the note only lets the next start clear away what was beside the target.
    try {
      makeFolder(dirname(path));
      writeFileSync(path, JSON.stringify(journal), { mode: 0o600 });
    } catch (error) {
      // A state folder that cannot be written must not keep anybody from working.
      if (errorCode(error) === undefined) throw error;
    }
    return;
  }
  makeFolder(dirname(path));
  replaceFile(path, JSON.stringify(journal));
  syncFolder(dirname(path));
}

/** The hash of what stands at a path of a folder that is held open; null for no file, undefined for something that cannot be read as one. */
function hashAt(path: string): string | null | undefined {
  try {
    return hashOf(path);
  } catch (error) {
    if (isMissing(error)) return null;
    if (errorCode(error) === undefined && !(error instanceof PathMoved)) throw error;
    return undefined;
  }
}

/**
 * Does something at a target whose folder is held open. A program that still runs may have exchanged that folder for a link.
 * @returns undefined where it is gone, or another one by now
 */
function inItsFolder<Value>(target: string, act: (held: (path: string) => string) => Value): Value | undefined {
  let folder: ReturnType<typeof holdFolderAt>;
  try {
    folder = holdFolderAt(dirname(target));
  } catch (error) {
    if (errorCode(error) === undefined && !(error instanceof PathMoved)) throw error;
    return undefined;
  }
  try {
    return act((path) => join(String(folder.directory), basename(path)));
  } finally {
    folder.close();
  }
}

/** What became of a transaction that a dead process left behind. `kept` names files that someone changed meanwhile. */
interface Settled {
  readonly outcome: "finished" | "rolled-back";
  readonly files: readonly string[];
  readonly kept: readonly string[];
}

/** One that was left as it is has a holder who may live. */
export type Recovery = Settled | { readonly outcome: "left"; readonly holder: Phrase };

/**
 * Brings every transaction of a dead process to one side. Call it before the first edit of a process.
 * @param active  journals of this process that are at work and must be left alone
 */
export function recoverJournals(journalFolder: string, active: ReadonlySet<string>): readonly Recovery[] {
  const recoveries: Recovery[] = [];
  for (const name of namesIfThere(journalFolder)) {
    const path = join(journalFolder, name);
    if (active.has(path.replace(/\.tmp$/, "")) || !/\.json(?:\.tmp)?$/.test(name)) continue;
    const journal = name.endsWith(".json") ? readJournal(path) : undefined;
    if (journal !== undefined) recoveries.push(...recover(path, journal));
    // One that was never wholly written says nothing, for nothing was done yet.
    else if (isLeft(path, name)) rmSync(path, { force: true });
  }
  return recoveries;
}

function recover(path: string, journal: Journal): readonly Recovery[] {
  const { owner } = journal;
  if (!isThisProcess(owner) && isAlive(owner, path))
    return isInSight(owner) ? [] : [{ outcome: "left", holder: holderWords(owner, path) }];
  const recovery = journal.state === "commit" ? finish(journal) : rollBack(journal);
  rmSync(path, { force: true });
  rmSync(`${path}.tmp`, { force: true });
  return [recovery];
}

/** A name for a transaction. It begins with who writes it: nothing else is known of a note that is not whole. */
export const newName = (): string => `${processName()}${randomBytes(4).toString("hex")}`;

function isLeft(path: string, name: string): boolean {
  const pid = Number.parseInt(name, 10);
  const isOfHere = name.startsWith(`${pid}-${placeMark()}`);
  return isSilent(path) || (isOfHere && (pid === process.pid || !isThere(pid)));
}

function readJournal(path: string): Journal | undefined {
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as Journal;
    return value.version === 1 ? { ...value, owner: ownerOf(value.owner) } : undefined;
  } catch (error) {
    // Gone by another process's hand, or not a journal: nothing that could be acted on.
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Older versions noted no boot. */
const ownerOf = (owner: ProcessIdentity & { readonly startedAt?: string | null }): ProcessIdentity =>
  owner.startedAt === undefined ? owner : { pid: owner.pid, startTime: owner.startedAt ?? "", bootId: bootId() };

/** Every step may have been taken already, here or by another process that recovers too. */
function finish(journal: Journal): Settled {
  const kept: string[] = [];
  for (const { target, before, after, temporary } of journal.entries) {
    const isDone = inItsFolder(target, (held) => {
      const found = hashAt(held(target));
      if (found === after || found !== before) return found === after;
      if (temporary === null) rmSync(held(target), { force: true });
      else renameIfThere(held(temporary), held(target));
      return true;
    });
    if (!(isDone ?? after === null)) kept.push(target);
  }
  clear(journal);
  return { outcome: "finished", files: journal.entries.map((entry) => entry.target), kept };
}

/** Puts the old content back wherever the new one stands. */
export function rollBack(journal: Journal): Settled {
  const kept: string[] = [];
  for (const { target, before, after, backup } of journal.state === "prepare" ? [] : journal.entries.toReversed()) {
    const isDone = inItsFolder(target, (held) => {
      const found = hashAt(held(target));
      if (found === before || found !== after) return found === before;
      if (backup !== null) renameIfThere(held(backup), held(target));
      else rmSync(held(target), { force: true });
      return true;
    });
    if (!(isDone ?? before === null)) kept.push(target);
  }
  clear(journal);
  for (const folder of journal.folders.toReversed()) removeIfEmpty(folder);
  return { outcome: "rolled-back", files: journal.entries.map((entry) => entry.target), kept };
}

/** Removes what a transaction put beside its targets, and makes the result durable. */
export function clear(journal: Journal): void {
  const synced = new Set<string>();
  for (const { target, temporary, backup } of journal.entries)
    inItsFolder(target, (held) => {
      if (temporary !== null) rmSync(held(temporary), { force: true });
      if (backup !== null) rmSync(held(backup), { force: true });
      if (!synced.has(dirname(target))) syncFolder(dirname(held(target)));
      synced.add(dirname(target));
    });
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    inItsFolder(folder, (held) => rmdirSync(held(folder)));
  } catch (error) {
    // It may be gone, or hold what someone else put there.
    if (errorCode(error) === undefined) throw error;
  }
}
