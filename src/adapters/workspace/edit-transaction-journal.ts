import { hash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { namesIfThere } from "../folder-entries.ts";
import { makeFolder } from "../make-folder.ts";
import { replaceFile } from "../whole-file.ts";
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

export interface ProcessIdentity {
  readonly pid: number;
  /** Tells two processes of the same number apart, where the system knows. */
  readonly startedAt: string | null;
}

/** No start time is one. */
const ENDED = "ended";

export function identityOf(pid: number): ProcessIdentity {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The command, in parentheses, may hold blanks; the start time is the 20th field after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // What nobody has collected yet is dead all the same.
    return { pid, startedAt: /^[ZX]$/.test(fields[0] ?? "") ? ENDED : (fields[19] ?? null) };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return { pid, startedAt: null };
  }
}

function isAlive(owner: ProcessIdentity): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
  const { startedAt } = identityOf(owner.pid);
  return startedAt !== ENDED && (owner.startedAt === null || startedAt === owner.startedAt);
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

/** Makes names in a folder durable, where the system can. */
export function syncFolder(path: string): void {
  let folder: number;
  try {
    folder = openSync(path, "r");
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return;
  }
  try {
    fsyncSync(folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  } finally {
    closeSync(folder);
  }
}

/** The hash of what stands at a path; null for no file, undefined for something that cannot be read as one. */
function hashAt(path: string): string | null | undefined {
  try {
    return hash("sha256", readFileSync(path));
  } catch (error) {
    if (isMissing(error)) return null;
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** What became of a transaction that a dead process left behind. `kept` names files that someone changed meanwhile. */
export interface Recovery {
  readonly outcome: "finished" | "rolled-back";
  readonly files: readonly string[];
  readonly kept: readonly string[];
}

/**
 * Brings every transaction of a dead process to one side. Call it before the first edit of a process.
 * @param active  journals of this process that are at work and must be left alone
 */
export function recoverJournals(journalFolder: string, active: ReadonlySet<string>): readonly Recovery[] {
  const recoveries: Recovery[] = [];
  for (const name of namesIfThere(journalFolder)) {
    const path = join(journalFolder, name);
    if (name.endsWith(".json.tmp")) removeUnfinished(path, name, active);
    if (!name.endsWith(".json")) continue;
    const journal = active.has(path) ? undefined : readJournal(path);
    if (journal === undefined) removeUnfinished(path, name, active);
    if (journal === undefined || (journal.owner.pid !== process.pid && isAlive(journal.owner))) continue;
    recoveries.push(journal.state === "commit" ? finish(journal) : rollBack(journal));
    rmSync(path, { force: true });
    rmSync(`${path}.tmp`, { force: true });
  }
  return recoveries;
}

/** A journal that was never wholly written says nothing, for nothing was done yet; its name begins with the process that wrote it. */
function removeUnfinished(path: string, name: string, active: ReadonlySet<string>): void {
  const pid = Number.parseInt(name, 10);
  const isOwn = pid === process.pid && !active.has(path.replace(/\.tmp$/, ""));
  if (isOwn || (Number.isSafeInteger(pid) && pid !== process.pid && !isAlive({ pid, startedAt: null })))
    rmSync(path, { force: true });
}

function readJournal(path: string): Journal | undefined {
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as Journal;
    return value.version === 1 ? value : undefined;
  } catch (error) {
    // Gone by another process's hand, or not a journal: nothing that could be acted on.
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Every step may have been taken already, here or by another process that recovers too. */
function finish(journal: Journal): Recovery {
  const kept: string[] = [];
  for (const entry of journal.entries) {
    const found = hashAt(entry.target);
    if (found !== entry.after && found === entry.before) replaceTarget(entry);
    else if (found !== entry.after) kept.push(entry.target);
  }
  clear(journal);
  return { outcome: "finished", files: journal.entries.map((entry) => entry.target), kept };
}

function replaceTarget(entry: JournalEntry): void {
  if (entry.temporary === null) rmSync(entry.target, { force: true });
  else renameIfThere(entry.temporary, entry.target);
}

/** Puts the old content back wherever the new one stands. */
export function rollBack(journal: Journal): Recovery {
  const kept: string[] = [];
  for (const entry of journal.state === "prepare" ? [] : journal.entries.toReversed()) {
    const found = hashAt(entry.target);
    if (found === entry.before) continue;
    if (found !== entry.after) kept.push(entry.target);
    else if (entry.backup !== null) renameIfThere(entry.backup, entry.target);
    else rmSync(entry.target, { force: true });
  }
  clear(journal);
  for (const folder of journal.folders.toReversed()) removeIfEmpty(folder);
  return { outcome: "rolled-back", files: journal.entries.map((entry) => entry.target), kept };
}

/** Removes what a transaction put beside its targets, and makes the result durable. */
export function clear(journal: Journal): void {
  for (const { temporary, backup } of journal.entries) {
    if (temporary !== null) rmSync(temporary, { force: true });
    if (backup !== null) rmSync(backup, { force: true });
  }
  for (const folder of new Set(journal.entries.map((entry) => dirname(entry.target)))) syncFolder(folder);
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
    rmdirSync(folder);
  } catch (error) {
    // It may be gone, or hold what someone else put there.
    if (errorCode(error) === undefined) throw error;
  }
}
