import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  symlinkSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorCode, errorText } from "../../base/error-text.ts";
import {
  type Checkpoint,
  type FileState,
  isSameState,
  type RestoreProblem,
  type RestoreStep,
} from "../../core/undo.ts";
import { nativePath } from "../../engines/paths/file-names.ts";
import { makeFolder } from "../make-folder.ts";
import { inHeldFolder, PathMoved } from "../pinned-folder.ts";
import { replaceFile, writeWhole } from "../whole-file.ts";
import type { BlobStore } from "./blob-store.ts";
import { appendCheckpoint } from "./checkpoint-log.ts";
import type { CheckpointNumbers } from "./checkpoint-numbers.ts";
import { momentNow } from "./moment.ts";
import { hasRealFolder, stateAt, statOf } from "./path-state.ts";
import { changesOf, journalPath, type RestoreJournal, readJournal } from "./restore-journal.ts";

export interface RestoreRequest {
  readonly root: string;
  /** The snapshot folder of the working folder. */
  readonly folder: string;
  readonly store: BlobStore;
  readonly steps: readonly RestoreStep[];
  readonly checkpointFile: string;
  readonly numbers: CheckpointNumbers;
  readonly what: Pick<Checkpoint, "title" | "undoes">;
}

/**
 * Brings every path to its wanted state and notes that down as a checkpoint of its own. What stood there before is
 * kept first, so that the restore can be taken back. Links are replaced, never followed.
 */
export function restore(request: RestoreRequest): {
  readonly id: number;
  readonly problems: readonly RestoreProblem[];
} {
  const { root, folder, store, steps, checkpointFile, numbers, what } = request;
  for (const step of steps) if (step.from?.kind === "file") stateAt(root, step.path, store);
  store.flush();
  const temporary = `.waymark-restore-${randomBytes(6).toString("hex")}`;
  // With the journal the number is taken.
  const journal = numbers.drawn((id): RestoreJournal => {
    const checkpoint = { id, ...momentNow(), changes: [], ...what };
    const noted = { version: 1, temporary, root, steps, checkpointFile, checkpoint } as const;
    replaceFile(journalPath(folder), JSON.stringify(noted));
    return noted;
  });
  return { id: journal.checkpoint.id, problems: carryOut(journal, folder, store) };
}

/** Carries a restore that a crash cut to its end. @returns what could not be put back */
export function finishRestore(folder: string, store: BlobStore): readonly RestoreProblem[] {
  const path = journalPath(folder);
  const journal = readJournal(path);
  if (journal !== undefined) return carryOut(journal, folder, store);
  rmSync(path, { force: true });
  return [];
}

function carryOut(journal: RestoreJournal, folder: string, store: BlobStore): readonly RestoreProblem[] {
  sweep(journal);
  const problems = putBack(journal, store);
  setFolderModes(journal, problems);
  const failed = new Set(problems.map(({ path }) => path));
  const changes = changesOf(journal.steps.filter(({ path }) => !failed.has(path)));
  // What a full disk left as it was can be taken back once there is room: the calls stay as they are.
  const { undoes, at, steady, ...checkpoint } = journal.checkpoint;
  const taken = problems.some(({ code }) => code !== undefined) ? [] : undoes;
  appendCheckpoint(journal.checkpointFile, {
    ...checkpoint,
    ...momentNow(),
    began: { at, ...(steady === undefined ? {} : { steady }) },
    changes,
    ...(undoes === undefined ? {} : { undoes: taken ?? [] }),
  });
  rmSync(journalPath(folder), { force: true });
  return problems;
}

/** @returns what could not be */
function putBack(journal: RestoreJournal, store: BlobStore): RestoreProblem[] {
  return inOrder(journal.steps).flatMap((step): readonly RestoreProblem[] => {
    try {
      const problem = take(step, journal, store);
      return problem === undefined ? [] : [{ path: step.path, why: problem }];
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined && !(error instanceof Error)) throw error;
      return [{ path: step.path, why: errorText(error), ...(code === undefined ? {} : { code }) }];
    }
  });
}

/** A step, or a half of it: a file that becomes a folder goes in one pass and comes in a later one. */
interface Pass extends RestoreStep {
  readonly final: RestoreStep["to"];
}

/** Files and links go first and folders after them, deepest first; then folders come, outermost first, then what is in them. */
function inOrder(steps: readonly RestoreStep[]): readonly Pass[] {
  const depth = (path: string): number => path.split("/").length;
  return steps
    .flatMap((step): readonly Pass[] => {
      const pass = { ...step, final: step.to };
      const changesKind = step.from !== null && step.to !== null && step.from.kind !== step.to.kind;
      const isFolder = step.from?.kind === "folder" || step.to?.kind === "folder";
      return changesKind && isFolder
        ? [
            { ...pass, to: null },
            { ...pass, from: null },
          ]
        : [pass];
    })
    .sort(
      (one, other) =>
        rank(one) - rank(other) ||
        (one.to === null ? depth(other.path) - depth(one.path) : depth(one.path) - depth(other.path)),
    );
}

function rank({ from, to }: Pass): number {
  if (to === null) return from?.kind === "folder" ? 1 : 0;
  return to.kind === "folder" ? 2 : 3;
}

/** @returns why it could not be taken; a step that was taken before the crash is simply done */
function take(
  { path, from, to, final }: Pass,
  { root, temporary }: RestoreJournal,
  store: BlobStore,
): string | undefined {
  const absolute = resolve(root, path);
  if (!hasRealFolder(absolute)) return "its folder is a link now";
  const seen = statOf(absolute);
  const now = stateAt(root, path);
  // Of a folder the kind alone counts: modes come last.
  const isAt = (state: FileState | null): boolean =>
    isSameState(now, state) || (now?.kind === "folder" && state?.kind === "folder");
  if (isAt(to) || isAt(final)) return undefined;
  if (!isAt(from)) return CHANGED;
  return inHeldFolder(absolute, (held) => {
    const isAsSeen = (): boolean => isSameEntry(statOf(held), seen);
    switch (to?.kind) {
      case undefined:
        return now?.kind === "folder" ? removeFolder(held) : removeFile(held, isAsSeen);
      case "folder":
        makeFolder(held, { mode: 0o700 });
        return undefined;
      case "link":
        return replaceBy(held, temporary, isAsSeen, (beside) => symlinkSync(nativePath(to.target), nativePath(beside)));
      case "file":
        return replaceBy(held, temporary, isAsSeen, (beside) => writeSynced(beside, store.read(to.hash), to.mode));
      case "uncovered":
        return to.why;
    }
  });
}

const CHANGED = "changed meanwhile";

const isSameEntry = (now: Stats | undefined, seen: Stats | undefined): boolean =>
  (["ino", "size", "mtimeMs", "ctimeMs"] as const).every((fact) => now?.[fact] === seen?.[fact]);

function removeFile(absolute: string, isAsSeen: () => boolean): string | undefined {
  if (!isAsSeen()) return CHANGED;
  rmSync(nativePath(absolute), { force: true });
  return undefined;
}

function removeFolder(absolute: string): string | undefined {
  try {
    rmdirSync(nativePath(absolute));
    return undefined;
  } catch (error) {
    if (errorCode(error) === "ENOTEMPTY" || errorCode(error) === "EEXIST") return "the folder is kept: it is not empty";
    throw error;
  }
}

/** @param isAsSeen  asked once more when all is written, which takes its time: whoever saved meanwhile keeps what was saved */
function replaceBy(
  absolute: string,
  temporary: string,
  isAsSeen: () => boolean,
  make: (beside: string) => void,
): string | undefined {
  const beside = join(dirname(absolute), temporary);
  try {
    make(beside);
    if (!isAsSeen()) return CHANGED;
    renameSync(nativePath(beside), nativePath(absolute));
    return undefined;
  } finally {
    rmSync(nativePath(beside), { force: true });
  }
}

/** Removes what a kill left beside a target. */
function sweep({ root, steps, temporary }: RestoreJournal): void {
  for (const folder of new Set(steps.map(({ path }) => dirname(resolve(root, path))))) {
    const beside = join(folder, temporary);
    if (hasRealFolder(beside) && statOf(folder)?.isDirectory()) rmSync(nativePath(beside), { force: true });
  }
}

function writeSynced(path: string, bytes: Uint8Array, mode: number): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeWhole(file, bytes);
    fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Last and deepest first, because a folder without write permission takes no files. */
function setFolderModes({ root, steps }: RestoreJournal, problems: RestoreProblem[]): void {
  const folders = steps
    .filter(({ to }) => to?.kind === "folder")
    .sort((one, other) => (one.path < other.path ? 1 : -1));
  for (const { path, to } of folders) {
    const absolute = resolve(root, path);
    if (to?.kind !== "folder" || !hasRealFolder(absolute)) continue;
    if (!statOf(absolute)?.isDirectory()) continue;
    try {
      inHeldFolder(absolute, (held) => setMode(held, to.mode));
    } catch (error) {
      if (error instanceof PathMoved) continue;
      if (errorCode(error) === undefined) throw error;
      problems.push({ path, why: errorText(error) });
    }
  }
}

/** Of the folder itself; only one that may not be opened is looked up by its name once more. */
function setMode(folder: string, mode: number): void {
  let opened: number;
  try {
    opened = openSync(nativePath(folder), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (errorCode(error) !== "EACCES") throw error;
    return chmodSync(nativePath(folder), mode);
  }
  try {
    fchmodSync(opened, mode);
  } finally {
    closeSync(opened);
  }
}
