import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FileChange } from "../../core/ports/workspace.ts";
import {
  clear,
  identityOf,
  type Journal,
  type JournalEntry,
  type Recovery,
  recoverJournals,
  rollBack,
  syncFolder,
  writeJournal,
} from "./edit-transaction-journal.ts";
import { errorCode } from "./file-errors.ts";
import { PathMoved, pinFolder } from "./open-inside.ts";

export interface CommitOptions {
  /** Where unfinished transactions are noted down; on a disk that outlives the process. */
  readonly journalFolder: string;
  /** Checks everything that can be checked without writing, and stops there. */
  readonly dryRun?: boolean;
  /** Real folders that all targets lie in: below them no link is followed that was put there since the check. */
  readonly roots?: readonly string[];
}

export type CommitResult =
  | { readonly kind: "committed" }
  | {
      readonly kind: "refused";
      readonly code: "conflict" | "exists" | "missing-file" | "permission" | "too-large" | "not-text";
      readonly path: string;
      readonly message: string;
    };

type Refusal = Extract<CommitResult, { kind: "refused" }>;

/** What is to happen at one real path; `bytes` null removes what is there. */
interface Step {
  readonly path: string;
  readonly target: string;
  readonly bytes: Uint8Array | null;
  readonly expected: string | null;
  readonly stat: Stats | undefined;
  readonly mode: number | undefined;
}

const activeJournals = new Set<string>();

/**
 * Makes all changes or none, also when the process is killed in the middle: new contents are written and synced beside
 * their targets, noted in a journal, then renamed into place. Mode and owner of a file are kept; a link stays a link.
 * Paths are absolute and already known to be allowed.
 * @throws what the file system reports beyond permission, space and names, with nothing changed
 */
export function commitFileChanges(changes: readonly FileChange[], options: CommitOptions): CommitResult {
  const steps: Step[] = [];
  for (const change of changes)
    for (const wanted of stepsOf(change)) {
      const checked = checkStep(wanted);
      if ("kind" in checked) return checked;
      steps.push(checked);
    }
  const twice = steps.find((step, index) => steps.findIndex((other) => other.target === step.target) !== index);
  if (twice !== undefined) return refuse(twice.path, "conflict", "two changes lead to the same file");
  if (options.dryRun === true || steps.length === 0) return { kind: "committed" };
  const id = `${process.pid}-${randomBytes(8).toString("hex")}`;
  const journalPath = join(options.journalFolder, `${id}.json`);
  activeJournals.add(journalPath);
  try {
    return runTransaction(steps, { id, journalPath, roots: options.roots ?? [] });
  } finally {
    activeJournals.delete(journalPath);
  }
}

/** Finishes or rolls back what killed processes left in the middle. Cheap when there is nothing. */
export function recoverEdits(journalFolder: string): readonly Recovery[] {
  return recoverJournals(journalFolder, activeJournals);
}

type WantedStep = Pick<Step, "path" | "bytes" | "expected" | "mode">;

function stepsOf(change: FileChange): readonly WantedStep[] {
  switch (change.kind) {
    case "write":
      return [{ path: change.path, bytes: change.bytes, expected: change.expected, mode: change.mode }];
    case "delete":
      return [{ path: change.path, bytes: null, expected: change.expected, mode: undefined }];
    case "move": {
      const mode = statSync(change.from, { throwIfNoEntry: false })?.mode;
      return [
        { path: change.to, bytes: change.bytes, expected: null, mode: mode === undefined ? mode : mode & 0o7777 },
        { path: change.from, bytes: null, expected: change.expected, mode: undefined },
      ];
    }
  }
}

const refuse = (path: string, code: Refusal["code"], reason: string): Refusal => ({
  kind: "refused",
  code,
  path,
  message: `${path}: ${reason}. Nothing was written.`,
});

const REASONS: Readonly<Record<string, readonly [Refusal["code"], string]>> = {
  EACCES: ["permission", "permission denied"],
  EPERM: ["permission", "the system does not permit it"],
  EROFS: ["permission", "the file system is read-only"],
  EBUSY: ["permission", "the file is in use"],
  ETXTBSY: ["permission", "the file is being run"],
  ENOSPC: ["too-large", "the disk is full"],
  EDQUOT: ["too-large", "the disk quota is used up"],
  EFBIG: ["too-large", "the file system holds no file of that size"],
  ENAMETOOLONG: ["permission", "the name is too long"],
  ELOOP: ["permission", "its symbolic links go in a circle"],
  ENOTDIR: ["permission", "a part of the path is a file, not a folder"],
  EEXIST: ["conflict", "something else was put there meanwhile"],
  EISDIR: ["conflict", "a folder was put there meanwhile"],
  ENOENT: ["conflict", "it or its folder is gone"],
};

/** @throws the error itself when it is none that a change of the request could avoid */
function refusalOf(path: string, error: unknown): Refusal {
  const [code, reason] = REASONS[errorCode(error) ?? ""] ?? [];
  if (code === undefined || reason === undefined) throw error;
  return refuse(path, code, reason);
}

function checkStep(wanted: WantedStep): Step | Refusal {
  try {
    const target = targetOf(wanted);
    const stat = statSync(target, { throwIfNoEntry: false });
    const refused = checkTarget(wanted, target, stat);
    return refused ?? { ...wanted, target, stat };
  } catch (error) {
    return refusalOf(wanted.path, error);
  }
}

/** Writing goes through a link to its target; deleting takes the link itself. */
function targetOf(wanted: WantedStep): string {
  const own = lstatSync(wanted.path, { throwIfNoEntry: false });
  if (own !== undefined && wanted.bytes !== null) return realpathSync.native(wanted.path);
  const folder = existingFolder(dirname(wanted.path));
  return join(realpathSync.native(folder), wanted.path.slice(folder.length));
}

function existingFolder(path: string): string {
  let folder = path;
  while (statSync(folder, { throwIfNoEntry: false }) === undefined && folder !== dirname(folder))
    folder = dirname(folder);
  return folder;
}

function checkTarget(wanted: WantedStep, target: string, stat: Stats | undefined): Refusal | undefined {
  const { path, expected } = wanted;
  if (stat === undefined) {
    if (expected !== null) return refuse(path, "conflict", "the file is gone");
    accessSync(existingFolder(dirname(target)), constants.W_OK | constants.X_OK);
    return undefined;
  }
  if (!stat.isFile()) return refuse(path, "not-text", "it is not a regular file");
  if (expected === null) return refuse(path, "exists", "it exists already");
  if (createHash("sha256").update(readFileSync(target)).digest("hex") !== expected)
    return refuse(path, "conflict", "the file has changed since it was read");
  // Root may write anything, so the mode is asked as well as the system.
  if (wanted.bytes !== null && (stat.mode & 0o222) === 0) return refuse(path, "permission", "the file is read-only");
  if (wanted.bytes !== null) accessSync(target, constants.W_OK);
  accessSync(dirname(target), constants.W_OK | constants.X_OK);
  return undefined;
}

interface Transaction {
  readonly id: string;
  readonly journalPath: string;
  readonly roots: readonly string[];
}

function runTransaction(steps: readonly Step[], { id, journalPath, roots }: Transaction): CommitResult {
  const pins: Pin[] = [];
  const entries = steps.map((step, index) => entryOf(step, `${id}-${index}`, steps.length === 1));
  let journal: Journal = {
    version: 1,
    state: "prepare",
    owner: identityOf(process.pid),
    entries,
    folders: [...new Set(steps.flatMap(missingFolders))],
  };
  let path = journalPath;
  try {
    writeJournal(journalPath, journal);
    path = steps[0]?.path ?? path;
    for (const folder of journal.folders) mkdirSync(folder, { recursive: true });
    for (const step of steps) pins.push(pinFolder(dirname(step.target), roots));
    for (const [index, step] of steps.entries()) {
      path = step.path;
      const temporary = entries[index]?.temporary;
      if (typeof temporary === "string" && step.bytes !== null)
        writeSynced(through(pins[index], temporary), step.bytes, step);
    }
    if (entries.length > 1) {
      for (const folder of new Set(entries.map((entry) => dirname(entry.target)))) syncFolder(folder);
      journal = { ...journal, state: "commit" };
      writeJournal(journalPath, journal);
    }
    for (const [index, step] of steps.entries()) {
      path = step.path;
      const entry = entries[index];
      if (entry !== undefined) replace(throughPin(pins[index], entry), step);
    }
  } catch (error) {
    // Noted first: a kill during the way back must not send the rest forward.
    if (journal.state === "commit") {
      journal = { ...journal, state: "rollback" };
      writeJournal(journalPath, journal);
    }
    rollBack(journal);
    for (const note of [journalPath, `${journalPath}.tmp`]) removeNote(note);
    if (path === journalPath) return withoutJournal(steps[0]?.path ?? path, error);
    return error instanceof PathMoved ? refuse(path, "conflict", error.message) : refusalOf(path, error);
  } finally {
    for (const pin of pins) pin.close();
  }
  clear(journal);
  removeNote(journalPath);
  return { kind: "committed" };
}

/** There may be none, nor even its folder. */
function removeNote(path: string): void {
  if (existsSync(path)) rmSync(path, { force: true });
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
    before: step.expected,
    after: step.bytes === null ? null : createHash("sha256").update(step.bytes).digest("hex"),
  };
}

/** Folders that must be made, outermost first. */
function missingFolders(step: Step): readonly string[] {
  const missing: string[] = [];
  if (step.bytes === null) return missing;
  for (let folder = dirname(step.target); statSync(folder, { throwIfNoEntry: false }) === undefined; ) {
    missing.push(folder);
    folder = dirname(folder);
  }
  return missing.reverse();
}

function writeSynced(path: string, bytes: Uint8Array, step: Step): void {
  const file = openSync(path, "wx", step.mode ?? 0o666);
  try {
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
    const own = step.stat;
    if (own !== undefined && (own.uid !== process.getuid?.() || own.gid !== process.getgid?.()))
      fchownSync(file, own.uid, own.gid);
    // After the owner, because changing that clears the set-user bits.
    const mode = own === undefined ? step.mode : own.mode & 0o7777;
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
  const now = lstatSync(entry.target, { throwIfNoEntry: false });
  if (!isSame(now, step.stat)) throw new Changed(`${entry.target} changed`);
  if (entry.temporary === null) {
    if (entry.backup === null) rmSync(entry.target);
    else renameSync(entry.target, entry.backup);
    return;
  }
  if (entry.backup !== null) keepCopy(entry.target, entry.backup);
  renameSync(entry.temporary, entry.target);
}

function isSame(now: Stats | undefined, checked: Stats | undefined): boolean {
  if (now === undefined || checked === undefined) return now === checked;
  if (now.isSymbolicLink()) return true;
  return now.ino === checked.ino && now.size === checked.size && now.mtimeMs === checked.mtimeMs;
}

function keepCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}
