import { hash } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FileChange } from "../../core/ports/workspace.ts";
import { namesIfThere } from "../folder-entries.ts";
import { makeFolder } from "../make-folder.ts";
import { pinFolder } from "../pinned-folder.ts";
import { thisProcess } from "../process-identity.ts";
import { syncFolder, writeWhole } from "../whole-file.ts";
import {
  bringTo,
  clear,
  type Journal,
  type JournalEntry,
  newName,
  type Recovery,
  recoverJournals,
  refuses,
  removeNotes,
  writeJournal,
} from "./edit-transaction-journal.ts";
import {
  checkStep,
  halfDone,
  hashOf,
  missingFolders,
  type Refusal,
  refusalOf,
  refuse,
  type Step,
  stepsOf,
} from "./edit-transaction-steps.ts";
import { inEditTurn } from "./edit-turn.ts";
import { errorCode } from "./file-errors.ts";

export interface CommitOptions {
  /** Where unfinished transactions are noted down; on a disk that outlives the process. */
  readonly journalFolder: string;
  /** Checks everything that can be checked without writing, and stops there. */
  readonly dryRun?: boolean;
  /** Real folders that all targets lie in; paths are real then: below them no link is followed that was put there since the check. */
  readonly roots?: readonly string[] | undefined;
  /** Whoever cancels while others have their turn has nothing written later. */
  readonly signal?: AbortSignal | undefined;
}

export type CommitResult = { readonly kind: "committed" } | Refusal;

const activeJournals = new Set<string>();

/**
 * Makes all changes or none, also when the process is killed in the middle: new contents are written and synced beside
 * their targets, noted in a journal, then renamed into place. Mode and owner of a file are kept; a link stays a link.
 * Paths are absolute and already known to be allowed.
 */
export async function commitFileChanges(changes: readonly FileChange[], options: CommitOptions): Promise<CommitResult> {
  const [first] = changes;
  if (first === undefined || options.dryRun === true) return commitAlone(changes, options);
  const turn = await inEditTurn(options.journalFolder, () => commitAlone(changes, options), options.signal);
  if (turn.kind === "done") return turn.value;
  const path = first.kind === "move" ? first.from : first.path;
  return refuse(path, "conflict", `${turn.holder} did not let others write; try again`);
}

function commitAlone(changes: readonly FileChange[], options: CommitOptions): CommitResult {
  const steps: Step[] = [];
  for (const change of changes)
    for (const wanted of stepsOf(change)) {
      const checked = checkStep(wanted, options.roots !== undefined);
      if ("kind" in checked) return checked;
      steps.push(checked);
    }
  const twice = steps.find((step, index) => steps.findIndex((other) => other.target === step.target) !== index);
  if (twice !== undefined) return refuse(twice.path, "conflict", "two changes lead to the same file");
  if (options.dryRun === true || steps.length === 0) return { kind: "committed" };
  const id = newName();
  const journalPath = join(options.journalFolder, `${id}.json`);
  activeJournals.add(journalPath);
  try {
    return runTransaction(steps, { id, journalPath, roots: options.roots ?? [] });
  } finally {
    activeJournals.delete(journalPath);
  }
}

/**
 * Finishes or rolls back what killed processes left in the middle; while others write all the time, or one that may be dead has the turn and
 * cannot be seen from here, it is left to a later start. Cheap when there is nothing.
 */
export async function recoverEdits(journalFolder: string): Promise<readonly Recovery[]> {
  if (namesIfThere(journalFolder).length === 0) return [];
  const turn = await inEditTurn(journalFolder, () => recoverJournals(journalFolder, activeJournals));
  return turn.kind === "done" ? turn.value : [{ outcome: "left", holder: turn.holder }];
}

interface Transaction {
  readonly id: string;
  readonly journalPath: string;
  readonly roots: readonly string[];
}

/** How far a transaction has come. */
interface Progress {
  journal: Journal;
  /** What is being worked on: the journal, then the path of a step. */
  path: string;
}

function runTransaction(steps: readonly Step[], transaction: Transaction): CommitResult {
  const { id, journalPath } = transaction;
  const journal: Journal = {
    version: 1,
    state: "prepare",
    owner: thisProcess(),
    entries: steps.map((step, index) => entryOf(step, `${id}-${index}`, steps.length === 1)),
    folders: [...new Set(steps.flatMap(missingFolders))],
  };
  const progress: Progress = { journal, path: journalPath };
  try {
    carryOut(steps, progress, transaction);
  } catch (error) {
    const stuck = takeBack(progress, journalPath);
    if (progress.path === journalPath) return withoutJournal(steps[0]?.path ?? journalPath, error);
    const refusal = refusalOf(progress.path, error);
    return stuck.length === 0 ? refusal : halfDone(refusal, stuck);
  }
  // All is done. What a later start finds beside it is cleared then.
  if (steps.length > 1) refuses(() => writeJournal(journalPath, { ...progress.journal, state: "done" }));
  refuses(() => {
    clear(progress.journal);
    removeNotes(journalPath);
  });
  return { kind: "committed" };
}

function carryOut(steps: readonly Step[], progress: Progress, { journalPath, roots }: Transaction): void {
  writeJournal(journalPath, progress.journal);
  progress.path = steps[0]?.path ?? progress.path;
  for (const folder of progress.journal.folders) makeInHeld(folder, roots);
  const pins: Pin[] = [];
  try {
    for (const step of steps) pins.push(pinFolder(dirname(step.target), roots));
    writeAndReplace(steps, pins, progress, journalPath);
  } finally {
    for (const pin of pins) pin.close();
  }
}

function writeAndReplace(steps: readonly Step[], pins: readonly Pin[], progress: Progress, journalPath: string): void {
  const { entries } = progress.journal;
  for (const [index, step] of steps.entries()) {
    progress.path = step.path;
    const temporary = entries[index]?.temporary;
    if (typeof temporary === "string" && step.bytes !== null)
      writeSynced(through(pins[index], temporary), step.bytes, step);
  }
  if (entries.length > 1) {
    for (const pin of pins) syncFolder(pin.directory);
    progress.journal = { ...progress.journal, state: "commit" };
    writeJournal(journalPath, progress.journal);
  }
  for (const [index, step] of steps.entries()) {
    progress.path = step.path;
    const entry = entries[index];
    if (entry !== undefined) replace(throughPin(pins[index], entry), step);
  }
}

function makeInHeld(folder: string, roots: readonly string[]): void {
  const above = pinFolder(dirname(folder), roots);
  try {
    makeFolder(join(above.directory, basename(folder)));
    above.verify();
  } finally {
    above.close();
  }
}

/** @returns what could not be put back */
function takeBack(progress: Progress, journalPath: string): readonly string[] {
  // Noted first: a kill during the way back must not send the rest forward. The note needs room, the way back does not.
  if (progress.journal.state === "commit") {
    progress.journal = { ...progress.journal, state: "rollback" };
    refuses(() => writeJournal(journalPath, progress.journal));
  }
  const { isOpen, stuck } = bringTo("before", progress.journal);
  if (!isOpen) refuses(() => removeNotes(journalPath));
  return stuck;
}

function withoutJournal(path: string, error: unknown): Refusal {
  const code = errorCode(error);
  if (code === undefined) throw error;
  const reason = `the state folder cannot be written (${code}), and several files are changed together only with a note there`;
  return refuse(path, code === "ENOSPC" ? "too-large" : "permission", reason);
}

type Pin = ReturnType<typeof pinFolder>;

/** The same file, looked up in the folder that is held open. */
function through(pin: Pin | undefined, path: string): string {
  pin?.verify();
  return pin === undefined ? path : join(pin.directory, basename(path));
}

function throughPin(pin: Pin | undefined, entry: JournalEntry): JournalEntry {
  const place = (path: string | null): string | null => (path === null ? null : through(pin, path));
  return {
    ...entry,
    target: through(pin, entry.target),
    temporary: place(entry.temporary),
    backup: place(entry.backup),
  };
}

const NAME_CHARACTERS_MAX = 80;

function entryOf(step: Step, id: string, isAlone: boolean): JournalEntry {
  const beside = join(dirname(step.target), `.${basename(step.target).slice(0, NAME_CHARACTERS_MAX)}.${id}`);
  return {
    target: step.target,
    temporary: step.bytes === null ? null : `${beside}.new`,
    backup: step.stat === undefined || isAlone ? null : `${beside}.old`,
    ...(step.own?.isSymbolicLink() && { isLink: true as const }),
    before: step.expected,
    after: step.bytes === null ? null : hash("sha256", step.bytes),
  };
}

function writeSynced(path: string, bytes: Uint8Array, step: Step): void {
  const own = step.stat;
  // Nobody else may open what a private file is to hold before it has that file's mode.
  const file = openSync(path, "wx", own === undefined ? (step.mode ?? 0o666) : 0o600);
  try {
    writeWhole(file, bytes);
    if (own !== undefined && (own.uid !== process.getuid?.() || own.gid !== process.getgid?.()))
      fchownSync(file, own.uid, own.gid);
    // After the owner, because changing that clears the set-user bits.
    const mode = step.mode ?? (own && own.mode & 0o7777);
    if (mode !== undefined) fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

class Changed extends Error {
  readonly code = "EEXIST";
  readonly syscall = "rename";
}

/** Takes one step, having looked once more that the target is what was checked. */
function replace(entry: JournalEntry, step: Step): void {
  if (!isAsChecked(entry.target, step)) throw new Changed(`${entry.target} changed`);
  if (entry.temporary === null) {
    if (entry.backup === null) rmSync(entry.target);
    else renameSync(entry.target, entry.backup);
    return;
  }
  if (entry.backup !== null) keepCopy(entry.target, entry.backup);
  renameSync(entry.temporary, entry.target);
}

/** The content counts, for some file systems note whole seconds; then the stamp, for a large file takes its time to be read. */
function isAsChecked(target: string, { own, expected }: Step): boolean {
  const look = (): Stats | undefined => lstatSync(target, { throwIfNoEntry: false });
  const found = look();
  if (found === undefined || own === undefined) return found === own;
  // Of a link that is removed it does not matter what it leads to.
  if (!own.isSymbolicLink() && (found.isSymbolicLink() || hashOf(target) !== expected)) return false;
  const now = look();
  return now?.ino === own.ino && now.size === own.size && now.mtimeMs === own.mtimeMs && now.mode === own.mode;
}

function keepCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}
