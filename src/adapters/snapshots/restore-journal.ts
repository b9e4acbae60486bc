import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import type { Checkpoint, PathChange, RestoreStep } from "../../core/undo.ts";

/** On disk while files are put back, so that a crash in the middle is carried to its end by the next start. */
export interface RestoreJournal {
  readonly version: 1;
  /** Name of the file that is written beside each target; the next start finds and removes it. */
  readonly temporary: string;
  readonly root: string;
  readonly steps: readonly RestoreStep[];
  readonly checkpointFile: string;
  /** Its moment is when the first file was about to be put back. */
  readonly checkpoint: Checkpoint;
}

export const journalPath = (folder: string): string => join(folder, "restore.json");

/** Whether a restore was cut by a crash; one look at a file name. */
export function hasUnfinishedRestore(folder: string): boolean {
  return existsSync(journalPath(folder));
}

/** One that is under way in another process, or that a crash cut: what it puts back is its own work, and its id is taken. */
export function restoreUnderWay(
  folder: string,
): { readonly checkpointFile: string; readonly checkpoint: Checkpoint } | undefined {
  const journal = readJournal(journalPath(folder));
  return (
    journal && {
      checkpointFile: journal.checkpointFile,
      checkpoint: { ...journal.checkpoint, changes: changesOf(journal.steps) },
    }
  );
}

/** @returns nothing where there is none, or none that this version wrote */
export function readJournal(path: string): RestoreJournal | undefined {
  try {
    const journal = JSON.parse(readFileSync(path, "utf8")) as RestoreJournal | null;
    return journal?.version === 1 ? journal : undefined;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export const changesOf = (steps: readonly RestoreStep[]): readonly PathChange[] =>
  steps.map(({ path, from, to }) => ({ path, before: from, after: to }));
