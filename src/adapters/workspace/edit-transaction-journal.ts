import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
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
  /** What is deleted is a link, whose hash is that of what it leads to. Absent where it is a file: a link there is somebody else's. */
  readonly isLink?: true;
}

/**
 * `prepare`: no target was touched yet. `commit`: every new content is safe on disk, so it goes forward.
 * `rollback`: a step failed, so it goes back. `done`: all is made; what lies beside the targets is left to be tidied away, whatever stands there by then.
 */
export interface Journal {
  readonly version: 1;
  readonly state: "prepare" | "commit" | "rollback" | "done";
  readonly owner: ProcessIdentity;
  readonly entries: readonly JournalEntry[];
  /** Folders made for new files, outermost first. */
  readonly folders: readonly string[];
}

/** Replaces the journal in one step, so that a reader sees the old or the new one whole. */
export function writeJournal(path: string, journal: Journal): void {
  if (journal.entries.length === 1) {
    // One rename is all or nothing by itself; the note only lets the next start clear away what was beside the target.
    // A state folder that cannot be written must not keep anybody from working.
    refuses(() => {
      makeFolder(dirname(path));
      writeFileSync(path, JSON.stringify(journal), { mode: 0o600 });
    });
    return;
  }
  makeFolder(dirname(path));
  // After a power cut it is seen once more that all is made.
  const mustReachDisk = journal.state !== "done";
  replaceFile(path, JSON.stringify(journal), { mustReachDisk });
  if (mustReachDisk) syncFolder(dirname(path));
}

/** The hash of what stands at a path of a folder that is held open; null for no file, undefined for something that is none. */
function hashAt(path: string): string | null | undefined {
  try {
    return hashOf(path);
  } catch (error) {
    if (isMissing(error)) return null;
    if (!(error instanceof PathMoved) && errorCode(error) !== "ELOOP") throw error;
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
    if (!isMissing(error) && !(error instanceof PathMoved)) throw error;
    return undefined;
  }
  try {
    return act((path) => join(String(folder.directory), basename(path)));
  } finally {
    folder.close();
  }
}

/** What became of a transaction that a dead process left behind, or that failed. */
export interface Settled {
  readonly outcome: "finished" | "rolled-back";
  readonly files: readonly string[];
  /** Changed by someone meanwhile, and left to them. */
  readonly kept: readonly string[];
  /** Not brought to that side: what was kept beside them for it is gone, or the file system refused. */
  readonly stuck: readonly string[];
  /** The file system refused something: the journal stays, for another try. */
  readonly isOpen: boolean;
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
  if (journal.state === "done") {
    if (!refuses(() => clear(journal))) refuses(() => removeNotes(path));
    return [];
  }
  const recovery = bringTo(sideOf(journal), journal);
  if (!recovery.isOpen) refuses(() => removeNotes(path));
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

type Side = "before" | "after";

/** Where all was done or begun to be, forward; else back. Where the parts for one way are gone and those for the other are there, that other way. */
function sideOf(journal: Journal): Side {
  const standings = (side: Side) => journal.entries.map((entry) => standing(entry, side));
  const forward = standings("after");
  if (forward.every((one) => one === "there")) return "after";
  const canGo = { after: !forward.includes("gone"), before: !standings("before").includes("gone") };
  const [wanted, other] = journal.state === "commit" ? (["after", "before"] as const) : (["before", "after"] as const);
  return canGo[wanted] || !canGo[other] ? wanted : other;
}

type Standing = "there" | "changed" | "ready" | "gone" | "refused";

/** Whether a target is at a side of its change, is somebody else's work by now, or can be brought there by what lies beside it. */
function standing(entry: JournalEntry, side: Side): Standing {
  let found: Standing = "refused";
  refuses(() => {
    found = standingNow(entry, side);
  });
  return found;
}

function standingNow(entry: JournalEntry, side: Side): Standing {
  const { wanted, other } = wayOf(entry, side);
  const found = inItsFolder(entry.target, (held) => standingIn(held, entry, side));
  return found ?? (wanted === null ? "there" : other === null ? "gone" : "changed");
}

function standingIn(held: (path: string) => string, entry: JournalEntry, side: Side): Standing {
  if (side === "before" && !isTaken(entry, held)) return "there";
  const { wanted, other, part } = wayOf(entry, side);
  const isOthers = entry.isLink === undefined && isLinkAt(held(entry.target));
  const now = isOthers ? undefined : hashAt(held(entry.target));
  if (now === wanted) return "there";
  if (now !== other) return "changed";
  if (wanted === null) return "ready";
  // What stood there is that, whatever somebody wrote into it meanwhile.
  const isWhole = side === "after" ? (at: string) => hashAt(at) === wanted : isEntry;
  if (part !== null && isWhole(held(part))) return "ready";
  // It was made, and somebody put it back.
  const wasMade = side === "after" && entry.backup !== null && isEntry(held(entry.backup));
  return wasMade ? "changed" : "gone";
}

/** What was made of its parts is there no more. Else whatever stands at the target was brought there by somebody else. */
function isTaken({ temporary, backup }: JournalEntry, held: (path: string) => string): boolean {
  if (temporary !== null) return !isEntry(held(temporary));
  return backup === null || isEntry(held(backup));
}

const isLinkAt = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

const wayOf = ({ before, after, temporary, backup }: JournalEntry, side: Side) =>
  side === "after" ? { wanted: after, other: before, part: temporary } : { wanted: before, other: after, part: backup };

const isEntry = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Each target is looked at once more: it may have been brought there already, or be somebody else's by now. */
export function bringTo(side: Side, journal: Journal): Settled {
  const { entries, folders, state } = journal;
  const inOrder = side === "after" ? entries : entries.toReversed();
  // Where all is only prepared, no target was touched: whatever stands there is the person's.
  const ends = state === "prepare" ? [] : inOrder.map((entry) => ({ target: entry.target, end: brought(entry, side) }));
  const among = (...which: readonly Standing[]): readonly string[] =>
    ends.filter(({ end }) => which.includes(end)).map(({ target }) => target);
  // Until another try what lies beside is all that there is for it.
  const isOpen = among("refused").length > 0 || refuses(() => clear(journal));
  if (side === "before" && !isOpen) for (const folder of folders.toReversed()) removeIfEmpty(folder);
  const outcome = side === "after" ? "finished" : "rolled-back";
  const files = entries.map(({ target }) => target);
  return { outcome, files, kept: among("changed"), stuck: among("gone", "refused"), isOpen };
}

function brought(entry: JournalEntry, side: Side): Standing {
  const now = standing(entry, side);
  if (now !== "ready") return now;
  return refuses(() => bring(entry, side)) ? "refused" : "there";
}

function bring(entry: JournalEntry, side: Side): void {
  const { part } = wayOf(entry, side);
  inItsFolder(entry.target, (held) => {
    if (part === null) rmSync(held(entry.target), { force: true });
    else renameSync(held(part), held(entry.target));
  });
}

/** Whether the file system does not do something: a folder or a disk may be read-only by now. */
export function refuses(act: () => void): boolean {
  try {
    act();
    return false;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return true;
  }
}

/** There may be none, nor even its folder. */
export function removeNotes(path: string): void {
  for (const note of [path, `${path}.tmp`]) if (existsSync(note)) rmSync(note, { force: true });
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

/** It may be gone, or hold what someone else put there. */
function removeIfEmpty(folder: string): void {
  refuses(() => inItsFolder(folder, (held) => rmdirSync(held(folder))));
}
